package org.gpucomm.server.alerts;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
class AlertsConfiguration {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    /** @return null in a server without a webhook */
    @Bean
    @Nullable
    Task<Void> sendAlerts(AlertProperties properties, Alerts alerts, ApplicationContext context) {
        if (properties.alertWebhook() == null) {
            return null;
        }
        var webhook = new Webhook(properties.alertWebhook());
        int port = context instanceof WebServerApplicationContext web && web.getWebServer() != null
                ? web.getWebServer().getPort()
                : 0;
        return Tasks.recurring("alerts", FixedDelay.of(BETWEEN_LOOKS)).execute((task, execution) -> alerts.send(webhook,
                port, execution.getSchedulerState()::isShuttingDown));
    }
}
