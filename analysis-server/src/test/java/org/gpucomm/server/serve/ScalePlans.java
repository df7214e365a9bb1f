package org.gpucomm.server.serve;

import org.gpucomm.server.database.EmbeddedDatabase;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * What PostgreSQL does for each answer whose time {@link ScaleRate} takes: every statement that the server sends, as the database
 * explains it while it runs it. What benchmarks/plans.sh prints. Argument: the folder in which ScaleRate left its data.
 */
final class ScalePlans {

    private static final Pattern STATEMENT = Pattern.compile("duration: ([0-9.]+) ms +plan:\\n\\t?Query Text: ");
    private static final Pattern NEXT = Pattern.compile("\\n(?=20\\d\\d-\\d\\d-\\d\\d )");
    private static final int LONGEST = 1200;

    private ScalePlans() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var log = Files.createTempFile("gpucomm-plans", ".log");
        try (var database = EmbeddedDatabase.builder().setDataDirectory(folder.resolve("postgresql"))
                .setCleanDataDirectory(false).setServerConfig("session_preload_libraries", "auto_explain")
                .setServerConfig("auto_explain.log_min_duration", "0").setServerConfig("auto_explain.log_analyze", "on")
                .setServerConfig("auto_explain.log_buffers", "on").setServerConfig("auto_explain.log_timing", "off")
                .setErrorRedirector(Redirect.appendTo(log.toFile()))
                .setOutputRedirector(Redirect.appendTo(log.toFile()))
                .start();
                var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                        database.getJdbcUrl("postgres", "postgres"))) {
            var overview = server.json("overview");
            System.out.printf("%d measurements of %d runs%n", overview.path("points").asLong(),
                    overview.path("runs").asLong());
            var told = new LinkedHashMap<String, String>();
            for (var path : ScaleRate.ASKED) {
                forget(database);
                tell(path, statements(server, path, log), told);
            }
        } finally {
            Files.delete(log);
        }
    }

    /** @param plan from its first line on */
    private record Statement(String sql, double milliseconds, String plan) {}

    /** What the server keeps of answers is of an earlier state then. */
    private static void forget(EmbeddedPostgres database) throws SQLException {
        try (var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("update publication set version = version + 1");
        }
    }

    /** Those of an answer that nobody got before: answers to others are cached. */
    private static List<Statement> statements(ServerProcess server, String path, Path log) throws Exception {
        long before = Files.size(log);
        var answer = server.get("/api/v1/" + path);
        if (answer.statusCode() != 200) {
            throw new IOException(path + " answered " + answer.statusCode());
        }
        var text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        var statements = new ArrayList<Statement>();
        for (var entry : NEXT.split(text.substring((int) Math.min(before, text.length())))) {
            var found = STATEMENT.matcher(entry);
            if (found.find()) {
                var lines = entry.substring(found.end()).split(
                        "\\n\\t?(?=[A-Z][A-Za-z ]* (?:on|using|\\(|Join|Loop|Scan)|Limit|Sort|Hash)",
                        2);
                statements.add(new Statement(lines[0].replaceAll("\\s+", " ").strip(),
                        Double.parseDouble(found.group(1)), lines.length < 2 ? "" : lines[1].stripTrailing()));
            }
        }
        return statements;
    }

    private static void tell(String path, List<Statement> statements, Map<String, String> told) {
        System.out.printf("%n## %s%n%d statements, %.1f ms%n", path, statements.size(),
                statements.stream().mapToDouble(Statement::milliseconds).sum());
        for (var statement : statements) {
            var earlier = told.putIfAbsent(statement.sql(), path);
            System.out.printf("%n%.2f ms  %s%n", statement.milliseconds(), cut(statement.sql()));
            if (earlier == null) {
                statement.plan().lines().filter(line -> !line.contains("Planning:")).map(line -> "    " + cut(line))
                        .forEach(System.out::println);
            } else {
                System.out.println("    as for " + earlier);
            }
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
    }
}
