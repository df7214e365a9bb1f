package org.gpucomm.server.ingest.imports;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The order of imports. Whoever has had fewer turns comes first, then whose file is smaller, then who came first. A turn ends
 * after some seconds if others wait; each is twice as long as the one before, since what goes on reads its file again from the
 * beginning.
 */
final class ImportTurns {

    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 10;

    private final PriorityBlockingQueue<Runnable> queue = new PriorityBlockingQueue<>();
    private final ThreadPoolExecutor executor;
    private final Map<Long, Integer> had = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final LongSupplier nanos;

    /** @param nanos the time, as {@link System#nanoTime()} tells it */
    ImportTurns(int atATime, LongSupplier nanos) {
        this.nanos = nanos;
        this.executor = new ThreadPoolExecutor(atATime, atATime, 0, TimeUnit.SECONDS, queue,
                Thread.ofPlatform().name("import-", 1).factory());
    }

    /** Runs what is no import before all that are. */
    void first(Runnable work) {
        executor.execute(new Task(-1, 0, numbers.incrementAndGet(), work));
    }

    /** @param bytes of its file */
    void add(long reading, long bytes, Runnable work) {
        executor.execute(new Task(had.getOrDefault(reading, 0), bytes, numbers.incrementAndGet(), work));
    }

    /** Begins a turn of that reading. */
    Turn begin(long reading) {
        int turns = had.getOrDefault(reading, 0);
        return new Turn(nanos.getAsLong(), FIRST.toNanos() << Math.min(turns, MOST_DOUBLINGS));
    }

    /** The turn ended, and the import has not. */
    void endTurn(long reading) {
        had.merge(reading, 1, Integer::sum);
    }

    /** The import has ended. */
    void end(long reading) {
        had.remove(reading);
    }

    /** Takes no more; what has begun may go on for so long. No interrupts: H2 closes its file when its writer is interrupted. */
    void close(Duration patience) throws InterruptedException {
        executor.shutdown();
        executor.awaitTermination(patience.toSeconds(), TimeUnit.SECONDS);
    }

    /** From when to when a reading is imported, if others wait. */
    final class Turn {

        private final long began;
        private final long length;

        private Turn(long began, long length) {
            this.began = began;
            this.length = length;
        }

        boolean isOver() {
            return nanos.getAsLong() - began >= length && !queue.isEmpty();
        }
    }

    private record Task(int turns, long bytes, long number, Runnable work) implements Runnable, Comparable<Task> {

        @Override
        public void run() {
            work.run();
        }

        @Override
        public int compareTo(Task other) {
            int byTurns = Integer.compare(turns, other.turns);
            int byBytes = byTurns != 0 ? byTurns : Long.compare(bytes, other.bytes);
            return byBytes != 0 ? byBytes : Long.compare(number, other.number);
        }
    }
}
