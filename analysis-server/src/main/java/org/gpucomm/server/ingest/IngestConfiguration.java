package org.gpucomm.server.ingest;

import java.time.Clock;
import java.time.Duration;

import org.gpucomm.server.ingest.files.IngestProperties;
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

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngestProperties.class)
class IngestConfiguration {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Batch is set up, and imports are taken up, when the server already answers. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> beginImports(ObjectProvider<PendingImports> imports) {
        return ready -> Thread.ofPlatform().name("begin-imports")
                .start(() -> begin(imports, ready.getApplicationContext()));
    }

    @Bean
    Task<Void> schedulePendingImports(PendingImports imports) {
        return Tasks.recurring("pending-imports", FixedDelay.of(BETWEEN_LOOKS))
                .execute((task, context) -> imports.schedule());
    }

    private static void begin(ObjectProvider<PendingImports> imports, ConfigurableApplicationContext context) {
        try {
            imports.getObject().begin();
        } catch (BeansException e) {
            // A server that is stopped at once imports nothing.
            if (context.isActive()) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
