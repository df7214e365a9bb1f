package org.gpucomm.server.ingest.imports;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Mappings;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.gpucomm.server.ingest.parsing.NumberedLog;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.ingest.parsing.RefusedFile;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * Reader of one upload that returns many entries at a time. A separate thread reads and prepares them some chunks ahead, so that the
 * database never waits. The row of the reading counts the entries in the tables; each chunk raises that count in its own transaction. A
 * restarted job reads that number of entries and skips them, which restores the state of parser and numbering. Batch's own record of the
 * step cannot replace the count: it is empty if the server is killed just as it resumes.
 */
final class EntryReader implements ItemStreamReader<Prepared> {

    private static final int ENTRIES_OF_A_BATCH = 4000;
    /** Limit of stored characters of lines that were not understood; a normal batch has none. */
    private static final int TEXT_OF_A_BATCH = 1 << 20;
    /** Batches per chunk. A chunk costs a commit and Batch's bookkeeping, and is in memory. */
    private static final int BATCHES_OF_A_CHUNK = 8;
    private static final int CHUNKS_AHEAD = 2;
    /** Number of skipped entries between two checks whether to stop. */
    private static final int LOOK = 4096;

    private final Reading reading;
    private final Mappings mappings;
    private final Preparation preparation;
    private final Readings readings;
    private final BooleanSupplier stopping;
    /** A platform thread, since a virtual one would occupy one of the few processors that answer requests. */
    private final ExecutorService thread = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("read-ahead").factory());
    private final Queue<Future<@Nullable Prepared>> ahead = new ArrayDeque<>();
    private @Nullable NumberedLog log;
    /** Used only by that thread, as is {@code failure}. */
    private boolean ended;
    private @Nullable Exception failure;
    private volatile boolean closed;

    /** @param stopping whether to stop; asked while entries are skipped */
    EntryReader(Reading reading, Mappings mappings, Preparation preparation, Readings readings,
            BooleanSupplier stopping) {
        this.reading = reading;
        this.mappings = mappings;
        this.preparation = preparation;
        this.readings = readings;
        this.stopping = stopping;
    }

    @Override
    public void open(ExecutionContext context) {
        try {
            var opened = mappings.open(reading);
            log = opened;
            long inTables = readings.entriesInTables(reading.id());
            ahead.add(thread.submit(() -> first(opened, inTables)));
            while (ahead.size() < CHUNKS_AHEAD) {
                ahead.add(thread.submit(() -> chunk(opened)));
            }
        } catch (IOException | UnreadableFile e) {
            throw new ItemStreamException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public @Nullable Prepared read() throws Exception {
        var from = Objects.requireNonNull(log);
        var next = await(ahead.remove());
        if (next != null) {
            ahead.add(thread.submit(() -> chunk(from)));
            return next;
        }
        var read = from.reader();
        mappings.askOf(reading, read.asked());
        read.requireResults();
        readings.recognised(reading.id(), read.formats());
        return null;
    }

    private static @Nullable Prepared await(Future<@Nullable Prepared> chunk) throws Exception {
        try {
            return chunk.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading", e);
        }
    }

    /** Ends the thread, and closes the log once nothing reads it. */
    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            // The thread is not interrupted, since H2 closes its file when a thread that uses it is interrupted.
            thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            if (log != null) {
                log.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new ItemStreamException("cannot close " + reading.sha256(), e);
        }
    }

    /** Skips the entries that are in the tables, and returns the first chunk. */
    private @Nullable Prepared first(NumberedLog from, long inTables) throws Exception {
        preparation.skip(inTables);
        try {
            for (long i = 0; i < inTables && !closed && from.next() != null; i++) {
                if (i % LOOK == 0 && stopping.getAsBoolean()) {
                    throw new Interrupted();
                }
            }
        } catch (IOException | RefusedFile | RuntimeException e) {
            failure = e;
        }
        return chunk(from);
    }

    /** Returns the next entries, prepared for the tables; null after the last. A failure comes after the entries before it. */
    private @Nullable Prepared chunk(NumberedLog from) throws Exception {
        boolean any = false;
        for (int batch = 0; failure == null && !ended && !closed && batch < BATCHES_OF_A_CHUNK; batch++) {
            var entries = new ArrayList<NumberedEntry>(ENTRIES_OF_A_BATCH);
            try {
                ended = !read(from, entries);
            } catch (IOException | RefusedFile | RuntimeException e) {
                failure = e;
            }
            any |= !entries.isEmpty();
            try {
                preparation.add(entries);
            } catch (RuntimeException e) {
                failure = e;
                any = false;
            }
        }
        if (any) {
            return preparation.take();
        }
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    /** Reads a batch of entries and returns whether the log has more. */
    private static boolean read(NumberedLog from, List<NumberedEntry> entries) throws IOException, RefusedFile {
        for (int text = 0; entries.size() < ENTRIES_OF_A_BATCH && text < TEXT_OF_A_BATCH;) {
            var entry = from.next();
            if (entry == null) {
                return false;
            }
            entries.add(entry);
            text += entry.entry() instanceof Entry.Problem problem ? problem.text().length() : 0;
        }
        return true;
    }

    /** Interruption before the reader had skipped all entries in the tables; nothing has changed. */
    static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Interrupted() {
            super("the import was interrupted");
        }
    }
}
