package org.gpucomm.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;

import org.h2.mvstore.MVStoreException;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionSystemException;

/** Differences between the two database products. */
public final class DatabaseProduct {

    private DatabaseProduct() {}

    /** Returns whether the database is PostgreSQL; otherwise it is H2. */
    public static boolean isPostgresql(JdbcTemplate database) {
        return Boolean.TRUE.equals(database.execute((Connection connection) -> isPostgresql(connection)));
    }

    /** Returns whether the database is PostgreSQL; otherwise it is H2. */
    public static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.isWrapperFor(PGConnection.class);
    }

    /** Forces committed data to disk. PostgreSQL does so at each commit; H2 only passes the data to the operating system. */
    public static void force(JdbcTemplate database) {
        if (!isPostgresql(database)) {
            database.execute("checkpoint sync");
        }
    }

    /** Returns whether PostgreSQL could not write because its disk is full. H2 stops using its file in that case. */
    public static boolean isFull(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof SQLException sql && "53100".equals(sql.getSQLState()));
    }

    /** Returns whether the database was unavailable, whatever exception wraps the failure. */
    public static boolean isAway(Throwable failure) {
        return causes(failure).anyMatch(DatabaseProduct::isOfLostDatabase);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }

    /**
     * Returns whether H2 failed to use its file, or the SQLState says that a connection was lost (08) or the server shut down (57P). If the
     * rollback failed too, because the pool had closed the connection, the first failure is not among the causes.
     */
    private static boolean isOfLostDatabase(Throwable cause) {
        return cause instanceof TransactionSystemException system && system.getApplicationException() != null
                && isAway(system.getApplicationException()) || cause instanceof MVStoreException
                || cause instanceof SQLException sql && sql.getSQLState() != null
                        && (sql.getSQLState().startsWith("08") || sql.getSQLState().startsWith("57P"));
    }
}
