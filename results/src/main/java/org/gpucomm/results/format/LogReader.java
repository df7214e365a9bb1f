package org.gpucomm.results.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry.Problem;
import org.gpucomm.results.format.unpack.DamagedData;
import org.gpucomm.results.format.unpack.LimitReached;
import org.gpucomm.results.format.unpack.UnpackLimits;
import org.gpucomm.results.format.unpack.UnpackedFile;
import org.gpucomm.results.format.unpack.Members;
import org.gpucomm.results.format.customtable.CustomTableParser;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.ProseTables;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one upload, entry by entry: a log, packed or not, or an archive of logs, each with its own lines, numbered from 1. Sections are
 * numbered over the whole upload. Memory does not grow with the upload.
 */
public final class LogReader implements Closeable {

    private static final int REASONS_KEPT = 3;
    private static final String NO_FORMAT = "no known format was found in this file";

    private final Members members;
    private final CustomTable.Answers answers;
    private final List<CustomTable> asked = new ArrayList<>();
    private final Log.SectionNumbers numbers = new Log.SectionNumbers();
    private final Set<Format> formats = new LinkedHashSet<>();
    private final Set<String> wrappings = new LinkedHashSet<>();
    private final Queue<String> refusals = new ArrayDeque<>();
    private final Queue<Entry> waiting = new ArrayDeque<>();
    private String source;
    private @Nullable MemberLog log;
    private int member;
    private boolean brokenOff;
    /** Failure in an upload that is one log without results. */
    private @Nullable String failure;

    private LogReader(Members members, String source, CustomTable.Answers answers) {
        this.members = members;
        this.answers = answers;
        this.source = source;
    }

    /**
     * Looks at the head of the stream and opens the right parser.
     *
     * @param in     bytes of the upload; closed with the reader, or here if this method throws
     * @param source name of the file without directories
     * @throws MappingNeeded  if the file is a table whose columns the user must explain
     * @throws UnreadableFile if the file is empty or not text; for an archive, {@link #requireResults()} reports this at the end
     */
    public static LogReader open(InputStream in, String source) throws IOException, UnreadableFile {
        return open(in, source, UnpackLimits.DEFAULT, CustomTable.Answers.NONE);
    }

    /**
     * Reads tables with the header of the mapping as the mapping says, and everything else as usual: the answer to {@link MappingNeeded}.
     */
    public static LogReader open(InputStream in, String source, Mapping mapping) throws IOException, UnreadableFile {
        return open(in, source, UnpackLimits.DEFAULT, CustomTable.Answers.of(mapping));
    }

    /** Reads tables as the user's answers say: the answer to {@link MappingNeeded}. */
    public static LogReader open(InputStream in, String source, CustomTable.Answers answers)
            throws IOException, UnreadableFile {
        return open(in, source, UnpackLimits.DEFAULT, answers);
    }

    /** Reads an upload with other limits for unpacking. */
    public static LogReader open(InputStream in, String source, UnpackLimits limits)
            throws IOException, UnreadableFile {
        return open(in, source, limits, CustomTable.Answers.NONE);
    }

    private static LogReader open(InputStream in, String source, UnpackLimits limits, CustomTable.Answers answers)
            throws IOException, UnreadableFile {
        try {
            var reader = new LogReader(new Members(in, source, limits), source, answers);
            reader.openFirst();
            return reader;
        } catch (IOException | UnreadableFile | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the formats found so far, in the order of the upload; empty at the end if there are no results. */
    public Set<Format> formats() {
        var all = new LinkedHashSet<>(formats);
        if (log != null) {
            all.addAll(log.formats());
        }
        return all;
    }

    /**
     * Returns the wrappings of the logs read so far: {@code gzip}, {@code tar}, {@code utf-16le}, {@code ansi}, {@code ompi-tag} …
     * docs/formats.md lists them.
     */
    public Set<String> wrappings() {
        var all = new LinkedHashSet<>(members.kinds());
        all.addAll(wrappings);
        if (log != null) {
            all.addAll(log.wrappings());
        }
        return all;
    }

    /** Returns the name of the log of the latest entry: the upload's name, or the path in the archive, safe to display. */
    public String source() {
        return source;
    }

    /** Returns the 1-based number of that log in the upload: names may occur twice. */
    public int member() {
        return member;
    }

    /** Returns the tables in an archive found so far that could not be read because the meaning of a column is uncertain. */
    public List<CustomTable> asked() {
        return List.copyOf(asked);
    }

    /** Returns whether the upload read so far is an archive of several logs. */
    public boolean isArchive() {
        return members.isArchive();
    }

    /** Returns the custom tables in the first lines of a file, which is one table or a document with several. */
    public static List<CustomTable> tables(List<String> head, String source) {
        var several = CustomTableParser.recognises(head)
                ? List.<CustomTable>of()
                : ProseTables.in(head, source, Formats.HEADINGS);
        return !several.isEmpty()
                ? several
                : Mapping.propose(head, source).map(mapping -> List.of(new CustomTable(source, 1, "", mapping)))
                        .orElse(List.of());
    }

    /**
     * Checks that the upload has results. Must be called after the last entry.
     *
     * @throws MappingNeeded  if there were only tables whose columns the user must explain
     * @throws UnreadableFile if there was no section of any format
     */
    public void requireResults() throws UnreadableFile {
        if (!formats().isEmpty()) {
            return;
        }
        if (!asked.isEmpty()) {
            throw new MappingNeeded(asked);
        }
        if (members.isArchive()) {
            throw new UnreadableFile(refusals.isEmpty()
                    ? "the archive has no files in it"
                    : "no file in the archive was understood: " + String.join("; ", refusals));
        }
        throw new UnreadableFile(refusals.isEmpty() ? unknownFormat() : String.join("; ", refusals), failure);
    }

    /** Returns the entry for the next line; null after the last. */
    public @Nullable Entry next() throws IOException {
        while (true) {
            var first = waiting.poll();
            if (first != null) {
                return first;
            }
            if (log != null) {
                var entry = ofLog(log);
                if (entry != null) {
                    return entry;
                }
                close(log);
            } else {
                var next = members.next();
                if (next == null) {
                    return null;
                }
                open(next);
            }
        }
    }

    @Override
    public void close() throws IOException {
        members.close();
    }

    /** Opens the first log. A single log that cannot be read is refused at once; in an archive it is only a problem. */
    private void openFirst() throws IOException, UnreadableFile {
        var first = members.next();
        if (first == null) {
            return;
        }
        if (members.isArchive()) {
            open(first);
            return;
        }
        member++;
        if (first.refusal() != null) {
            throw new UnreadableFile("the file " + first.refusal());
        }
        try {
            log = MemberLog.open(first.in(), new Log(first.source(), numbers, answers.assumes()), answers);
        } catch (DamagedData | LimitReached e) {
            throw new UnreadableFile(String.valueOf(e.getMessage()));
        }
    }

    private void open(UnpackedFile next) throws IOException {
        source = next.source();
        member++;
        brokenOff = false;
        if (next.refusal() != null) {
            refuse(next.refusal());
            return;
        }
        try {
            log = MemberLog.open(next.in(), new Log(next.source(), numbers, answers.assumes()), answers);
        } catch (MappingNeeded needed) {
            ask(needed);
        } catch (UnreadableFile | DamagedData e) {
            refuse(String.valueOf(e.getMessage()));
        } catch (LimitReached e) {
            refuse(e.getMessage() + "; nothing more was read");
            members.stop();
        }
    }

    /** Records tables of an archive that need an answer; refuses those that seem to hold no results. */
    private void ask(MappingNeeded needed) {
        if (needed.tables().stream().noneMatch(table -> table.mapping().seemsToHoldResults())) {
            refuse(NO_FORMAT);
            return;
        }
        asked.addAll(needed.tables());
        refuse(String.valueOf(needed.getMessage()));
    }

    private @Nullable Entry ofLog(MemberLog open) throws IOException {
        try {
            return open.next();
        } catch (DamagedData e) {
            return broken(open, e.getMessage() + "; what follows was not read");
        } catch (LimitReached e) {
            members.stop();
            return broken(open, e.getMessage() + "; nothing more was read");
        }
    }

    private @Nullable Entry broken(MemberLog open, String reason) {
        brokenOff = true;
        refuse(reason);
        return open.end();
    }

    private void close(MemberLog open) {
        if (!brokenOff && open.formats().isEmpty()) {
            var library = open.library();
            if (members.isArchive()) {
                refuse(library == null ? NO_FORMAT : library);
            } else if (library != null) {
                refusals.add(library);
                failure = open.failure();
            }
        }
        wrappings.addAll(open.wrappings());
        formats.addAll(open.formats());
        log = null;
    }

    private void refuse(String reason) {
        waiting.add(new Problem(0, reason, ""));
        if (refusals.size() < REASONS_KEPT) {
            refusals.add(members.isArchive() ? source + ": " + reason : reason);
        } else if (refusals.size() == REASONS_KEPT) {
            refusals.add("…");
        }
    }

    private static String unknownFormat() {
        return Formats.all().stream().map(Format::id).collect(Collectors.joining(", ",
                "no known format: nothing in it looks like the output of a benchmark. Looked for: ",
                "; docs/formats.md describes them"));
    }
}
