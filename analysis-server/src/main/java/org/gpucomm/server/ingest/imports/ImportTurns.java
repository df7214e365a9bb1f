package org.gpucomm.server.ingest.imports;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The order of imports. Anyone who has had fewer turns comes first, then whose file is smaller, then who came first. A turn ends
 * after some seconds if others wait; each is twice as long as the one before, since what goes on reads its file again from the
 * beginning. So that two that have come to long turns do not hold up all others, one of them gives way to who has had none.
 */
final class ImportTurns {

    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 10;

    private final PriorityBlockingQueue<Runnable> queue = new PriorityBlockingQueue<>();
    private final ThreadPoolExecutor executor;
    private final Map<Long, Integer> had = new ConcurrentHashMap<>();
    private final Map<Long, Turn> running = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final LongSupplier nanos;

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
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
        var turn = new Turn(had.getOrDefault(reading, 0), nanos.getAsLong());
        running.put(reading, turn);
        return turn;
    }

    /** The turn ended, and the import has not. */
    void endTurn(long reading) {
        running.remove(reading);
        had.merge(reading, 1, Integer::sum);
    }

    /** The import has ended. */
    void end(long reading) {
        running.remove(reading);
        had.remove(reading);
    }

    /** Takes no more; what has begun may go on for so long. No interrupts: H2 closes its file when its writer is interrupted. */
    void close(Duration patience) throws InterruptedException {
        executor.shutdown();
        executor.awaitTermination(patience.toSeconds(), TimeUnit.SECONDS);
    }

    /** From when to when a reading is imported, if others wait. */
    final class Turn {

        /** How many it had before. */
        private final int before;
        private final long began;

        private Turn(int before, long began) {
            this.before = before;
            this.began = began;
        }

        boolean isOver() {
            var next = queue.peek();
            long taken = nanos.getAsLong() - began;
            return next != null && (taken >= FIRST.toNanos() << Math.min(before, MOST_DOUBLINGS)
                    || taken >= FIRST.toNanos() && ((Task) next).turns() <= 0 && givesWay());
        }

        /** Of as many as there are threads, all of which have had turns, the one that has had most. */
        private boolean givesWay() {
            var all = List.copyOf(running.values());
            return all.size() > 1 && all.size() == executor.getMaximumPoolSize()
                    && all.stream().allMatch(turn -> turn.before > 0)
                    && all.stream().max(Comparator.<Turn>comparingInt(turn -> turn.before)
                            .thenComparingLong(turn -> turn.began)).orElseThrow() == this;
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
