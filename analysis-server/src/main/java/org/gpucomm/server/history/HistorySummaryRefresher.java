package org.gpucomm.server.history;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.history.HistorySummaries.Missing;
import org.gpucomm.server.ingest.imports.Imported;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Background refresh of the summaries of changed histories, so that the next request does not wait for it. */
@Component
class HistorySummaryRefresher implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(HistorySummaryRefresher.class);
    /** Delay after the last import, since imports often follow one another. */
    private static final int QUIET_MILLIS = 300;
    private static final int SECONDS_TO_STOP = 15;

    private final HistorySummaries summaries;
    private final ScheduledExecutorService executor = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("histories-", 1).factory());
    private @Nullable Future<?> next;
    private boolean waits;
    private volatile boolean stopping;

    HistorySummaryRefresher(HistorySummaries summaries) {
        this.summaries = summaries;
    }

    @EventListener(Imported.class)
    synchronized void refreshWhenQuiet() {
        if (next != null) {
            next.cancel(false);
        }
        waits = false;
        refreshSoon();
    }

    /** Schedules a refresh, which further requests do not postpone. */
    @EventListener(Missing.class)
    synchronized void refreshSoon() {
        if (!waits && !stopping) {
            waits = true;
            next = executor.schedule(this::refresh, QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void destroy() throws InterruptedException {
        synchronized (this) {
            stopping = true;
            executor.shutdown();
        }
        // The thread is not interrupted, since H2 closes its file when a thread that writes to it is interrupted.
        executor.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    }

    private void refresh() {
        synchronized (this) {
            waits = false;
        }
        try {
            summaries.refreshAll(() -> stopping);
        } catch (RuntimeException e) {
            // A list computes missing summaries on request.
            LOG.warn("the summaries of histories could not be refreshed", e);
        }
    }
}
