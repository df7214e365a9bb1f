package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

/**
 * Limit of the requests that compute at once: parse, analyse or draw. There is one place fewer than there are cores, so that one core is
 * left for all others, and no more than the heap has room for. Requests wait in the order in which they came, and hold no connection to
 * the database while they wait.
 */
@Component
public class Turns {

    /** What one may need that computes: the evidence of some 100,000 measurements, the pixels of a picture. */
    private static final long HEAP_OF_ONE = 192L << 20;

    private final Semaphore free;
    /** What computes may ask for something else that does. */
    private final ThreadLocal<Boolean> mine = new ThreadLocal<>();

    public Turns() {
        this(atATime(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory()));
    }

    Turns(int atATime) {
        free = new Semaphore(atATime, true);
    }

    static int atATime(int cores, long heap) {
        return (int) Math.clamp(cores - 1L, 1, Math.max(1, heap / HEAP_OF_ONE));
    }

    /** A place that is taken, by the thread that is to close it. */
    @FunctionalInterface
    public interface Turn extends AutoCloseable {

        @Override
        void close();
    }

    /** Waits for a place. A thread that has one already has it again. */
    public Turn take() {
        if (mine.get() != null) {
            return () -> {};
        }
        free.acquireUninterruptibly();
        return taken();
    }

    /** The same for a thread that has none. @throws TooBusy if none was free within that time */
    Turn take(Duration within) {
        take(free, within);
        return taken();
    }

    private Turn taken() {
        mine.set(true);
        return () -> {
            mine.remove();
            free.release();
        };
    }

    /** @throws TooBusy likewise, or if the server stops */
    static void take(Semaphore from, Duration within) {
        try {
            if (!from.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TooBusy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TooBusy();
        }
    }
}
