package org.gpucomm.server.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** DuckDB in a process of its own, since it calls native code, which no process of the server may. */
final class DuckDb {

    private DuckDb() {}

    /** Returns the rows of each of some queries. */
    static List<List<Map<String, @Nullable Object>>> rows(String... queries) throws IOException {
        var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), DuckDb.class.getName()));
        command.addAll(List.of(queries));
        var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(
                Path.of("target", "programs-" + ProcessHandle.current().pid() + ".log").toFile())).start();
        try (var out = process.getInputStream()) {
            return JsonMapper.shared().readValue(new String(out.readAllBytes(), StandardCharsets.UTF_8),
                    new TypeReference<>() {
                    });
        } finally {
            process.destroy();
        }
    }

    /** Prints the rows of each query as JSON. */
    public static void main(String[] queries) throws SQLException {
        var answers = new ArrayList<List<Map<String, @Nullable Object>>>();
        try (var duckDb = DriverManager.getConnection("jdbc:duckdb:"); var statement = duckDb.createStatement()) {
            for (var query : queries) {
                var rows = new ArrayList<Map<String, @Nullable Object>>();
                try (var result = statement.executeQuery(query)) {
                    var head = result.getMetaData();
                    while (result.next()) {
                        var row = new LinkedHashMap<String, @Nullable Object>();
                        for (int i = 1; i <= head.getColumnCount(); i++) {
                            row.put(head.getColumnLabel(i), result.getObject(i));
                        }
                        rows.add(row);
                    }
                }
                answers.add(rows);
            }
        }
        System.out.println(JsonMapper.shared().writeValueAsString(answers));
    }
}
