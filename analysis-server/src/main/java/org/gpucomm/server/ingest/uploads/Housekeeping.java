package org.gpucomm.server.ingest.uploads;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A thread that does something again and again, until the server stops. */
final class Housekeeping {

    private static final int SECONDS_TO_STOP = 15;

    private final ScheduledExecutorService executor;

    /** @param name of the thread */
    Housekeeping(String name) {
        this.executor = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name(name).factory());
    }

    /** Does it now, and again so long after it was done. */
    void every(Duration pause, Runnable work) {
        executor.scheduleWithFixedDelay(work, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends, after what is being done. No interrupts: H2 closes its file when a thread that writes to it is interrupted. */
    void stop() throws InterruptedException {
        executor.shutdown();
        executor.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    }
}
