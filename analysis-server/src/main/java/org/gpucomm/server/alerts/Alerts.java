package org.gpucomm.server.alerts;

import java.util.function.BooleanSupplier;

import org.gpucomm.server.alerts.Outbox.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Sender of alerts: it looks for news from time to time, stores them, and sends what is stored, so that nothing is lost when it stops
 * in between.
 */
@Component
class Alerts {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

    private final Occasions occasions;
    private final Outbox outbox;

    Alerts(Occasions occasions, Outbox outbox) {
        this.occasions = occasions;
        this.outbox = outbox;
    }

    /**
     * Sends what is new and what waits.
     *
     * @param port     of this server, for links where it has no public address
     * @param stopping asked between two; true ends it
     */
    void send(Webhook webhook, int port, BooleanSupplier stopping) {
        try {
            outbox.add(occasions.now(port));
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
}
