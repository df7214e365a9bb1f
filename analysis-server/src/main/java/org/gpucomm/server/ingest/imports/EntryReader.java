package org.gpucomm.server.ingest.imports;

import java.io.IOException;
import java.util.function.BooleanSupplier;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Mappings;
import org.gpucomm.server.ingest.parsing.NumberedLog;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.ingest.parsing.RefusedFile;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * Reader of one upload, many entries at a time. The row of the reading counts the entries in the tables: each chunk raises that
 * count in its own transaction. A restarted job reads that many entries and leaves them out, so parser and numbering are
 * where they were. Batch's own record of the step cannot replace the count: it is empty if the server is killed just as it
 * resumes.
 */
final class EntryReader implements ItemStreamReader<Prepared> {

    private final Reading reading;
    private final Mappings mappings;
    private final Preparation preparation;
    private final Readings readings;
    private final BooleanSupplier stopping;
    private @Nullable NumberedLog log;
    private @Nullable ReadAhead ahead;

    /** @param stopping asked while it looks for the place where it goes on */
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
            log = mappings.open(reading);
            ahead = new ReadAhead(log, preparation, readings.entriesInTables(reading.id()), stopping);
        } catch (IOException | UnreadableFile e) {
            throw new ItemStreamException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public @Nullable Prepared read() throws IOException, UnreadableFile, RefusedFile {
        if (log == null || ahead == null) {
            throw new IllegalStateException("read before open");
        }
        var next = ahead.next();
        if (next == null) {
            mappings.askOf(reading, log.asked());
            log.requireResults();
            readings.recognised(reading.id(), log.formats());
            return null;
        }
        return next;
    }

    @Override
    public void close() {
        try {
            if (ahead != null) {
                ahead.close();
            }
        } catch (IOException e) {
            throw new ItemStreamException("cannot close " + reading.sha256(), e);
        }
    }
}
