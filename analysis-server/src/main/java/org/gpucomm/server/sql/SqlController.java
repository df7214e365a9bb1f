package org.gpucomm.server.sql;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.store.Store;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.TooBusy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.json.JsonMapper;

/** Queries over the measurements of all uploads, each answered by a process of its own. */
@RestController
class SqlController {

    private static final Logger LOG = LoggerFactory.getLogger(SqlController.class);
    private static final int AT_A_TIME = 2;
    /** Time limit in seconds, including the start of the process, which takes some seconds on a busy machine. */
    private static final long LONGEST = SqlEngine.LONGEST.toSeconds() + 20;
    private static final int MOST_CHARACTERS = 10_000;
    /**
     * Limits of the process. Some of DuckDB's allocations, such as one long text, do not count towards its own limit. If memory is
     * short, the system should kill a query, not a server.
     */
    static final String BOUNDED = "{ ulimit -v 1000000; echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; exec \"$@\"";

    private final Store store;
    private final Path work;
    private final Semaphore free = new Semaphore(AT_A_TIME);

    SqlController(Store store, IngestProperties properties) {
        this.store = store;
        this.work = properties.workDir();
    }

    /** Answers a query with at most 10,000 rows. */
    @ConcurrencyLimited
    @PostMapping("/api/v1/sql")
    SqlAnswer sql(@RequestBody Question question) throws IOException, InterruptedException {
        var query = question.query();
        if (query == null || query.isBlank() || query.length() > MOST_CHARACTERS) {
            throw new BadParameter("query must be one query of SQL, of at most " + MOST_CHARACTERS + " characters");
        }
        var tables = store.tableFolder()
                .orElseThrow(() -> Refused.conflict("The measurements of this server lie in a bucket. "
                        + "An engine that reads it answers queries there: docs/scale.md has DuckDB, Spark, Trino and ClickHouse."));
        if (!free.tryAcquire()) {
            throw new TooBusy();
        }
        var folder = Files.createDirectory(work.resolve("sql-" + UUID.randomUUID()));
        try {
            return answer(query, tables, folder);
        } finally {
            FileSystemUtils.deleteRecursively(folder);
            free.release();
        }
    }

    /** Runs the query in a process. @param folder folder for the output of the process */
    private static SqlAnswer answer(String query, Path tables, Path folder) throws IOException, InterruptedException {
        var out = folder.resolve("answer");
        var builder = new ProcessBuilder(command(folder, tables)).directory(tables.getParent().toFile())
                .redirectOutput(out.toFile()).redirectError(folder.resolve("errors").toFile());
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
                case SqlEngine.REFUSED -> throw new BadParameter(Files.readString(out));
                case SqlEngine.TOO_LONG -> throw new QueryTimeoutException("a query of SQL");
                default -> {
                    LOG.error("a query of SQL ended with {}: {}", code, Files.readString(folder.resolve("errors")));
                    throw new BadParameter("this query ended the engine that answered it; ask for less at once");
                }
            };
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> command(Path folder, Path tables) {
        // The folder is relative, so that no message of an error has the path of the data directory.
        return List.of("/bin/sh", "-c", BOUNDED, "sql",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-XX:CompressedClassSpaceSize=32m",
                "-XX:ReservedCodeCacheSize=16m", "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + folder,
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator)),
                SqlEngine.class.getName(), tables.getFileName().toString());
    }

    /** @param query a single query that only reads */
    record Question(@Nullable String query) {}
}
