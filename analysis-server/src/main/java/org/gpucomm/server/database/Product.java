package org.gpucomm.server.database;

import java.sql.Connection;
import java.sql.SQLException;

import org.postgresql.PGConnection;
import org.springframework.jdbc.core.JdbcTemplate;

/** This class tells which product a database is, where the two differ. */
public final class Product {

    private Product() {}

    /** Returns whether it is PostgreSQL; else it is H2. */
    public static boolean isPostgresql(JdbcTemplate database) {
        return Boolean.TRUE.equals(database.execute((Connection connection) -> isPostgresql(connection)));
    }

    /** Returns whether it is PostgreSQL; else it is H2. */
    public static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.isWrapperFor(PGConnection.class);
    }

    /**
     * Has the disk write what was committed, so that it outlasts a power cut. PostgreSQL does so at each commit; H2 hands it to the
     * operating system then.
     */
    public static void force(JdbcTemplate database) {
        if (!isPostgresql(database)) {
            database.execute("checkpoint sync");
        }
    }
}
