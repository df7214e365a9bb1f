package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

/**
 * Limit of concurrent requests that parse, analyse or draw. There is one permit fewer than cores, which leaves a core for all other
 * requests, and no more than fit into the heap. Requests wait in the order of their arrival, without a database connection.
 */
@Component
public class ConcurrencyLimiter {

    /** Heap that one computation may need: the evidence of some 100,000 measurements, or the pixels of an image. */
    private static final long HEAP_OF_ONE = 192L << 20;

    private final Semaphore free;
    /** Whether the thread has a permit; a computation may call another. */
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

    /** Permit of the current thread, which must close it. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {

        @Override
        void close();
    }

    /** Waits for a permit. A thread that already has one does not wait. */
    public Permit acquire() {
        if (mine.get() != null) {
            return () -> {};
        }
        free.acquireUninterruptibly();
        return acquired();
    }

    /** Waits for a permit in a thread without one. @throws TooBusy if none is released within the given time */
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

    /** @throws TooBusy if there is no permit within the given time, or the server stops */
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
