package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.FailureLines;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run of one program. Returns null for lines that only a next run can print, so that the next run gets its own parser with
 * its own operation and devices.
 */
public final class NcclTestsParser implements Format.Parser {

    private final Log log;
    private final Section section;
    private final RunningPrograms programs;
    private final NcclTestsBanner banner;
    private final Footer footer;
    private final LineWords words = new LineWords();
    private LineKind last = LineKind.FOREIGN;
    private String placements = "";
    private @Nullable RowReader rows;
    private final UndecidedRows undecided = new UndecidedRows();
    private final HeaderlessRows headerless = new HeaderlessRows();
    private static final Pattern DOTS = Pattern
            .compile("[\\s#]*+(?:\\.{2,}+|\u2026|\\[(?:\\.\\.\\.|\u2026)]|<(?:snip|\\.\\.\\.)>|[.:])[\\s.]*");

    private boolean cpuTime;
    private List<Entry> inferred = List.of();
    private boolean commas;
    private final FailureLines failing = new FailureLines();

    public NcclTestsParser(Log log) {
        this.log = log;
        this.programs = log.shared(RunningPrograms.class, RunningPrograms::new);
        this.section = new Section(log, programs);
        this.banner = new NcclTestsBanner(section);
        this.footer = new Footer(log, section);
    }

    /** Returns whether the line begins a run, or is a row whose header was cut off. */
    public static boolean begins(String text) {
        if (!LineKind.mayBegin(text)) {
            return false;
        }
        var words = LineWords.of(text);
        var kind = LineKind.of(words);
        return kind == LineKind.FOREIGN ? isRowWithoutHeader(words) || isHeaderWithCommas(text) : kind.begins();
    }

    /** Returns whether the line is the header of the programs' table, converted to CSV. */
    private static boolean isHeaderWithCommas(String text) {
        return text.indexOf(',') >= 0 && text.contains("busbw")
                && LineKind.of(LineWords.of(withoutCommas(text))) == LineKind.HEADER;
    }

    private static String withoutCommas(String text) {
        return text.replace(',', ' ');
    }

    @Override
    public @Nullable Entry read(Line printed) {
        commas |= rows == null && isHeaderWithCommas(printed.text());
        return commas ? ofCsv(printed) : ofText(printed);
    }

    /** Reads a line of CSV like one of text; a problem quotes the original line. */
    private @Nullable Entry ofCsv(Line printed) {
        var entry = ofText(printed.of(withoutCommas(printed.text()), printed.writer()));
        return entry instanceof Entry.Problem problem ? Entry.Problem.of(printed, problem.reason()) : entry;
    }

    private @Nullable Entry ofText(Line line) {
        words.read(line.text());
        if (rows != null && rows.isRow(words)) {
            return row(line, rows);
        }
        if (last == LineKind.RANK && DOTS.matcher(line.text()).matches()) {
            section.devices().elided();
        }
        var kind = LineKind.of(words);
        if (kind.begins() && isOfNextRun(kind)) {
            return null;
        }
        return switch (kind) {
            case FAILURE -> footer.isComplete() ? null : failure(line);
            case FOREIGN -> foreign(line);
            case OUT_OF_BOUNDS, AVERAGE, CONCLUDED -> {
                inferHeader();
                yield note(line, facts(kind));
            }
            case HEADER -> header(line);
            default -> note(line, facts(kind));
        };
    }

    /** Reads other text; even an unknown header shows whether times are those of the CPU. */
    private @Nullable Entry foreign(Line line) {
        cpuTime |= words.contains("cputime");
        if (rows != null || !isRowWithoutHeader(words)) {
            headerless.interrupt();
            return null;
        }
        return headerless.isFollowedBy(words) ? null : rowWithoutHeader(line);
    }

    @Override
    public @Nullable Entry aside(Line line) {
        return LineKind.isFailure(line.text()) ? failure(line) : null;
    }

    @Override
    public List<Entry> end() {
        inferHeader();
        var endings = new ArrayList<Entry>();
        var flags = footer.flagsAtEnd(last != LineKind.FOREIGN && !commas, failing.words(), banner.parameters());
        if (!flags.isEmpty()) {
            endings.add(new Entry.Note(0, section.number(), flags));
        }
        for (int copy : log.shared(DuplicateRuns.class, DuplicateRuns::new).takeNews()) {
            endings.add(new Entry.Note(0, copy, List.of(Footer.notConnected())));
        }
        return endings;
    }

    private Entry row(Line line, RowReader table) {
        if (footer.isComplete() && !footer.mayGoOn()) {
            return Entry.Problem.of(line, "a row after the table's end");
        }
        try {
            var row = new Entry.Row(line.number(), table.read(words, line.ended()));
            undecided.decide(table);
            return row;
        } catch (DamagedRow | IllegalArgumentException e) {
            if (section.operation() == null) {
                undecided.add(line);
            }
            section.damaged();
            if (LineKind.isFailure(line.text())) {
                failure(line);
            }
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean isUndecided() {
        return undecided.isWaiting() || !headerless.isEmpty();
    }

    @Override
    public List<Entry> takeRevised() {
        var revised = undecided.takeRevised();
        revised.forEach(row -> section.repaired());
        if (inferred.isEmpty()) {
            return revised;
        }
        // rows decided by a later row come last
        var all = new ArrayList<>(inferred);
        all.addAll(revised);
        inferred = List.of();
        return all;
    }

    private Entry rowWithoutHeader(Line line) {
        headerless.add(line);
        return Entry.Problem.of(line,
                "looks like a row of a table, but no header came before it, and none of those that are known "
                        + "fits all such rows");
    }

    /** Turns the rows without a header, which have ended, into rows of the table if one header fits all. */
    private void inferHeader() {
        if (headerless.isEmpty()) {
            return;
        }
        var layout = headerless.layout();
        var lines = headerless.take();
        if (layout.isEmpty()) {
            return;
        }
        table(layout.get());
        if (cpuTime) {
            section.variant("cputime");
        }
        var read = new ArrayList<Entry>();
        for (var line : lines) {
            words.read(line.text());
            read.add(row(line, Objects.requireNonNull(rows)));
        }
        inferred = read;
        section.flag(Flag.HEADER_INFERRED, "its columns follow from the rows, which fit those of "
                + (layout.get().blocks().size() == 1 ? "one placement" : "both placements")
                + (layout.get().blocks().getFirst().error() < 0 ? "" : ", before version 2.13"));
    }

    /**
     * Returns whether the line belongs to the next run: a program prints its banner in one order, so an earlier part cannot follow. Several
     * programs at once, without knowing each other, print the same lines again.
     */
    private boolean isOfNextRun(LineKind kind) {
        if (last == LineKind.FOREIGN && headerless.isEmpty()) {
            return false;
        }
        if (failing.isReported() || footer.isComplete() || !headerless.isEmpty()) {
            return true;
        }
        boolean again = kind == last && (kind == LineKind.RANK || kind == LineKind.PLACEMENTS);
        return !again && kind.compareTo(last) <= 0;
    }

    private List<Fact> facts(LineKind kind) {
        boolean again = last == kind;
        if (kind.begins()) {
            last = kind;
        }
        return switch (kind) {
            case VERSION -> banner.version(words);
            case PROGRAM -> {
                programs.started(words.line(), log.command().isPresent());
                yield banner.operation(words.line(), "banner");
            }
            case CONCLUDED -> {
                RunningPrograms.named(words.line()).ifPresent(programs::ended);
                yield List.of();
            }
            case PARAMETERS -> banner.parameters(words);
            case RANK -> section.devices().read(words);
            case PLACEMENTS -> {
                // a terminal may have broken the line between the two words
                placements = again ? placements + " " + words.line() : words.line();
                yield List.of();
            }
            case OUT_OF_BOUNDS -> footer.outOfBounds(words);
            case AVERAGE -> {
                programs.ended(section.operation());
                yield footer.average(words, rows, banner.parameters());
            }
            case DETAIL -> banner.detail(words);
            default -> List.of();
        };
    }

    /** Reads the header; unknown columns are dropped, which the entry reports. */
    private Entry header(Line line) {
        last = LineKind.HEADER;
        var facts = table(TableLayout.of(words, placements));
        var unknown = TableLayout.unknown(words);
        return unknown.isEmpty()
                ? note(line, facts)
                : Entry.Problem.of(line, "no version of the program has a column " + String.join(", ", unknown)
                        + ": what stands in it is not kept");
    }

    private List<Fact> table(TableLayout layout) {
        rows = new RowReader(log, section, layout);
        if (layout.blocks().getFirst().cpuTime()) {
            section.variant("cputime");
        }
        if (!banner.parameters().isEmpty()) {
            log.shared(DuplicateRuns.class, DuplicateRuns::new).begins(banner.parameters(), section.number());
        }
        log.command().ifPresent(command -> RunOptions.of(command).values().forEach(section::setting));
        var facts = new ArrayList<>(section.devices().onNodes());
        if (section.operation() == null) {
            log.command().ifPresent(command -> facts.addAll(banner.operation(command, "command line")));
            log.words().ifPresent(named -> facts.addAll(section.assumedOperation(named, "words before the table")));
            OperationName.in(log.source())
                    .ifPresent(named -> facts.addAll(section.assumedOperation(named, "file name")));
        }
        return facts;
    }

    private static boolean isRowWithoutHeader(LineWords words) {
        return words.count() >= 8 && words.isWhole(0) && words.isWhole(1) && DataType.isOne(words.get(2));
    }

    private Entry failure(Line line) {
        programs.ended(section.operation());
        return failing.reported(line, section.number(), log);
    }

    private Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section.number(), facts);
    }
}
