package org.gpucomm.server.serve;

import org.h2.engine.Database;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.zaxxer.hikari.HikariDataSource;

/**
 * H2's file after H2 has ceased to use it: once the disk is full or does not answer, all that it is asked fails for good, while its
 * connections call themselves valid and the file stays locked. Nothing that was committed is lost.
 */
final class FailedFile {

    private static final Logger LOG = LoggerFactory.getLogger(FailedFile.class);

    private FailedFile() {}

    static boolean isFailed(Database database) {
        var store = database.getStore().getMvStore();
        return store.isClosed() || store.getPanicException() != null;
    }

    /** One line for the operator of the server. */
    static void tell(Database database) {
        LOG.error(
                "H2 has ceased to use {}: {}. See that its disk answers, and make room there: the file is opened again by itself.",
                database.getDatabasePath() + ".mv.db", reason(database.getStore().getMvStore().getPanicException()));
    }

    /** H2 says what it did in its own words, and only then what the disk answered. */
    private static String reason(@Nullable Throwable failure) {
        var first = failure;
        while (first != null && first.getCause() != null) {
            first = first.getCause();
        }
        return first == null ? "it is closed" : String.valueOf(first.getMessage());
    }

    /** Lets go of the file and of all connections to it: the next connection opens it anew, or fails as long as it cannot be. */
    static void giveUp(Database database, HikariDataSource connections) {
        var store = database.getStore().getMvStore();
        database.shutdownImmediately();
        try {
            // What could not be written keeps the file from being closed by the line above.
            store.getFileStore().close();
        } catch (MVStoreException e) {
            LOG.debug("it was closed already", e);
        }
        connections.getHikariPoolMXBean().softEvictConnections();
    }
}
