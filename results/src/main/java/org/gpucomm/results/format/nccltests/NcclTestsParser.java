package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * Reads one run of one program. A line that only a next run can print is not claimed, so that the next run gets a parser, and
 * with it an operation and devices, of its own.
 */
public final class NcclTestsParser implements Format.Parser {

    private final Log log;
    private final Section section;
    private final Banners banners;
    private final Banner banner;
    private final Footer footer;
    private final Words words = new Words();
    private LineKind last = LineKind.FOREIGN;
    private String placements = "";
    private @Nullable Rows rows;
    private final UndecidedRows undecided = new UndecidedRows();
    private boolean failed;

    public NcclTestsParser(Log log) {
        this.log = log;
        this.section = new Section(log);
        this.banners = log.shared(Banners.class, Banners::new);
        this.banner = new Banner(section, banners);
        this.footer = new Footer(log, section);
    }

    /** A line that begins a run, or a row whose header was cut off. */
    public static boolean begins(String text) {
        var words = Words.of(text);
        var kind = LineKind.of(words);
        return kind == LineKind.FOREIGN ? isRowWithoutHeader(words) : kind.begins();
    }

    @Override
    public @Nullable Entry read(Line line) {
        words.read(line.text());
        if (rows != null && rows.isRow(words)) {
            return row(line, rows);
        }
        var kind = LineKind.of(words);
        if (kind.begins() && isOfNextRun(kind)) {
            return null;
        }
        return switch (kind) {
            case FAILURE -> failure(line);
            case FOREIGN -> rows == null && isRowWithoutHeader(words)
                    ? Entry.Problem.of(line, "looks like a row of a table, but no header came before it")
                    : null;
            default -> note(line, facts(kind));
        };
    }

    @Override
    public @Nullable Entry aside(Line line) {
        if (!LineKind.isFailure(line.text())) {
            return null;
        }
        return failure(line);
    }

    @Override
    public List<Entry> end() {
        var endings = new ArrayList<Entry>();
        var flags = footer.flagsAtEnd(last != LineKind.FOREIGN, failed, banner.parameters());
        if (!flags.isEmpty()) {
            endings.add(new Entry.Note(0, section.number(), flags));
        }
        for (int copy : log.shared(Copies.class, Copies::new).takeNews()) {
            endings.add(new Entry.Note(0, copy, List.of(Footer.notConnected())));
        }
        return endings;
    }

    private Entry row(Line line, Rows table) {
        if (footer.isComplete() && !footer.mayGoOn()) {
            return Entry.Problem.of(line, "a row after the table's end");
        }
        try {
            var row = new Entry.Row(line.number(), table.read(words));
            undecided.decide(table);
            return row;
        } catch (DamagedRow | IllegalArgumentException e) {
            if (section.operation() == null) {
                undecided.add(line);
            }
            section.damaged();
            return LineKind.isFailure(line.text())
                    ? failure(line)
                    : Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean isUndecided() {
        return undecided.isWaiting();
    }

    @Override
    public List<Entry> takeRevised() {
        var revised = undecided.takeRevised();
        revised.forEach(row -> section.repaired());
        return revised;
    }

    /**
     * A program prints its banner in one order, so what should have come before belongs to the next run. Several programs at
     * once, which do not know one another, print the same lines again.
     */
    private boolean isOfNextRun(LineKind kind) {
        if (last == LineKind.FOREIGN) {
            return false;
        }
        if (failed || footer.isComplete()) {
            return true;
        }
        boolean again = kind == last && (kind == LineKind.RANK || kind == LineKind.PLACEMENTS);
        return !again && kind.compareTo(last) <= 0;
    }

    private List<Fact> facts(LineKind kind) {
        if (kind.begins()) {
            last = kind;
        }
        return switch (kind) {
            case VERSION -> banner.version(words);
            case PROGRAM -> banner.operation(words.line(), "banner");
            case PARAMETERS -> banner.parameters(words);
            case RANK -> section.devices().read(words);
            case PLACEMENTS -> {
                placements = words.line();
                yield List.of();
            }
            case HEADER -> header();
            case OUT_OF_BOUNDS -> footer.outOfBounds(words);
            case AVERAGE -> footer.average(words, rows, banner.parameters());
            case DETAIL -> banner.detail(words);
            default -> List.of();
        };
    }

    private List<Fact> header() {
        var layout = banners.layout(words, placements);
        rows = new Rows(log, section, layout);
        if (layout.blocks().getFirst().cpuTime()) {
            section.variant("cputime");
        }
        if (!banner.parameters().isEmpty()) {
            log.shared(Copies.class, Copies::new).begins(banner.parameters(), section.number());
        }
        log.command().ifPresent(command -> RunOptions.of(command).values().forEach(section::setting));
        var facts = new ArrayList<Fact>();
        if (section.operation() == null) {
            log.command().ifPresent(command -> facts.addAll(banner.operation(command, "command line")));
            log.words().ifPresent(named -> facts.addAll(section.operation(named, "words before the table")));
            OperationName.in(log.source()).ifPresent(named -> facts.addAll(section.operation(named, "file name")));
        }
        return facts;
    }

    private static boolean isRowWithoutHeader(Words words) {
        return words.count() >= 8 && words.isWhole(0) && words.isWhole(1) && DataType.isOne(words.get(2));
    }

    private Entry failure(Line line) {
        if (!footer.isComplete()) {
            failed = true;
        }
        return Entry.Problem.of(line, "the benchmark reports a failure");
    }

    private Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section.number(), facts);
    }
}
