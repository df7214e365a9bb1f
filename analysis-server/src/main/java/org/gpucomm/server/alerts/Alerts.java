package org.gpucomm.server.alerts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.gpucomm.results.Secrets;
import org.gpucomm.server.alerts.Outbox.Due;
import org.gpucomm.server.history.HistorySummaries.Changed;
import org.gpucomm.server.history.HistorySummaries;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

import tools.jackson.databind.json.JsonMapper;

/** Background task that finds news, stores it as alerts and sends stored alerts, so that a stop in between loses none. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
class Alerts {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration TO_ANSWER = Duration.ofSeconds(20);
    private static final int FLAGS_TOLD = 20;

    private final JdbcClient jdbc;
    private final HistorySummaries summaries;
    private final AlertProperties properties;
    private final Outbox outbox;

    Alerts(JdbcClient jdbc, HistorySummaries summaries, AlertProperties properties, Outbox outbox) {
        this.jdbc = jdbc;
        this.summaries = summaries;
        this.properties = properties;
        this.outbox = outbox;
    }

    /** Returns the task; null without a webhook. */
    @Bean
    @Nullable
    Task<Void> sendAlerts(ApplicationContext context) {
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
            outbox.add(news(port));
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

    /** Returns news of the last day without an alert: uploads with flagged runs, and changed histories. @param port port of this server */
    private List<Alert> news(int port) {
        var alerts = new ArrayList<Alert>();
        flagged().forEach(upload -> alerts.add(flagged(upload, port)));
        summaries.changedInTheLastDay().stream().filter(this::isNews)
                .forEach(history -> alerts.add(changed(history, port)));
        return alerts;
    }

    private List<Flagged> flagged() {
        return jdbc.sql("""
                select u.id, coalesce(u.title, u.filename) as name from upload u
                 where not u.bundled and u.hidden_at is null and u.stored_at > current_timestamp - interval '1' day
                   and exists (select 1 from run r join run_flag f on f.run_id = r.id
                                where r.upload_id = u.id and r.state = 'ready')
                   and not exists (select 1 from alert a where a.subject = concat('upload:', u.id))
                 order by u.stored_at
                """).query(Flagged.class).list();
    }

    private Alert flagged(Flagged upload, int port) {
        var flags = jdbc.sql("""
                select concat(r.upload_id, '-', r.section) as run, f.flag, f.detail
                  from run r join run_flag f on f.run_id = r.id
                 where r.upload_id = ? and r.state = 'ready' order by r.section, f.flag
                """).param(upload.id()).query(Flag.class).list();
        long runs = flags.stream().map(Flag::run).distinct().count();
        var said = flags.stream().map(flag -> flag.flag().replace('_', ' ') + " (" + Secrets.hide(flag.detail()) + ")")
                .distinct().limit(3).toList();
        var url = properties.link(port, "/uploads/" + upload.id());
        var text = (runs == 1 ? "A run" : runs + " runs") + " of " + upload.name() + (runs == 1 ? " has" : " have")
                + " a flag: " + String.join("; ", said) + ". " + url;
        var body = body("run_flagged", text, url);
        body.put("upload", upload.id());
        body.put("flags", flags.stream().limit(FLAGS_TOLD)
                .map(flag -> Map.of("run", flag.run(), "flag", flag.flag(), "detail", Secrets.hide(flag.detail())))
                .toList());
        return new Alert("upload:" + upload.id(), JsonMapper.shared().writeValueAsString(body));
    }

    /** Returns whether a change is new. With more runs, a known change is located more precisely, often at another run. */
    private boolean isNews(Changed history) {
        return jdbc.sql("select count(*) from alert where history = ? and seen_until >= ?")
                .params(history.hash(), history.at()).query(Long.class).single() == 0;
    }

    private Alert changed(Changed history, int port) {
        var url = properties.link(port, "/regressions?id=" + history.hash());
        var text = String.format(Locale.ROOT, "%s takes %.1f %% %s since %s, at %d message size%s (n = %d runs). %s",
                summaries.title(history), Math.abs(history.effect()) * 100,
                history.effect() > 0 ? "more time" : "less time",
                history.at().toInstant(), history.sizes().size(), history.sizes().size() == 1 ? "" : "s",
                history.runs(), url);
        var body = body("history_changed", text, url);
        body.put("history", history.hash());
        body.put("at", history.at().toInstant().toString());
        body.put("effect", history.effect());
        body.put("sizes", history.sizes());
        body.put("pValue", history.pValue());
        body.put("runs", history.runs());
        return new Alert("history:" + history.hash() + ":" + history.at().toInstant(),
                JsonMapper.shared().writeValueAsString(body), history.hash(), history.lastAt());
    }

    /** Returns the body of an alert. Chat programs treat {@code <…>} as a link or a call to everyone, so both characters are replaced. */
    private static Map<String, Object> body(String kind, String text, String url) {
        var body = new LinkedHashMap<String, Object>();
        body.put("text", text.replace('<', '\u2039').replace('>', '\u203A'));
        body.put("kind", kind);
        body.put("url", url);
        return body;
    }

    private record Flagged(String id, String name) {}

    private record Flag(String run, String flag, String detail) {}

    /**
     * @param subject unique key, which prevents repeated alerts
     * @param body    JSON, whose {@code text} has the complete message for people
     * @param history history whose change it reports; null for other alerts, as for {@code until}
     * @param until   time of the history's last run; an earlier change found later, with more runs, is the same change
     */
    record Alert(String subject, String body, @Nullable String history, @Nullable OffsetDateTime until) {

        Alert(String subject, String body) {
            this(subject, body, null, null);
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
