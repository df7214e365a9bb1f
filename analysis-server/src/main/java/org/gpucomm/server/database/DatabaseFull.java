package org.gpucomm.server.database;

import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;

/** Event of a write that PostgreSQL refused because its disk is full. */
public record DatabaseFull() {

    /** PostgreSQL's {@code disk_full}; H2 ceases to use its file then. */
    private static final String STATE = "53100";

    /** @return whether that is what made something fail */
    public static boolean isToldBy(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof SQLException sql && STATE.equals(sql.getSQLState()));
    }
}
