package org.gpucomm.server.ingest;

import java.time.Clock;
import java.time.Duration;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** Background tasks of ingestion, and the clock that it uses. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngestProperties.class)
class IngestConfiguration {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    /** Interval of the search for outdated readings, which examines all uploads. */
    private static final Duration BETWEEN_REREADS = Duration.ofMinutes(1);

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Sets up Batch and starts imports once the server answers requests. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> beginImports(ObjectProvider<PendingImports> imports) {
        return ready -> Thread.ofPlatform().name("begin-imports")
                .start(() -> begin(imports, ready.getApplicationContext()));
    }

    @Bean
    Task<Void> unfinishedImports(PendingImports imports) {
        return Tasks.recurring(ReadingVersion.taskName("unfinished-imports"), FixedDelay.of(BETWEEN_LOOKS))
                .execute((task, context) -> imports.scheduleUnfinished());
    }

    @Bean
    Task<Void> outdatedReadings(PendingImports imports) {
        return Tasks.recurring(ReadingVersion.taskName("outdated-readings"), FixedDelay.of(BETWEEN_REREADS))
                .execute((task, context) -> imports.scheduleOutdated());
    }

    private static void begin(ObjectProvider<PendingImports> imports, ConfigurableApplicationContext context) {
        try {
            imports.getObject().begin();
        } catch (BeansException e) {
            // A server that is stopped immediately imports nothing.
            if (context.isActive()) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
