package org.gpucomm.cli.sql;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/** Process that answers one query, with limits of memory and time: docs/decisions/0026-sql.md. */
public final class SqlProcess {

    /** Time limit in seconds, including the start of the process, which takes some seconds on a busy machine. */
    private static final long LONGEST = SqlEngine.LONGEST.toSeconds() + 20;
    /**
     * Limits of the process. Some of DuckDB's allocations, such as one long text, do not count towards its own limit. If memory is
     * short, the system should kill a query, not a server.
     */
    static final String BOUNDED = "{ ulimit -v 1000000; echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; exec \"$@\"";

    private SqlProcess() {}

    /**
     * Answers a query with at most 10,000 rows.
     *
     * @param tables folder of the Parquet files
     * @param work   empty folder for the output of the process
     * @throws SQLTimeoutException                if the query takes too long
     * @throws SQLNonTransientConnectionException with the last words of the process, if the query ended it
     * @throws SQLException                       with the fault of the query, or the limit that it exceeded
     */
    public static SqlAnswer answer(String query, Path tables, Path work)
            throws SQLException, IOException, InterruptedException {
        var out = work.resolve("answer");
        var errors = work.resolve("errors");
        var builder = new ProcessBuilder(command(work, tables)).directory(tables.getParent().toFile())
                .redirectOutput(out.toFile()).redirectError(errors.toFile());
        // Passwords of the server are none of a query.
        builder.environment().clear();
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        var process = builder.start();
        try {
            try (var in = process.getOutputStream()) {
                in.write(query.getBytes(StandardCharsets.UTF_8));
            }
            int code = process.waitFor(LONGEST, TimeUnit.SECONDS) ? process.exitValue() : SqlEngine.TOO_LONG;
            return switch (code) {
                case 0 -> JsonMapper.shared().readValue(out.toFile(), SqlAnswer.class);
                case SqlEngine.REFUSED -> throw new SQLException(Files.readString(out));
                case SqlEngine.TOO_LONG -> throw new SQLTimeoutException("a query of SQL");
                default -> throw new SQLNonTransientConnectionException(
                        "a query of SQL ended with " + code + ": " + Files.readString(errors));
            };
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> command(Path work, Path tables) {
        // The folder is relative, so that no message of an error has the path of the data directory.
        return List.of("/bin/sh", "-c", BOUNDED, "sql",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-XX:CompressedClassSpaceSize=32m",
                "-XX:ReservedCodeCacheSize=16m", "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + work,
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator)),
                SqlEngine.class.getName(), tables.getFileName().toString());
    }
}
