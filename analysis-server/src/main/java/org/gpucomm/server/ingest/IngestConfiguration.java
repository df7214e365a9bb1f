package org.gpucomm.server.ingest;

import java.time.Clock;

import org.gpucomm.server.ingest.files.IngestProperties;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngestProperties.class)
class IngestConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Batch is set up, and imports are taken up, when the server already answers. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> takeUpImports(ObjectProvider<TakeUp> beginning) {
        return ready -> Thread.ofPlatform().name("take-up")
                .start(() -> takeUp(beginning, ready.getApplicationContext()));
    }

    private static void takeUp(ObjectProvider<TakeUp> beginning, ConfigurableApplicationContext context) {
        try {
            beginning.getObject().begin();
        } catch (BeansException e) {
            // A server that is stopped at once takes up nothing.
            if (context.isActive()) {
                throw e;
            }
        }
    }
}
