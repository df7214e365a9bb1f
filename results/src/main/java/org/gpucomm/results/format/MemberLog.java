package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.Entry.Note;
import org.gpucomm.results.format.Entry.Problem;
import org.gpucomm.results.format.Entry.Row;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.unpack.DamagedData;
import org.gpucomm.results.format.unpack.LimitReached;
import org.gpucomm.results.format.unwrap.BrokenLines;
import org.gpucomm.results.format.unwrap.Unwrapper;
import org.jspecify.annotations.Nullable;

/** One log being read: a whole upload, or a member of an archive. */
final class MemberLog {

    /** Limit in bytes for a line in a format of whole files: JSON may be all on one line. */
    private static final int MAX_LENGTH_IN_FILES = 1 << 24;

    /** Limit for entries that wait for a deciding line. */
    private static final int MOST_HELD = 512;

    private static final String DOUBTFUL = "a terminal may have broken lines here, so that this row may be cut or say another "
            + "thing: give the log with whole lines";

    private final Lines lines;
    private final Unwrapper unwrapper;
    private final TerminalBreaks terminal;
    private final int maxLength;
    private final String encoding;
    private final @Nullable Format ofFile;
    private final MixedLog mixed;
    private final Format.Parser parser;
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Deque<Entry> ofTerminal = new ArrayDeque<>();
    private long reported;
    private boolean ended;

    private MemberLog(InputStream in, Log log, String encoding, DetectedFormat recognised, TerminalBreaks terminal) {
        this.ofFile = recognised.format();
        this.maxLength = ofFile == null ? Lines.MAX_LENGTH : MAX_LENGTH_IN_FILES;
        this.lines = new Lines(in, maxLength);
        this.terminal = terminal;
        var source = terminal.width() > 0 ? new BrokenLines(lines, terminal.width(), terminal.apart()) : lines;
        this.unwrapper = recognised.wrapped() ? Unwrapper.of(source) : Unwrapper.ofPlain(source);
        this.encoding = encoding;
        this.mixed = new MixedLog(log, Formats.ofSections());
        this.parser = ofFile == null ? mixed : ofFile.opening().apply(log);
        if (parser.takesPieces() && !recognised.wrapped()) {
            lines.inPieces(parser::piece);
        }
    }

    /**
     * Looks at the head of the stream and opens the right parser.
     *
     * @param answers the user's answers about tables
     * @throws UnreadableFile if the log is empty or not text
     * @throws MappingNeeded  if the log is a table whose columns the user must explain
     */
    static MemberLog open(InputStream in, Log log, CustomTable.Answers answers) throws IOException, UnreadableFile {
        return open(in, log, answers, false);
    }

    /** Opens a log. @param trial whether the log is read only to see what its lines give without joining */
    static MemberLog open(InputStream in, Log log, CustomTable.Answers answers, boolean trial)
            throws IOException, UnreadableFile {
        var head = Head.of(in);
        if (head.bytes().length == 0) {
            in.read(); // throws the reason if the stream failed
        }
        var encoding = Encoding.of(head.bytes());
        var texts = texts(encoding.asUtf8(new ByteArrayInputStream(head.bytes())));
        var terminal = trial || answers.areOfAnyLines()
                ? TerminalBreaks.NONE
                : TerminalBreaks.of(head.isFull() ? texts.subList(0, texts.size() - 1) : texts,
                        text -> tried(text, log.source(), answers));
        var whole = terminal.width() == 0
                ? texts
                : BrokenLines.joined(texts, terminal.width(), terminal.apart()).stream().map(Line::text).toList();
        var recognised = DetectedFormat.of(whole, log.source(), answers);
        return new MemberLog(encoding.asUtf8(head.whole()), log, encoding.wrapping(), recognised, terminal);
    }

    /** Returns the formats found so far, in the order of the log. */
    Set<Format> formats() {
        var all = new LinkedHashSet<Format>(ofFile == null ? Set.of() : Set.of(ofFile));
        all.addAll(mixed.found());
        return all;
    }

    /** Returns why a log with only the library's own lines is refused; null if it has none. */
    @Nullable
    String library() {
        return mixed.library();
    }

    /** Returns the failure in a log without results; null if there was none. */
    @Nullable
    String failure() {
        return mixed.failure();
    }

    /** Returns the wrappings of the part read so far. */
    Set<String> wrappings() {
        var all = new LinkedHashSet<String>();
        if (!encoding.isEmpty()) {
            all.add(encoding);
        }
        all.addAll(lines.wrappings());
        if (terminal.width() > 0) {
            all.add(BrokenLines.NAME);
        }
        all.addAll(unwrapper.found());
        return all;
    }

    /**
     * Returns the entry for the next line; null after the last.
     *
     * @throws LimitReached after the last entry, if more must not be read
     * @throws DamagedData  after the last entry, if more cannot be read
     */
    @Nullable
    Entry next() throws IOException {
        return terminal.isNone() ? nextRead() : nextOfTerminal();
    }

    /** Returns the next entry of a log with joined lines: every piece but the last is a note. */
    private @Nullable Entry nextOfTerminal() throws IOException {
        if (ofTerminal.isEmpty()) {
            var entry = nextRead();
            if (entry == null) {
                return null;
            }
            for (long piece = reported + 1; terminal.width() > 0 && piece < entry.line(); piece++) {
                ofTerminal.add(Entry.Note.of(piece, 0));
            }
            reported = Math.max(reported, entry.line());
            ofTerminal.add(!(entry instanceof Problem) && terminal.doubtful().contains(entry.line())
                    ? new Problem(entry.line(), DOUBTFUL, "")
                    : entry);
        }
        return ofTerminal.poll();
    }

    private @Nullable Entry nextRead() throws IOException {
        while (true) {
            boolean holding = mixed.isUndecided() && !ended && waiting.size() < MOST_HELD;
            var first = holding ? null : waiting.poll();
            if (first != null || ended) {
                return first;
            }
            var line = unwrapper.next();
            if (line == null) {
                return end();
            }
            if (holding) {
                hold(line);
                continue;
            }
            var entry = read(line);
            if (line.number() == 0 && !mixed.isUndecided()) {
                // one of several parts of a line; the last part counts
                waiting.addFirst(entry);
                if (entry instanceof Entry.Note note && note.facts().isEmpty()) {
                    waiting.removeFirst();
                }
                continue;
            }
            if (!mixed.isUndecided()) {
                return entry;
            }
            waiting.addFirst(entry);
        }
    }

    /** Reads a line while entries wait for a decision, and replaces those that the line has decided. */
    private void hold(Line line) {
        var held = new ArrayList<>(waiting);
        waiting.clear();
        var entry = read(line);
        revise(held);
        held.add(entry);
        held.addAll(waiting);
        waiting.clear();
        waiting.addAll(held);
    }

    /** Returns the first entry that the formats add at the end of the log, where it ends or breaks off. */
    @Nullable
    Entry end() {
        ended = true;
        for (var line = unwrapper.unfinished(); line != null; line = unwrapper.unfinished()) {
            waiting.addAll(aside(entry(line)));
            waiting.addAll(mixed.takeEndings());
        }
        waiting.addAll(parser.end());
        if (parser != mixed) {
            waiting.addAll(mixed.end());
        }
        var held = new ArrayList<>(waiting);
        revise(held);
        waiting.clear();
        waiting.addAll(held);
        return waiting.poll();
    }

    private void revise(List<Entry> held) {
        for (var revised : mixed.takeRevised()) {
            for (int i = 0; i < held.size(); i++) {
                if (held.get(i).line() == revised.line() && (revised.line() > 0 || held.get(i) instanceof Problem)) {
                    held.set(i, revised);
                    break; // parts of a line have no number: replace one at a time
                }
            }
        }
    }

    private Entry read(Line line) {
        var before = unwrapper.before();
        var entry = before.isEmpty() ? entry(line) : ofSeveral(before, line);
        waiting.addAll(mixed.takeEndings());
        return entry;
    }

    /**
     * Reads a line with several writers.
     *
     * @param before text of other writers, on this line or on an earlier one that this line completes
     */
    private Entry ofSeveral(List<Line> before, Line line) {
        var entries = new ArrayList<Entry>();
        for (var other : before) {
            entries.add(entry(other));
        }
        entries.add(entry(line));
        var heaviest = entries.stream().filter(entry -> entry.line() == line.number()).reduce(MemberLog::heavier)
                .orElseThrow();
        entries.stream().filter(entry -> entry != heaviest).map(MemberLog::aside).forEach(waiting::addAll);
        return heaviest;
    }

    /** Reads a line with the format of the file, otherwise as other text, which may follow the file or surround it. */
    private Entry entry(Line line) {
        if (line.cut()) {
            return tooLong(line);
        }
        var entry = parser.read(line);
        return entry == null ? mixed.read(line) : entry;
    }

    private Problem tooLong(Line line) {
        return Problem.of(line, "the line is longer than " + (maxLength >> 20) + " MiB and was not read");
    }

    private static List<String> texts(InputStream head) throws IOException {
        var texts = new ArrayList<String>();
        var lines = new Lines(head);
        for (var line = lines.next(); line != null; line = lines.next()) {
            texts.add(line.text());
        }
        return texts;
    }

    /** Returns the entries that the beginning of a log gives in this form; empty if it is refused or needs an answer. */
    private static List<Entry> tried(String text, String source, CustomTable.Answers answers) throws IOException {
        var entries = new ArrayList<Entry>();
        try {
            var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            var log = open(in, Log.of(source), answers, true);
            for (var entry = log.next(); entry != null; entry = log.next()) {
                entries.add(entry);
            }
        } catch (UnreadableFile refused) {
            return List.of();
        }
        return entries;
    }

    /** Returns the entry that the line counts as: a row before a problem before a note; the first if both are of one kind. */
    private static Entry heavier(Entry first, Entry second) {
        return weight(second) > weight(first) ? second : first;
    }

    /** Returns the other entry without a line number; empty if it has nothing to report. */
    private static List<Entry> aside(Entry entry) {
        return switch (entry) {
            case Row row -> List.of(new Row(0, row.measurements()));
            case Problem problem ->
                List.of(new Problem(0, "line " + problem.line() + ": " + problem.reason(), problem.text()));
            case Note note ->
                note.facts().isEmpty() ? List.of() : List.of(new Note(0, note.section(), note.facts()));
        };
    }

    private static int weight(Entry entry) {
        return switch (entry) {
            case Row row -> 2;
            case Problem problem -> 1;
            case Note note -> 0;
        };
    }
}
