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
}
