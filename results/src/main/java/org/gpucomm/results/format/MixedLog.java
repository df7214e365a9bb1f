package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.format.context.ContextLine;
import org.gpucomm.results.format.context.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A log of any programs, one after the other or several writers at once. Each line goes to the parser of its writer's current section. If
 * that parser does not know the line, each format is asked whether one of its sections begins there; otherwise the line is other text,
 * which may still name versions, hosts and settings.
 */
final class MixedLog implements Format.Parser {

    private static final int MAX_WRITERS = 100_000;
    /** Limit for failed sections that wait for a later line to name the cause. */
    private static final int MOST_FAILURES = 1_000;

    private final Log log;
    private final List<Format> formats;
    private final Set<Format> found = new LinkedHashSet<>();
    private final Map<String, Writer> writers = new HashMap<>();
    private final List<Entry> endings = new ArrayList<>();
    private Writer writer = new Writer();
    private String writerName = "";
    /** Sections with a failure reported between tables that have no flag yet. */
    private final Set<Integer> unflagged = new LinkedHashSet<>();
    private int flagged = -1;
    private final LibraryLog library = new LibraryLog();
    private Format.@Nullable Parser latest;
    private final Set<Format.Parser> undecided = new LinkedHashSet<>();
    /** Whether any row was read. */
    private boolean rows;

    MixedLog(Log log, List<Format> formats) {
        this.log = log;
        this.formats = formats;
        writers.put("", writer);
    }

    @Override
    public Entry read(Line line) {
        turnTo(line.writer());
        var entry = entry(line);
        rows |= entry instanceof Entry.Row;
        log.printed(line);
        return entry;
    }

    private Entry entry(Line line) {
        if (ContextLine.isOfTheLibrary(line.text())) {
            return other(line);
        }
        var known = writer.parser == null ? null : writer.parser.read(line);
        if (known != null) {
            if (writer.parser.isUndecided()) {
                undecided.add(writer.parser);
            }
            if (known instanceof Entry.Row row) {
                writer.unused.belowRow(line);
                writer.unused.takeAbove(line).forEach(above -> endings.add(new Entry.Problem(0,
                        "line " + above.number() + ": a line of numbers like the rows of line " + line.number()
                                + ", above its header: what the columns are is not known",
                        above.text())));
                log.measured();
                return whole(row, line);
            }
            if (known instanceof Entry.Problem) {
                writer.unused.belowRow(line); // the rest of a torn row may follow below
            } else {
                writer.unused.known(line);
            }
            return known;
        }
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), log.section());
        }
        for (var format : formats) {
            if (begins(format, line.text())) {
                writer.unused.known(line);
                return begin(format, line);
            }
        }
        var entry = other(line);
        var lost = writer.unused.lost(line);
        return lost == null || !(entry instanceof Entry.Note note) || !note.facts().isEmpty()
                ? entry
                : Entry.Problem.of(line, lost);
    }

    @Override
    public List<Entry> end() {
        for (var each : writers.values()) {
            if (each.parser != null) {
                end(each.parser);
            }
        }
        // the failure comes before its consequences
        var ofParsers = takeEndings();
        flagFailures(0);
        flagWithoutResults();
        endings.addAll(ofParsers);
        return takeEndings();
    }

    /** Flags the latest section of a log without rows if a warning that nothing followed is the only report of its failure. */
    private void flagWithoutResults() {
        int section = log.latestSection();
        boolean isUnexplained = latest != null && !rows && section > flagged && log.cause(section) == null;
        var cause = isUnexplained ? log.causeWithoutResults() : null;
        if (cause != null) {
            endings.add(new Entry.Note(0, section, List.of(Entry.Fact.flag(Flag.ABORTED, cause))));
        }
    }

    private void end(Format.Parser parser) {
        for (var ending : parser.end()) {
            endings.add(ending);
            if (ending instanceof Entry.Note note && note.flag(Flag.ABORTED).isPresent()) {
                unflagged.remove(note.section());
                flagged = Math.max(flagged, note.section());
            }
        }
    }

    /** Returns the formats of the sections found so far, in order. */
    Set<Format> found() {
        return found;
    }

    /** Returns why a log without sections is refused: the library's lines and the failure in it; null if it has neither. */
    @Nullable
    String library() {
        return library.words(failure());
    }

    /** Returns the failure before the first section; null if there was none. */
    @Nullable
    String failure() {
        return log.causeBeforeSections();
    }

    @Override
    public boolean isUndecided() {
        return !undecided.isEmpty();
    }

    @Override
    public List<Entry> takeRevised() {
        var revised = undecided.stream().flatMap(parser -> parser.takeRevised().stream()).toList();
        undecided.removeIf(parser -> !parser.isUndecided());
        rows |= revised.stream().anyMatch(Entry.Row.class::isInstance);
        return revised;
    }

    /** Returns the final entries of sections that ended with the latest line. */
    List<Entry> takeEndings() {
        if (endings.isEmpty()) {
            return List.of();
        }
        var taken = List.copyOf(endings);
        rows |= taken.stream().anyMatch(Entry.Row.class::isInstance);
        endings.clear();
        return taken;
    }

    private void turnTo(String name) {
        if (!name.equals(writerName)) {
            writerName = name;
            // With an absurd number of writers, new ones share one state: only their separation is lost.
            writer = writers.size() < MAX_WRITERS
                    ? writers.computeIfAbsent(name, added -> new Writer())
                    : writers.getOrDefault(name, writer);
        }
    }

    static boolean begins(Format format, String text) {
        return Objects.requireNonNull(format.begins()).test(text);
    }

    private Entry begin(Format format, Line line) {
        if (writer.parser != null) {
            end(writer.parser);
        }
        var parser = format.opening().apply(log);
        writer.parser = parser;
        latest = parser;
        found.add(format);
        var entry = parser.read(line);
        if (parser.isUndecided()) {
            undecided.add(parser);
        }
        var title = writer.title();
        if (title != null) {
            endings.add(new Entry.Note(0, log.section(), List.of(new Entry.Fact(Entry.Fact.TITLE, title))));
            writer.title = null;
        }
        return entry == null ? Entry.Note.of(line.number(), log.section()) : entry;
    }

    /** Returns the row, or a problem if the log ends within it: the last line is shorter than the row above, and so is its last number. */
    private Entry whole(Entry.Row row, Line line) {
        var above = writer.row;
        writer.row = line.text();
        return line.ended() || above == null || !isCut(line.text().stripTrailing(), above.stripTrailing())
                ? row
                : new Entry.Problem(line.number(), "the log ends within this row: it is shorter than the row above it",
                        line.text());
    }

    private static boolean isCut(String text, String above) {
        return text.length() < above.length()
                && (text.indexOf('.', lastCell(text)) < 0 || decimals(text) < decimals(above));
    }

    private static int decimals(String text) {
        int point = text.indexOf('.', lastCell(text));
        return point < 0 ? 0 : text.length() - point - 1;
    }

    private static int lastCell(String text) {
        return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
    }

    private Entry other(Line line) {
        if (writer.parser == null && latest != null) {
            var aside = latest.aside(line);
            if (aside != null) {
                return aside;
            }
        }
        boolean isFramed = writer.frame == Frame.OPEN;
        var banner = isFramed ? Banner.framed(line.text()) : Banner.words(line.text());
        if (isFramed && banner != null) {
            writer.chapter = banner;
            writer.title = null;
        } else {
            writer.title = banner == null ? writer.title : banner;
        }
        writer.frame = Banner.isEdge(line.text())
                ? writer.frame == Frame.TITLED ? Frame.NONE : Frame.OPEN
                : writer.frame == Frame.OPEN && banner != null ? Frame.TITLED : Frame.NONE;
        var said = ContextLine.of(line.text());
        var facts = log.overhear(line.text(), said);
        if (found.isEmpty()) {
            library.overhear(line.text(), said.facts());
        }
        if (said.warning()) {
            log.warned(line);
        }
        if (ContextLine.isFailedCall(line.text())) {
            log.returned(line);
        }
        int failed = log.latestSection();
        if (log.cause(failed) != null && Failure.crashedIn(line.text()).isPresent()) {
            return FailureLines.note(line, failed);
        }
        boolean isAnnounced = writer.announced;
        writer.announced = ContextLine.announcesCause(line.text());
        if (isAnnounced && said.failure() == null && !isOfTrace(line.text())) {
            return failure(line, ContextLine.BY_PROGRAM, true);
        }
        return said.failure() == null
                ? new Entry.Note(line.number(), log.section(), facts)
                : failure(line, said.failure(), said.warning());
    }

    /** Returns whether the line belongs to a stack trace, which follows PyTorch's announcement if that names no cause. */
    private static boolean isOfTrace(String text) {
        return text.startsWith("Exception raised") || text.startsWith("frame #") || text.startsWith("Traceback")
                || text.startsWith("  File ");
    }

    /**
     * Attributes a failure that no format knows to the latest run, even if the run has printed its last line.
     *
     * @param names whether the line exists to name a cause
     */
    private Entry failure(Line line, String reason, boolean names) {
        int section = log.latestSection();
        log.failed(line, section, reason.equals(ContextLine.BY_LAUNCHER), names);
        if (section == 0) {
            return new Entry.Problem(line.number(), reason, line.text());
        }
        if (section > flagged) {
            unflagged.add(section);
        }
        flagFailures(MOST_FAILURES);
        return FailureLines.note(line, section);
    }

    /** Flags failed sections that no parser has flagged, except the latest ones. @param most number of sections that may wait */
    private void flagFailures(int most) {
        var eldest = unflagged.iterator();
        while (unflagged.size() > most) {
            int section = eldest.next();
            eldest.remove();
            endings.add(new Entry.Note(0, section,
                    List.of(Entry.Fact.flag(Flag.ABORTED,
                            Objects.requireNonNullElse(log.cause(section), "the log reports a failure")))));
        }
        log.forgetCauses(2 * MOST_FAILURES);
    }

    /** Place of the line before in a frame around a title: none, the upper edge, or the title. */
    private enum Frame {
        NONE,
        OPEN,
        TITLED
    }

    private static final class Writer {

        private Format.@Nullable Parser parser;
        private final UnusedTable unused = new UnusedTable();
        /** The words of the banner above the section that begins next. */
        private @Nullable String title;
        /** The text of the row read last. */
        private @Nullable String row;
        private Frame frame = Frame.NONE;
        /** The title in the last frame, which counts for all runs up to the next. */
        private @Nullable String chapter;
        /** Whether the line before announced a cause. */
        private boolean announced;

        /** Returns the title of the run that begins; null if it has none. */
        @Nullable
        String title() {
            return chapter == null || title == null ? chapter == null ? title : chapter : chapter + ", " + title;
        }
    }
}
