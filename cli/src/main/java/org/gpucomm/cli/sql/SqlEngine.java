package org.gpucomm.cli.sql;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.figures.parquet.MeasurementTable;

import tools.jackson.databind.json.JsonMapper;

/**
 * DuckDB over the Parquet files of a folder, as the table {@code measurement}. It answers single queries that only read; it opens no other
 * file, no connection and no extension. A server runs it in a separate process, since it calls native code: docs/decisions/0026-sql.md.
 */
final class SqlEngine implements AutoCloseable {

    static final String TABLE = "measurement";
    static final int MOST_ROWS = 10_000;
    static final Duration LONGEST = Duration.ofSeconds(10);
    static final int REFUSED = 3;
    static final int TOO_LONG = 4;

    private static final List<String> SMALL = List.of("set threads = 2", "set memory_limit = '256MB'",
            "set temp_directory = ''");
    /** Settings that close DuckDB; the lock must come last. */
    private static final List<String> CLOSED = List.of("set autoinstall_known_extensions = false",
            "set autoload_known_extensions = false", "set allow_community_extensions = false",
            "set enable_external_access = false", "set lock_configuration = true");
    private static final String PARSED = """
            select (tree ->> 'error')::boolean, tree ->> 'error_message', json_array_length(tree -> 'statements')
              from (select json_serialize_sql(?)::json as tree)
            """;

    private final Connection duckDb;

    /**
     * @param folder  folder of the partition folders
     * @param isSmall whether to limit threads and memory and to use no disk, as for queries of others
     */
    SqlEngine(Path folder, boolean isSmall) throws SQLException {
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
        try (var statement = duckDb.createStatement()) {
            statement.execute("set allowed_directories = [" + quoted(folder + "/") + "]");
            var files = quoted(folder + "/*/*.parquet");
            boolean isAny;
            try (var found = statement.executeQuery("from glob(" + files + ") limit 1")) {
                isAny = found.next();
            }
            statement.execute(isAny
                    ? "create view " + TABLE + " as from read_parquet(" + files
                            + ", hive_partitioning = true, hive_types = {month: varchar})"
                    : "create table " + TABLE + " (" + empty() + ", month varchar)");
            for (var setting : Stream.concat(isSmall ? SMALL.stream() : Stream.of(), CLOSED.stream()).toList()) {
                statement.execute(setting);
            }
        } catch (SQLException e) {
            duckDb.close();
            throw e;
        }
    }

    /**
     * Answers a single query that only reads.
     *
     * @throws SQLException with the fault of the query, or the limit that it exceeded
     */
    SqlAnswer answer(String query, int mostRows) throws SQLException {
        requireOneThatReads(query);
        // One row above the limit shows that there are more.
        var first = "from (" + query.strip().replaceFirst(";\\s*$", "") + "\n) limit " + (mostRows + 1L);
        try (var statement = duckDb.createStatement(); var found = statement.executeQuery(first)) {
            return SqlAnswer.of(found, mostRows);
        }
    }

    /** Parses the text with DuckDB's own parser, which accepts nothing but queries. */
    private void requireOneThatReads(String query) throws SQLException {
        try (var statement = duckDb.prepareStatement(PARSED)) {
            statement.setString(1, query);
            try (ResultSet parsed = statement.executeQuery()) {
                parsed.next();
                if (parsed.getBoolean(1)) {
                    throw new SQLException(parsed.getString(2));
                }
                if (parsed.getInt(3) != 1) {
                    throw new SQLException("one query at a time, without what follows a semicolon");
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        duckDb.close();
    }

    private static String empty() {
        return MeasurementTable.OF_FOLDER.stream().map(column -> column.name() + switch (column.kind()) {
            case TEXT -> " varchar";
            case NUMBER -> " double";
            case WHOLE -> " bigint";
        }).collect(Collectors.joining(", "));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Answers the query on standard input with JSON or with its fault, and ends by itself at the time limit. */
    public static void main(String[] folder) throws IOException {
        var query = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        int code = 0;
        try (var engine = new SqlEngine(Path.of(folder[0]), true)) {
            Thread.ofPlatform().daemon().start(SqlEngine::endInTime);
            out.print(JsonMapper.shared().writeValueAsString(engine.answer(query, MOST_ROWS)));
        } catch (SQLException e) {
            var message = String.valueOf(e.getMessage());
            // The following lines are advice for the person who set the limits.
            out.print(message.startsWith("Out of Memory") ? message.lines().findFirst().orElse("") : message);
            code = REFUSED;
        }
        out.flush();
        System.exit(code);
    }

    /** Ends this process at the time limit, even if the server has died. */
    private static void endInTime() {
        try {
            Thread.sleep(LONGEST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(TOO_LONG);
    }
}
