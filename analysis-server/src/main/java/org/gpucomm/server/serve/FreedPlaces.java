package org.gpucomm.server.serve;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.h2.engine.Database;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.message.DbException;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.zaxxer.hikari.HikariDataSource;

/**
 * Compaction of H2's file while it is in use. H2 appends what it writes, and puts together what is left of old parts in a thread that
 * runs only where commits are written later than they are made, which no server of ours may do. While something is written, this thread
 * does both each second: it has the disk write what H2 has given it, on which the retention time of {@code Database.inDirectory}
 * relies, and has H2 move what is left of parts that are mostly empty. It also sees when H2 has ceased to use the file ({@link
 * FailedFile}).
 */
final class FreedPlaces implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FreedPlaces.class);
    private static final long PAUSE_MILLIS = 1000;
    /** Percent of a part that is in use: below it, what is left is moved. */
    private static final int LEAST_FILLED = 70;
    private static final int MOST_MOVED = 16 << 20;

    private final HikariDataSource connections;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Database database;
    private long seen = -1;
    /** Whether it was reported that the file failed, and not yet that it is used again. */
    private boolean told;
    private long opened;

    private FreedPlaces(HikariDataSource connections) {
        this.connections = connections;
        this.thread = Thread.ofPlatform().daemon().name("freed-places").unstarted(this::run);
    }

    static FreedPlaces keep(HikariDataSource connections) {
        var places = new FreedPlaces(connections);
        places.thread.start();
        return places;
    }

    /** Returns after it has moved what it is about to move: who interrupts a thread that writes closes its file. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        var known = database;
        if (known != null && !connections.isClosed() && FailedFile.isFailed(known)) {
            database = null;
            if (!told) {
                FailedFile.tell(known);
            }
            told = true;
            FailedFile.giveUp(known, connections);
        }
        try (var connection = connections.getConnection()) {
            var session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
            var store = session.getDatabase().getStore().getMvStore();
            if (database == null) {
                opened = store.getCurrentVersion();
            }
            database = session.getDatabase();
            tellWhetherItIsUsedAgain(store);
            if (store.getCurrentVersion() != seen) {
                move(store);
            }
        } catch (SQLException | DbException | MVStoreException e) {
            LOG.debug("the database is away: what asks it says so", e);
        }
    }

    /** A file may be opened where nothing can be written. */
    private void tellWhetherItIsUsedAgain(MVStore store) {
        if (told && store.getCurrentVersion() > opened && store.getPanicException() == null) {
            told = false;
            LOG.warn("H2 writes to its file again.");
        }
    }

    private void move(MVStore store) {
        store.sync();
        boolean moved = store.compact(LEAST_FILLED, MOST_MOVED);
        seen = moved ? -1 : store.getCurrentVersion();
    }
}
