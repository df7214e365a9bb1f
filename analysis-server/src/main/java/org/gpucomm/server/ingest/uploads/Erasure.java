package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.imports.Publication;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/**
 * Background tasks that erase deleted uploads, with their rows and bytes, once they can no longer be restored, and delete uploads beyond
 * the retention time; these can be restored like any other. Uploads with a tag or a note, those in a baseline and bundled ones stay.
 * Several servers may run the tasks at the same time.
 */
@Configuration(proxyBeanMethods = false)
class Erasure {

    private static final Logger LOG = LoggerFactory.getLogger(Erasure.class);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration BETWEEN_RETENTIONS = Duration.ofMinutes(10);
    /** Maximum number of uploads that are deleted at a time. */
    private static final int AT_A_TIME = 1000;

    private final JdbcClient jdbc;
    private final Hiding hiding;
    private final Readings readings;
    private final Publication publication;
    private final Sequence sequence;
    private final Imports imports;
    private final StoredFiles files;
    private final TransactionOperations transaction;
    private final ApplicationEventPublisher events;
    private final IngestProperties properties;
    private final Clock clock;

    Erasure(JdbcClient jdbc, Hiding hiding, Readings readings, Publication publication, Sequence sequence,
            Imports imports,
            StoredFiles files,
            TransactionOperations transaction, ApplicationEventPublisher events, IngestProperties properties,
            Clock clock) {
        this.jdbc = jdbc;
        this.hiding = hiding;
        this.readings = readings;
        this.publication = publication;
        this.sequence = sequence;
        this.imports = imports;
        this.files = files;
        this.transaction = transaction;
        this.events = events;
        this.properties = properties;
        this.clock = clock;
    }

    /** Returns the time during which a deleted upload can be restored. */
    Duration undo() {
        return properties.undo();
    }

    @Bean
    Task<Void> eraseDueUploads() {
        // Short enough that each upload is erased soon after it is due.
        var betweenLooks = Collections
                .max(List.of(SHORTEST_WAIT, Collections.min(List.of(LONGEST_WAIT, properties.undo().dividedBy(10)))));
        return Tasks.recurring("erasure", FixedDelay.of(betweenLooks))
                .execute((task, context) -> eraseDue());
    }

    /** Returns the task that deletes old uploads; null if the server keeps uploads for ever. */
    @Bean
    @Nullable
    Task<Void> deleteOldUploads() {
        return properties.keep().isPositive()
                ? Tasks.recurring("retention", FixedDelay.of(BETWEEN_RETENTIONS))
                        .execute((task, context) -> deleteOld())
                : null;
    }

    private void deleteOld() {
        try {
            for (var upload : old()) {
                hiding.hideUntilErased(upload, properties.undo());
                LOG.warn("upload {} is older than {} days and will be erased", upload, properties.keep().toDays());
            }
        } catch (RuntimeException e) {
            LOG.warn("what is too old could not be deleted; it is tried again", e);
        }
    }

    private List<String> old() {
        var limit = now().minus(properties.keep());
        return jdbc.sql("""
                select u.id from upload u
                 where u.stored_at < ? and not u.bundled and u.erase_at is null
                   and not exists (select 1 from run_tag t where t.upload_id = u.id)
                   and not exists (select 1 from run_note n where n.upload_id = u.id)
                   and not exists (select 1 from baseline_run b where b.upload_id = u.id)
                 order by u.stored_at limit ?
                """).params(limit, AT_A_TIME).query(String.class).list();
    }

    /** Erases all uploads that are due; failures are logged and retried later. */
    private void eraseDue() {
        try {
            var due = jdbc.sql("select id from upload where erase_at <= ? order by erase_at").param(now())
                    .query(String.class).list();
            due.forEach(this::eraseIfDue);
        } catch (RuntimeException e) {
            LOG.warn("what was deleted could not be erased; it is tried again", e);
        }
    }

    /** Erases one upload if it is due, and publishes {@link Erased}. */
    void eraseIfDue(String upload) {
        var erased = transaction.execute(status -> {
            sequence.change();
            return eraseRows(upload);
        });
        erased.ifPresent(gone -> {
            gone.readings().forEach(imports::forget);
            events.publishEvent(new Erased(gone.sha256()));
            LOG.info("upload {} is erased", upload);
        });
    }

    /** Erases the rows of an upload if it is due; one that is being imported is erased later. */
    private Optional<Gone> eraseRows(String upload) {
        var sha256 = jdbc.sql("""
                select sha256 from upload u where id = ? and erase_at <= ?
                   and not exists (select 1 from reading r where r.upload_id = u.id and r.state = 'importing')
                """).params(upload, now()).query(String.class).optional();
        return sha256.map(digest -> {
            var all = jdbc.sql("select id from reading where upload_id = ?").param(upload).query(Long.class).list()
                    .stream().flatMap(id -> readings.find(id).stream()).toList();
            all.forEach(reading -> publication.remove(reading.id()));
            jdbc.sql("delete from reading where upload_id = ?").param(upload).update();
            // Alerts contain its name and the details of its flags.
            jdbc.sql("delete from alert where subject = ?").param("upload:" + upload).update();
            jdbc.sql("delete from upload where id = ?").param(upload).update();
            jdbc.sql("delete from baseline b where not exists (select 1 from baseline_run r where r.name = b.name)")
                    .update();
            deleteUnreferenced();
            try {
                files.erase(digest);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Gone(digest, all);
        });
    }

    /**
     * Deletes texts that no run refers to, from tables that all uploads share. An import in progress may be about to refer to them, so this
     * waits until none runs; an import that begins at this moment fails by its foreign key.
     */
    private void deleteUnreferenced() {
        if (jdbc.sql("select count(*) from reading where state = 'importing'").query(Long.class).single() > 0) {
            return;
        }
        jdbc.sql("delete from message_sizes m where not exists (select 1 from run_series x where x.sizes_id = m.id)")
                .update();
        jdbc.sql("""
                delete from series s where not exists (select 1 from run_series x where x.series_id = s.id)
                   and not exists (select 1 from history h where h.series_id = s.id)
                """).update();
        jdbc.sql("""
                delete from circumstances c where not exists (select 1 from run r where r.circumstances_id = c.id)
                   and not exists (select 1 from history h where h.circumstances_id = c.id)
                """).update();
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }

    private record Gone(String sha256, List<Reading> readings) {}
}
