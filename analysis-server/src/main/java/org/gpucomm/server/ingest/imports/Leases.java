package org.gpucomm.server.ingest.imports;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.database.Product;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Leases: which server imports a reading. One that claims it has it for some seconds and renews that while it works, so that others
 * take over what it leaves when it dies. Every transaction of an import begins with {@link #hold}, which no two servers pass for the
 * same reading. Times are the database's, since the clocks of servers differ.
 */
@Component
class Leases implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final Duration RENEWAL = Duration.ofSeconds(3);
    private static final String LEASE = "current_timestamp + interval '12' second";

    private final JdbcClient jdbc;
    private final JdbcTemplate tables;
    private final String owner = UUID.randomUUID().toString();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService renewing = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("leases").factory());

    Leases(JdbcClient jdbc, JdbcTemplate tables) {
        this.jdbc = jdbc;
        this.tables = tables;
        renewing.scheduleWithFixedDelay(this::renew, RENEWAL.toSeconds(), RENEWAL.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns what these parsers can import and nobody holds, the smallest first. */
    List<Long> free() {
        return jdbc.sql("""
                select r.id from reading r join upload u on u.id = r.upload_id
                 where r.state = 'importing' and r.parser_version = ?
                   and (r.lease_until is null or r.lease_until < current_timestamp)
                 order by u.byte_count, r.id
                """).param(ReadingVersion.current()).query(Long.class).list();
    }

    /** Returns the size of what is read; 0 when it is gone. */
    long bytes(long reading) {
        return jdbc.sql("select u.byte_count from reading r join upload u on u.id = r.upload_id where r.id = ?")
                .param(reading).query(Long.class).optional().orElse(0L);
    }

    /**
     * At a start. A database in a file is open to one server at a time, so anyone who held something there is dead; of a database
     * that several share nobody knows that before a lease has ended.
     */
    void endThoseOfTheDead() {
        if (!Product.isPostgresql(tables)) {
            jdbc.sql("""
                    update reading set lease_owner = null, lease_until = null
                     where lease_owner is not null and lease_owner <> ?
                    """).param(owner).update();
        }
    }

    /**
     * Takes a reading that nobody holds. A server that was paused for longer than its leases last goes on with what it imports, so
     * it never takes that a second time.
     *
     * @return whether the caller has it now, until {@link #release}
     */
    boolean claim(long reading) {
        if (!held.add(reading)) {
            return false;
        }
        boolean claimed = false;
        try {
            claimed = jdbc.sql("update reading set lease_owner = ?, lease_until = " + LEASE + """
                     where id = ? and state = 'importing' and parser_version = ?
                       and (lease_until is null or lease_until < current_timestamp)
                    """).params(owner, reading, ReadingVersion.current()).update() == 1;
        } finally {
            if (!claimed) {
                held.remove(reading);
            }
        }
        return claimed;
    }

    /**
     * In a transaction, as its first statement: nobody else takes the reading before it ends.
     *
     * @throws Lost when another server has taken it
     */
    void hold(long reading) {
        if (extend(reading) == 0) {
            throw new Lost(reading);
        }
    }

    boolean holds(long reading) {
        return jdbc.sql("select count(*) from reading where id = ? and lease_owner = ? and state = 'importing'")
                .params(reading, owner).query(Long.class).single() == 1;
    }

    /** Releases the lease. Where the database cannot be reached, the lease ends by itself. */
    void release(long reading) {
        held.remove(reading);
        jdbc.sql("update reading set lease_owner = null, lease_until = null where id = ? and lease_owner = ?")
                .params(reading, owner).update();
    }

    /** Leaves it alone for a while, then to anyone who comes first. @return how often it has failed so */
    int pause(long reading, String message) {
        jdbc.sql("""
                update reading set tries = tries + 1, message = ?, lease_owner = null,
                       lease_until = current_timestamp + interval '1' second * power(2, case when tries > 6 then 6 else tries end)
                 where id = ? and lease_owner = ?
                """).params(message, reading, owner).update();
        return tries(reading);
    }

    int tries(long reading) {
        return jdbc.sql("select tries from reading where id = ?").param(reading).query(Integer.class).single();
    }

    @Override
    public void destroy() {
        renewing.shutdown();
    }

    private void renew() {
        for (var reading : held) {
            try {
                extend(reading);
            } catch (DataAccessException e) {
                LOG.debug("cannot renew the lease of reading {}", reading, e);
            }
        }
    }

    /** @return 0 when this server does not have it any more */
    private int extend(long reading) {
        return jdbc.sql("update reading set lease_until = " + LEASE
                + " where id = ? and lease_owner = ? and state = 'importing'").params(reading, owner).update();
    }

    /** Another server has taken a reading from this one, which had not renewed its lease in time. */
    static final class Lost extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Lost(long reading) {
            super("another server imports reading " + reading);
        }
    }
}
