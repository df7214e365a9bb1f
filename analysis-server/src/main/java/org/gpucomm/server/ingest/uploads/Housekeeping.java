package org.gpucomm.server.ingest.uploads;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/**
 * Background tasks that erase deleted uploads once they can no longer be restored, and delete uploads beyond the retention time; these can
 * be restored like any other. Uploads with a tag or a note, those in a baseline and bundled ones stay. Several servers may run the tasks at
 * once.
 */
@Configuration(proxyBeanMethods = false)
class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int AT_A_TIME = 1000;
    private static final Duration BETWEEN_RETENTIONS = Duration.ofMinutes(10);

    private final JdbcClient jdbc;
    private final Hiding hiding;
    private final Erasure erasure;
    private final IngestProperties properties;
    private final Clock clock;

    Housekeeping(JdbcClient jdbc, Hiding hiding, Erasure erasure, IngestProperties properties, Clock clock) {
        this.jdbc = jdbc;
        this.hiding = hiding;
        this.erasure = erasure;
        this.properties = properties;
        this.clock = clock;
    }

    @Bean
    Task<Void> eraseDueUploads() {
        return Tasks.recurring("erasure", FixedDelay.of(erasure.betweenLooks()))
                .execute((task, context) -> erasure.eraseDue());
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
                hiding.hideUntilErased(upload, erasure.undo());
                LOG.warn("upload {} is older than {} days and will be erased", upload, properties.keep().toDays());
            }
        } catch (RuntimeException e) {
            LOG.warn("what is too old could not be deleted; it is tried again", e);
        }
    }

    private List<String> old() {
        var limit = OffsetDateTime.now(clock).minus(properties.keep());
        return jdbc.sql("""
                select u.id from upload u
                 where u.stored_at < ? and not u.bundled and u.erase_at is null
                   and not exists (select 1 from run_tag t where t.upload_id = u.id)
                   and not exists (select 1 from run_note n where n.upload_id = u.id)
                   and not exists (select 1 from baseline_run b where b.upload_id = u.id)
                 order by u.stored_at limit ?
                """).params(limit, AT_A_TIME).query(String.class).list();
    }
}
