package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.zaxxer.hikari.HikariDataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

@Tag("nightly")
class CurveStorageTest {

    private static final String KEPT = "select attstorage::text || attcompression::text from pg_attribute"
            + " where attrelid = 'curve_points'::regclass and attname = 'content'";

    @Test
    void postgresqlIsToldOnceHowToKeepPackedCurves() throws Exception {
        try (var postgresql = EmbeddedPostgres.start();
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            connection.createStatement().execute("create table curve_points (content bytea not null)");
            assertThat(text(connection, KEPT)).isEqualTo("x");
            try (var pool = new HikariDataSource()) {
                pool.setDataSource(postgresql.getPostgresDatabase());
                CurveStorage.choose(pool);
            }
            assertThat(text(connection, KEPT)).as("lz4 where it is built in, else not compressed").isIn("xl", "e");
            connection.createStatement()
                    .execute("insert into curve_points select convert_to(repeat('0123456789', 1000), 'UTF8')");
            assertThat(text(connection, "select octet_length(content) from curve_points")).isEqualTo("10000");

            connection.createStatement().execute("alter table curve_points alter column content set storage main");
            CurveStorage.choose(postgresql.getPostgresDatabase());
            assertThat(text(connection, KEPT)).as("what somebody has chosen stays").startsWith("m");
        }
    }

    @Test
    void aTableThatIsInUseIsNotWaitedForLong() throws Exception {
        try (var postgresql = EmbeddedPostgres.start();
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            connection.createStatement().execute("create table curve_points (content bytea not null)");
            connection.setAutoCommit(false);
            connection.createStatement().execute("lock table curve_points in access share mode");
            CurveStorage.choose(postgresql.getPostgresDatabase());
            assertThat(text(connection, KEPT)).isEqualTo("x");
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
