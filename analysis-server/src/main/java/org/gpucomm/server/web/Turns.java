package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.springframework.stereotype.Component;

/**
 * This class has those wait for one another whose answers take much memory, in the order in which they came. Who waits holds
 * nothing meanwhile that others need: no connection to the database, of which there are few.
 */
@Component
public class Turns {

    private static final int AT_A_TIME = 2;

    private final Semaphore free = new Semaphore(AT_A_TIME, true);

    /** Answers what nobody waits for. */
    public <T> T taking(Supplier<T> answer) {
        free.acquireUninterruptibly();
        try {
            return answer.get();
        } finally {
            free.release();
        }
    }

    /** Takes a turn, which is to be given back. @throws TooBusy if none was free within that time */
    void take(Duration within) {
        take(free, within);
    }

    void giveBack() {
        free.release();
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
