package org.gpucomm.server.ingest.uploads;

import java.time.Duration;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** The tasks that delete uploads. */
@Configuration(proxyBeanMethods = false)
class HousekeepingTasks {

    private static final Duration BETWEEN_RETENTIONS = Duration.ofMinutes(10);

    @Bean
    Task<Void> eraseDueUploads(Erasure erasure) {
        return Tasks.recurring("erasure", FixedDelay.of(erasure.betweenLooks()))
                .execute((task, context) -> erasure.eraseDue());
    }

    /** @return null in a server that keeps uploads for ever */
    @Bean
    @Nullable
    Task<Void> deleteOldUploads(IngestProperties properties, Retention retention) {
        return properties.keep().isPositive()
                ? Tasks.recurring("retention", FixedDelay.of(BETWEEN_RETENTIONS))
                        .execute((task, context) -> retention.deleteOld())
                : null;
    }
}
