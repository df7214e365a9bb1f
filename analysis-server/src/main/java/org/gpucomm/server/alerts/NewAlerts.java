package org.gpucomm.server.alerts;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.gpucomm.results.Secrets;
import org.gpucomm.server.history.HistorySummaries;
import org.gpucomm.server.history.HistorySummaries.Changed;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

/** News of the last day without an alert: uploads with flagged runs, and changed histories. */
@Component
class NewAlerts {

    private static final int FLAGS_TOLD = 20;

    private final JdbcClient jdbc;
    private final HistorySummaries summaries;
    private final AlertProperties properties;

    NewAlerts(JdbcClient jdbc, HistorySummaries summaries, AlertProperties properties) {
        this.jdbc = jdbc;
        this.summaries = summaries;
        this.properties = properties;
    }

    /** @param port port of this server */
    List<Alert> now(int port) {
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

    record Flagged(String id, String name) {}

    record Flag(String run, String flag, String detail) {}

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
}
