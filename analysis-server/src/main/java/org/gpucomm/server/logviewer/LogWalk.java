package org.gpucomm.server.logviewer;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import org.gpucomm.results.format.RawLines;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.gpucomm.server.ingest.parsing.NumberedLog;
import org.gpucomm.server.ingest.parsing.RefusedFile;
import org.jspecify.annotations.Nullable;

/** Iterator that reads the lines of a log and its entries in parallel and joins them. */
final class LogWalk implements Closeable {

    /** Maximum number of entries that wait for their lines; entries come out of order while a torn line is held back. */
    private static final int MOST_WAITING = 50_000;

    private final RawLines lines;
    private final @Nullable NumberedLog log;
    private final Map<LineId, NumberedEntry> waiting = new HashMap<>();
    private boolean ended;
    private int member = 1;
    private long inMember;
    private long before;

    LogWalk(Logs logs, StoredLog stored) throws IOException {
        this.lines = logs.lines(stored);
        this.log = entries(logs, stored);
        this.ended = log == null;
    }

    /** Returns the next line; null after the last. */
    @Nullable
    LogLine next() throws IOException, UnreadableFile {
        var line = lines.next();
        if (line == null) {
            return null;
        }
        if (lines.member() != member) {
            member = lines.member();
            before += inMember;
        }
        inMember = line.number();
        var entry = entry(new LineId(member, line.number()));
        return entry == null
                ? LogLine.unclassified(before + line.number(), lines.isArchive() ? lines.source() : null, line)
                : LogLine.of(entry, line);
    }

    @Override
    public void close() throws IOException {
        lines.close();
        if (log != null) {
            log.close();
        }
    }

    /** Returns the entries, or null for a refused upload, whose lines are all unclassified. */
    private static @Nullable NumberedLog entries(Logs logs, StoredLog stored) throws IOException {
        try {
            return logs.open(stored);
        } catch (UnreadableFile refused) {
            return null;
        }
    }

    private @Nullable NumberedEntry entry(LineId place) throws IOException {
        while (!ended && log != null && !waiting.containsKey(place) && waiting.size() < MOST_WAITING) {
            var next = next(log);
            if (next == null) {
                ended = true;
            } else if (next.entry().line() > 0) {
                waiting.put(new LineId(log.reader().member(), next.entry().line()), next);
            }
        }
        return waiting.remove(place);
    }

    /** Returns the next entry; null after the last, or where the import refused the file. */
    private static @Nullable NumberedEntry next(NumberedLog log) throws IOException {
        try {
            return log.next();
        } catch (RefusedFile e) {
            return null;
        }
    }

    private record LineId(int member, long line) {}
}
