package org.gpucomm.server.ingest;

import java.time.Clock;
import java.time.Duration;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.rereading.Rereading;
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

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(20);

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Batch is set up, and imports are taken up, when the server already answers. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> doStartupWork(ObjectProvider<StartupWork> work) {
        return ready -> Thread.ofPlatform().name("startup-work").start(() -> run(work, ready.getApplicationContext()));
    }

    /** What another server left, and what came while the database was away. */
    @Bean
    Task<Void> unfinishedImports(Imports imports, Rereading rereading) {
        return Tasks.recurring("unfinished-imports", FixedDelay.of(BETWEEN_LOOKS)).execute((task, context) -> {
            rereading.renewUnfinished();
            imports.submitUnfinished();
        });
    }

    private static void run(ObjectProvider<StartupWork> work, ConfigurableApplicationContext context) {
        try {
            work.getObject().run();
        } catch (BeansException e) {
            // A server that is stopped at once has no such work.
            if (context.isActive()) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
