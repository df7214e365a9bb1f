package org.gpucomm.server.serve;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This class has H2 use the places of its file again that hold little any more. H2 appends what it writes, and puts together what
 * is left of old parts in a thread that runs only where commits are written later than they are made, which no server of ours
 * may do. While something is written, this thread does both each second: it has the disk write what H2 has given it, on which the
 * retention time of {@code Database.inDirectory} relies, and has H2 move what is left of parts that are mostly empty.
 */
final class FreedPlaces implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FreedPlaces.class);
    private static final long PAUSE_MILLIS = 1000;
    /** Percent of a part that is in use: below it, what is left is moved. */
    private static final int LEAST_FILLED = 70;
    private static final int MOST_MOVED = 16 << 20;

    private final DataSource connections;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long seen = -1;

    private FreedPlaces(DataSource connections) {
        this.connections = connections;
        this.thread = Thread.ofPlatform().daemon().name("freed-places").unstarted(this::run);
    }

    static FreedPlaces keep(DataSource connections) {
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
                move();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void move() {
        try (var connection = connections.getConnection()) {
            var session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
            var store = session.getDatabase().getStore().getMvStore();
            if (store.getCurrentVersion() != seen) {
                move(store);
            }
        } catch (SQLException | MVStoreException e) {
            LOG.debug("the database is away: what asks it says so", e);
        }
    }

    private void move(MVStore store) {
        store.sync();
        boolean moved = store.compact(LEAST_FILLED, MOST_MOVED);
        seen = moved ? -1 : store.getCurrentVersion();
    }
}
