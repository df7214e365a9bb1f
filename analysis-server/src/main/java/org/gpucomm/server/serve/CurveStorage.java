package org.gpucomm.server.serve;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How PostgreSQL keeps packed curves. By itself it compresses them in a way (pglz) that takes a quarter of the time of an import; what
 * takes little of it (lz4) is not in every build, and without it they are kept as they come. What is there already stays as it is.
 */
final class CurveStorage {

    private static final Logger LOG = LoggerFactory.getLogger(CurveStorage.class);

    private static final String AS_IT_CAME = """
            select 1 from pg_attribute
             where attrelid = 'curve_points'::regclass and attname = 'content' and attstorage = 'x' and attcompression = ''
            """;
    private static final String HAS_LZ4 = "select 1 from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)";

    private CurveStorage() {}

    static void choose(DataSource postgresql) {
        try (var connection = postgresql.getConnection()) {
            connection.setAutoCommit(false);
            try {
                if (isThere(AS_IT_CAME, connection)) {
                    choose(connection);
                }
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            LOG.info("packed curves are kept as PostgreSQL does by itself: {}", e.getMessage());
        }
    }

    private static void choose(Connection connection) throws SQLException {
        var how = isThere(HAS_LZ4, connection) ? "compression lz4" : "storage external";
        try (var statement = connection.createStatement()) {
            // Behind a backup that takes long, a start does not wait for its end; the next start comes.
            statement.execute("set local lock_timeout = '2s'");
            statement.execute("alter table curve_points alter column content set " + how);
            connection.commit();
        }
    }

    private static boolean isThere(String sql, Connection connection) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
            return rows.next();
        }
    }
}
