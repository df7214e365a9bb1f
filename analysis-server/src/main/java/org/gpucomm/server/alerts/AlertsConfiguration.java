package org.gpucomm.server.alerts;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
class AlertsConfiguration {

    /** Nothing of it is made in a server without a webhook. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> beginAlerts(AlertProperties properties, ObjectProvider<Alerts> alerts) {
        return ready -> {
            var webhook = properties.alertWebhook();
            if (webhook != null && ready.getApplicationContext() instanceof WebServerApplicationContext context) {
                var server = context.getWebServer();
                alerts.getObject().begin(webhook, server == null ? 0 : server.getPort());
            }
        };
    }
}
