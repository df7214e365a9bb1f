package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;

import javax.sql.DataSource;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.database.Database;
import org.junit.jupiter.api.Test;

class StorageTest {

    private static final String HAS_LZ4 = "select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression'";

    @Test
    void postgresqlCompressesCurvesByLz4WhereItHasThat() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var storage = new Storage(Database.postgresql(postgresql.getJdbcUrl("postgres", "postgres"), null,
                        Map.of()))) {
            storage.open();
            var pool = storage.await();
            update(pool,
                    "insert into curve (run_id, series_id, ranks, nodes, part, ordinal, line, message_bytes, metrics)"
                            + " values (1, 1, 1, 1, 1, '{1}', '{1}', '{8}', array[repeat('0123456789', 1000)])");
            assertThat(text(pool, "select pg_column_compression(metrics) from curve"))
                    .isEqualTo(text(pool, HAS_LZ4).equals("t") ? "lz4" : "pglz");
            assertThat(text(pool, "select octet_length(metrics[1]) from curve")).isEqualTo("10000");
        }
    }

    private static void update(DataSource database, String sql) throws SQLException {
        try (var connection = database.getConnection(); var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static String text(DataSource database, String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
