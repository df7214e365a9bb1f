package org.gpucomm.server.alerts;

import java.time.OffsetDateTime;
import java.util.List;

import org.gpucomm.server.alerts.AlertsController.Item;
import org.gpucomm.server.alerts.Alerts.Alert;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

/** Table of alerts, sent and waiting. Each is inserted once, by its subject, and sent by the server that claims it. */
@Component
class Outbox {

    private static final String BEGUN = "begun";
    /** Subject of the entry that turns alerts off. While it exists, alerts are stored as sent. */
    private static final String OFF = "off";
    private static final int LONGEST_PAUSE = 600;
    private static final int FIRST_PAUSE = 2;
    private static final int MOST_DOUBLINGS = 9;

    private final JdbcClient jdbc;

    Outbox(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Stores news. At the first start with alerts, present conditions are not news. */
    void add(List<Alert> alerts) {
        boolean begun = isThere(BEGUN);
        boolean isNews = begun && !isOff();
        alerts.forEach(alert -> add(alert, isNews));
        if (!begun) {
            add(new Alert(BEGUN, ""), false);
        }
    }

    boolean isOff() {
        return isThere(OFF);
    }

    /** Turns alerts off and drops waiting ones, or on again, for all servers of the database. */
    void turn(boolean off) {
        if (!off) {
            jdbc.sql("delete from alert where subject = ?").param(OFF).update();
            return;
        }
        add(new Alert(OFF, ""), false);
        jdbc.sql("update alert set sent_at = current_timestamp where sent_at is null").update();
    }

    /** Returns the latest hundred alerts, sent or waiting, newest first. */
    List<Item> written() {
        return jdbc.sql("""
                select id, body, made_at, sent_at, tries from alert where body <> '' order by id desc
                 fetch first 100 rows only
                """)
                .query((row, n) -> {
                    var body = JsonMapper.shared().readTree(row.getString(2));
                    return new Item(row.getLong(1), body.path("text").asString(), body.path("url").asString(),
                            row.getObject(3, OffsetDateTime.class), row.getObject(4, OffsetDateTime.class),
                            row.getInt(5));
                }).list();
    }

    /** Deletes the text of an alert; its subject is not reported again. @return whether the alert existed */
    boolean take(long id) {
        return jdbc.sql("""
                update alert set body = '', sent_at = coalesce(sent_at, current_timestamp) where id = ? and body <> ''
                """).param(id).update() == 1;
    }

    private boolean isThere(String subject) {
        return jdbc.sql("select count(*) from alert where subject = ?").param(subject).query(Long.class).single() > 0;
    }

    private void add(Alert alert, boolean isNews) {
        jdbc.sql("""
                insert into alert (subject, body, history, seen_until, made_at, due_at, sent_at)
                values (?, ?, ?, ?, current_timestamp, current_timestamp, %s)
                on conflict do nothing
                """.formatted(isNews ? "null" : "current_timestamp"))
                .params(alert.subject(), alert.body(), alert.history(), alert.until()).update();
    }

    /** Returns the alerts of the last day whose next attempt is due; older ones are no longer of interest. */
    List<Due> due() {
        return jdbc.sql("""
                select id, subject, body, tries from alert
                 where sent_at is null and due_at <= current_timestamp
                   and made_at > current_timestamp - interval '1' day
                 order by id
                """).query(Due.class).list();
    }

    /** Claims an alert. @return whether this server has the claim; after a minute another server may claim it */
    boolean claim(Due due) {
        return jdbc.sql("""
                update alert set due_at = current_timestamp + interval '60' second, tries = tries + 1
                 where id = ? and tries = ? and sent_at is null
                """).params(due.id(), due.tries()).update() == 1;
    }

    void sent(Due due) {
        jdbc.sql("update alert set sent_at = current_timestamp where id = ?").param(due.id()).update();
    }

    /** Schedules the next attempt, after a pause that doubles each time. */
    void postpone(Due due) {
        int seconds = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(MOST_DOUBLINGS, due.tries()));
        jdbc.sql("update alert set due_at = current_timestamp + interval '" + seconds + "' second where id = ?")
                .param(due.id()).update();
    }

    /** @param tries number of attempts so far */
    record Due(long id, String subject, String body, int tries) {}
}
