package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

/**
 * Limit of the requests that compute at once: parse, analyse or draw. There is one permit fewer than there are cores, so that one core is
 * left for all others, and no more than the heap has room for. Requests wait in the order in which they came, and hold no connection to
 * the database while they wait.
 */
@Component
public class ConcurrencyLimiter {

    /** What one may need that computes: the evidence of some 100,000 measurements, the pixels of a picture. */
    private static final long HEAP_OF_ONE = 192L << 20;

    private final Semaphore free;
    /** What computes may ask for something else that does. */
    private final ThreadLocal<Boolean> mine = new ThreadLocal<>();

    public ConcurrencyLimiter() {
        this(permits(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory()));
    }

    ConcurrencyLimiter(int permits) {
        free = new Semaphore(permits, true);
    }

    static int permits(int cores, long heap) {
        return (int) Math.clamp(cores - 1L, 1, Math.max(1, heap / HEAP_OF_ONE));
    }

    /** A permit that is held, by the thread that is to close it. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {

        @Override
        void close();
    }

    /** Waits for a permit. A thread that holds one already holds it again. */
    public Permit acquire() {
        if (mine.get() != null) {
            return () -> {};
        }
        free.acquireUninterruptibly();
        return acquired();
    }

    /** The same for a thread that has none. @throws TooBusy if none was free within that time */
    Permit acquire(Duration within) {
        acquire(free, within);
        return acquired();
    }

    private Permit acquired() {
        mine.set(true);
        return () -> {
            mine.remove();
            free.release();
        };
    }

    /** @throws TooBusy likewise, or if the server stops */
    static void acquire(Semaphore from, Duration within) {
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
