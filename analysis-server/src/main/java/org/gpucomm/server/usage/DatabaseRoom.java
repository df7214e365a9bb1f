package org.gpucomm.server.usage;

import java.time.Duration;

import org.gpucomm.server.database.DatabaseFull;
import org.gpucomm.server.web.NoRoom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Room on PostgreSQL's disk, which may be another machine's. A small row still finds a place when a table can grow no more, so that
 * what was accepted would wait with nobody knowing. Once something was refused, it is full until some megabytes can be written again,
 * which is tried whenever somebody asks, and then thrown away.
 */
@Component
public class DatabaseRoom implements HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseRoom.class);
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    /** Nine megabytes, none of them written ahead: that could end a PostgreSQL whose disk is full. */
    private static final String TRY = "create temporary table room_tried on commit drop as select generate_series(1, 250000)";

    private final ObjectProvider<JdbcTemplate> jdbc;
    private boolean full;
    private long looked;

    /** @param jdbc asked for late, since the database may open later than the web server */
    public DatabaseRoom(ObjectProvider<JdbcTemplate> jdbc) {
        this.jdbc = jdbc;
    }

    @EventListener
    synchronized void refused(DatabaseFull event) {
        if (!full) {
            LOG.error(
                    "The disk of the database is full. Make room there: uploads are refused, imports wait, and both go on "
                            + "by themselves when there is some.");
        }
        full = true;
        looked = System.nanoTime();
    }

    /** @throws NoRoom while the database can take no more */
    public void require() {
        if (isFull()) {
            throw new NoRoom(NoRoom.IN_DATABASE);
        }
    }

    @Override
    public Health health() {
        return isFull() ? Health.down().build() : Health.up().build();
    }

    private synchronized boolean isFull() {
        if (full && System.nanoTime() - looked >= BETWEEN.toNanos()) {
            full = !hasRoom();
            looked = System.nanoTime();
            if (!full) {
                LOG.warn("The disk of the database has room again.");
            }
        }
        return full;
    }

    /** Whatever else is wrong with the database is no matter of room, and is reported by anyone who meets it. */
    private boolean hasRoom() {
        try {
            jdbc.getObject().execute(TRY);
            return true;
        } catch (DataAccessException e) {
            return !DatabaseFull.isToldBy(e);
        }
    }
}
