package org.gpucomm.server.alerts;

import java.util.List;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class holds what is to be told and what was: the table of alerts. Of several servers one writes each down, since a
 * subject is there once, and one sends it, since who claims it has it for a minute. Times are the database's.
 */
@Component
class Outbox {

    private static final String BEGUN = "begun";
    private static final int LONGEST_PAUSE = 600;
    private static final int FIRST_PAUSE = 2;
    private static final int MOST_DOUBLINGS = 9;

    private final JdbcClient jdbc;

    Outbox(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Writes down what is new. What is there when alerts are switched on for the first time is not news. */
    void add(List<Alert> alerts) {
        boolean begun = jdbc.sql("select count(*) from alert where subject = ?").param(BEGUN).query(Long.class)
                .single() > 0;
        alerts.forEach(alert -> add(alert, begun));
        if (!begun) {
            add(new Alert(BEGUN, ""), false);
        }
    }

    private void add(Alert alert, boolean isNews) {
        try {
            jdbc.sql("""
                    insert into alert (subject, body, history, seen_until, made_at, due_at, sent_at)
                    values (?, ?, ?, ?, current_timestamp, current_timestamp, %s)
                    """.formatted(isNews ? "null" : "current_timestamp"))
                    .params(alert.subject(), alert.body(), alert.history(),
                            alert.until())
                    .update();
        } catch (DuplicateKeyException e) {
            // Another server has written it down.
        }
    }

    /** Those that may be tried now, of the last day: nobody wants to hear of older ones. */
    List<Due> due() {
        return jdbc.sql("""
                select id, subject, body, tries from alert
                 where sent_at is null and due_at <= current_timestamp
                   and made_at > current_timestamp - interval '1' day
                 order by id
                """).query(Due.class).list();
    }

    /** @return whether this server has it now; another may try it when this one has not within a minute */
    boolean claim(Due due) {
        return jdbc.sql("""
                update alert set due_at = current_timestamp + interval '60' second, tries = tries + 1
                 where id = ? and tries = ? and sent_at is null
                """).params(due.id(), due.tries()).update() == 1;
    }

    void sent(Due due) {
        jdbc.sql("update alert set sent_at = current_timestamp where id = ?").param(due.id()).update();
    }

    /** Twice as long after each try. */
    void postpone(Due due) {
        int seconds = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(MOST_DOUBLINGS, due.tries()));
        jdbc.sql("update alert set due_at = current_timestamp + interval '" + seconds + "' second where id = ?")
                .param(due.id()).update();
    }

    /** @param tries so far */
    record Due(long id, String subject, String body, int tries) {}
}
