package org.gpucomm.server.alerts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.gpucomm.server.alerts.Outbox.Due;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** Background task that finds news, stores it as alerts and sends stored alerts, so that a stop in between loses none. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
class Alerts {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration TO_ANSWER = Duration.ofSeconds(20);

    private final NewAlerts newAlerts;
    private final Outbox outbox;

    Alerts(NewAlerts newAlerts, Outbox outbox) {
        this.newAlerts = newAlerts;
        this.outbox = outbox;
    }

    /** Returns the task; null without a webhook. */
    @Bean
    @Nullable
    Task<Void> sendAlerts(AlertProperties properties, ApplicationContext context) {
        if (properties.alertWebhook() == null) {
            return null;
        }
        var webhook = new Webhook(properties.alertWebhook(),
                HttpClient.newBuilder().connectTimeout(TO_CONNECT).build());
        int port = context instanceof WebServerApplicationContext web && web.getWebServer() != null
                ? web.getWebServer().getPort()
                : 0;
        return Tasks.recurring("alerts", FixedDelay.of(BETWEEN_LOOKS)).execute((task, execution) -> send(webhook,
                port, execution.getSchedulerState()::isShuttingDown));
    }

    /** @param port port of this server, for links if it has no public URL @param stopping asked between two alerts */
    private void send(Webhook webhook, int port, BooleanSupplier stopping) {
        try {
            outbox.add(newAlerts.now(port));
            for (var due : outbox.due()) {
                if (!stopping.getAsBoolean() && outbox.claim(due)) {
                    send(webhook, due);
                }
            }
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database is away", e);
        } catch (RuntimeException e) {
            LOG.warn("alerts could not be looked for; it is tried again", e);
        }
    }

    private void send(Webhook webhook, Due due) {
        var failure = webhook.send(due.subject(), due.body());
        if (failure.isEmpty()) {
            outbox.sent(due);
        } else {
            outbox.postpone(due);
            LOG.warn("the alert {} could not be sent to {}: {}; it is tried again", due.subject(), webhook,
                    failure.get());
        }
    }

    /** Webhook that receives alerts. Many services (such as Slack) treat its URL as a secret, so only its host is shown. */
    private record Webhook(URI address, HttpClient http) {

        /** Posts an alert. @return reason for a failure; empty on success */
        Optional<String> send(String subject, String body) {
            var request = HttpRequest.newBuilder(address).timeout(TO_ANSWER).header("Content-Type", "application/json")
                    .header("Idempotency-Key", subject).POST(BodyPublishers.ofString(body)).build();
            try {
                int status = http.send(request, BodyHandlers.discarding()).statusCode();
                return status / 100 == 2 ? Optional.empty() : Optional.of("it answered " + status);
            } catch (IOException e) {
                return Optional.of("it could not be reached");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.of("the server stops");
            }
        }

        @Override
        public String toString() {
            return String.valueOf(address.getHost());
        }
    }
}
