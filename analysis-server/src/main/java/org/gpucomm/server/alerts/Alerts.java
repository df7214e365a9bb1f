package org.gpucomm.server.alerts;

import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.alerts.Outbox.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Sender of alerts: it looks for news from time to time, stores them, and sends what is stored, so that nothing is lost when it stops
 * in between.
 */
@Component
class Alerts implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final int PAUSE = 2;
    private static final int SECONDS_TO_STOP = 15;

    private final Occasions occasions;
    private final Outbox outbox;
    private final ScheduledExecutorService thread = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("alerts").factory());
    private volatile boolean stopping;

    Alerts(Occasions occasions, Outbox outbox) {
        this.occasions = occasions;
        this.outbox = outbox;
    }

    /** @param port of this server, for links where it has no public address */
    void begin(URI address, int port) {
        var webhook = new Webhook(address);
        thread.scheduleWithFixedDelay(() -> look(webhook, port), 0, PAUSE, TimeUnit.SECONDS);
    }

    @Override
    public void destroy() throws InterruptedException {
        stopping = true;
        // No interrupts: H2 closes its file when a thread that writes to it is interrupted.
        thread.shutdown();
        thread.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    }

    private void look(Webhook webhook, int port) {
        try {
            outbox.add(occasions.now(port));
            for (var due : outbox.due()) {
                if (!stopping && outbox.claim(due)) {
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
