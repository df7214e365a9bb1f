package org.gpucomm.server.ingest;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import org.jspecify.annotations.Nullable;

/** Reads a log in a thread of its own, some thousand entries ahead, so that reading and writing take turns on no core. */
final class ReadAhead implements Closeable {

    private static final int ENTRIES_OF_A_BATCH = 500;
    private static final int BATCHES = 16;

    private final NumberedLog log;
    private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES);
    private final Thread thread;
    private Iterator<NumberedEntry> batch = List.<NumberedEntry>of().iterator();
    private @Nullable Batch latest;
    private volatile boolean closed;

    ReadAhead(NumberedLog log) {
        this.log = log;
        this.thread = Thread.ofVirtual().name("read-ahead").start(this::fill);
    }

    /** The next entry; null after the last. */
    @Nullable
    NumberedEntry next() throws IOException, RefusedFile {
        while (!batch.hasNext()) {
            if (latest != null && latest.isLast()) {
                latest.rethrow();
                return null;
            }
            latest = take();
            batch = latest.entries().iterator();
        }
        return batch.next();
    }

    /** Ends the thread; the log is no longer read after this. */
    @Override
    public void close() throws IOException {
        closed = true;
        batches.clear();
        try {
            // It may have been about to hand over one more.
            while (!thread.join(java.time.Duration.ofMillis(10))) {
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

    private void fill() {
        try {
            boolean more = true;
            while (more && !closed) {
                var batch = read();
                more = !batch.isLast();
                batches.put(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Batch read() {
        var entries = new ArrayList<NumberedEntry>(ENTRIES_OF_A_BATCH);
        try {
            while (entries.size() < ENTRIES_OF_A_BATCH) {
                var entry = log.next();
                if (entry == null) {
                    return new Batch(entries, true, null);
                }
                entries.add(entry);
            }
            return new Batch(entries, false, null);
        } catch (IOException | RefusedFile | RuntimeException e) {
            return new Batch(entries, true, e);
        }
    }

    /** @param failure what ended the reading; null = nothing did, or the end of the log */
    private record Batch(List<NumberedEntry> entries, boolean isLast, @Nullable Exception failure) {

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
