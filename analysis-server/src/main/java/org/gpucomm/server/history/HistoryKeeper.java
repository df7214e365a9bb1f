package org.gpucomm.server.history;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.history.ToldHistories.Unkept;
import org.gpucomm.server.ingest.imports.Imported;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Background update of the summaries of histories that imports have changed, so that the next request need not wait for it.
 */
@Component
class HistoryKeeper implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryKeeper.class);
    /** Imports often come one after the other. */
    private static final int QUIET_MILLIS = 300;
    private static final int SECONDS_TO_STOP = 15;

    private final ToldHistories told;
    private final ScheduledExecutorService executor = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("histories-", 1).factory());
    private @Nullable Future<?> next;
    private boolean waits;
    private volatile boolean stopping;

    HistoryKeeper(ToldHistories told) {
        this.told = told;
    }

    @EventListener(Imported.class)
    synchronized void keepWhenQuiet() {
        if (next != null) {
            next.cancel(false);
        }
        waits = false;
        keepSoon();
    }

    /** However often somebody asks meanwhile, it begins in time. */
    @EventListener(Unkept.class)
    synchronized void keepSoon() {
        if (!waits && !stopping) {
            waits = true;
            next = executor.schedule(this::keep, QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void destroy() throws InterruptedException {
        synchronized (this) {
            stopping = true;
            executor.shutdown();
        }
        // No interrupts: H2 closes its file when a thread that writes to it is interrupted.
        executor.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    }

    private void keep() {
        synchronized (this) {
            waits = false;
        }
        try {
            told.keepAll(() -> stopping);
        } catch (RuntimeException e) {
            // A list that is asked for reads what is missing.
            LOG.warn("what histories tell could not be kept", e);
        }
    }
}
