package org.gpucomm.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;

import org.h2.mvstore.MVStoreException;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.JdbcTemplate;

/** Differences between the two products that a database may be. */
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

    /** Returns whether H2 failed to use its file, or had closed it, whatever it says of the transaction. */
    public static boolean isClosedFile(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(MVStoreException.class::isInstance);
    }
}
