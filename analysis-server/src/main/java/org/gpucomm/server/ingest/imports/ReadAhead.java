package org.gpucomm.server.ingest.imports;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BooleanSupplier;

import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.gpucomm.server.ingest.parsing.NumberedLog;
import org.gpucomm.server.ingest.parsing.RefusedFile;
import org.jspecify.annotations.Nullable;

/**
 * Thread that reads a log and prepares its entries some chunks ahead, so that the database never waits for the reader.
 */
final class ReadAhead implements Closeable {

    private static final int ENTRIES_OF_A_BATCH = 4000;
    /** Stored characters of lines that were not understood; an ordinary batch has none. */
    private static final int TEXT_OF_A_BATCH = 1 << 20;
    /** A chunk costs a commit and Batch's notes of it, and is in memory. */
    private static final int BATCHES_OF_A_CHUNK = 8;
    private static final int CHUNKS = 2;
    /** Entries that are left out between two looks at whether to stop. */
    private static final int LOOK = 4096;

    private final NumberedLog log;
    private final Preparation preparation;
    private final BooleanSupplier stopping;
    private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;
    private @Nullable Batch latest;
    private volatile boolean closed;

    /**
     * Begins to read.
     *
     * @param skipped  number of entries that are read and left out first
     * @param stopping asked meanwhile; true ends it by {@link Interrupted}
     */
    ReadAhead(NumberedLog log, Preparation preparation, long skipped, BooleanSupplier stopping) {
        this.log = log;
        this.preparation = preparation;
        this.stopping = stopping;
        // No virtual thread: it would hold one of the few processors on which requests are answered.
        this.thread = Thread.ofPlatform().daemon().name("read-ahead").start(() -> fill(skipped));
    }

    /** Returns what the next entries put into the tables; null after the last. */
    @Nullable
    Prepared next() throws IOException, RefusedFile {
        while (latest == null || !latest.isLast()) {
            latest = take();
            if (latest.prepared() != null) {
                return latest.prepared();
            }
        }
        latest.rethrow();
        return null;
    }

    /** Ends the thread; the log is no longer read after this. */
    @Override
    public void close() throws IOException {
        closed = true;
        batches.clear();
        try {
            // It may have been about to hand over one more.
            while (!thread.join(Duration.ofMillis(10))) {
                batches.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.close();
    }

    private Batch take() throws IOException {
        try {
            return batches.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading", e);
        }
    }

    private void fill(long skipped) {
        try {
            var batch = skip(skipped);
            while (!closed) {
                batches.put(batch);
                if (batch.isLast()) {
                    return;
                }
                batch = read();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Batch skip(long entries) {
        preparation.skip(entries);
        try {
            for (long i = 0; i < entries && !closed && log.next() != null; i++) {
                // Already in the tables.
                if (i % LOOK == 0 && stopping.getAsBoolean()) {
                    throw new Interrupted();
                }
            }
            return new Batch(null, false, null);
        } catch (IOException | RefusedFile | RuntimeException e) {
            return new Batch(null, true, e);
        }
    }

    private Batch read() {
        Exception failure = null;
        boolean more = true;
        boolean any = false;
        for (int batch = 0; more && batch < BATCHES_OF_A_CHUNK && !closed; batch++) {
            var entries = new ArrayList<NumberedEntry>(ENTRIES_OF_A_BATCH);
            try {
                more = read(entries);
            } catch (IOException | RefusedFile | RuntimeException e) {
                failure = e;
                more = false;
            }
            any |= !entries.isEmpty();
            try {
                preparation.add(entries);
            } catch (RuntimeException e) {
                return new Batch(null, true, e);
            }
        }
        return new Batch(any ? preparation.take() : null, !more, failure);
    }

    /** Returns whether the log goes on. */
    private boolean read(List<NumberedEntry> entries) throws IOException, RefusedFile {
        for (int text = 0; entries.size() < ENTRIES_OF_A_BATCH && text < TEXT_OF_A_BATCH;) {
            var entry = log.next();
            if (entry == null) {
                return false;
            }
            entries.add(entry);
            text += entry.entry() instanceof Entry.Problem problem ? problem.text().length() : 0;
        }
        return true;
    }

    /** It was to stop before it had come to where it goes on; nothing has changed. */
    static final class Interrupted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private Interrupted() {
            super("the import was interrupted");
        }
    }

    /** @param failure what ended the reading; null = nothing did, or the end of the log */
    private record Batch(@Nullable Prepared prepared, boolean isLast, @Nullable Exception failure) {

        void rethrow() throws IOException, RefusedFile {
            switch (failure) {
                case IOException e -> throw e;
                case RefusedFile e -> throw e;
                case RuntimeException e -> throw e;
                case null, default -> {
                    // The log has ended.
                }
            }
        }
    }
}
