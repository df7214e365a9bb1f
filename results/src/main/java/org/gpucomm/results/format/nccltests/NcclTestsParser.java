package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Reads one run of one program. A line that only a next run can print is not claimed, so that the next run gets a parser, and
 * with it an operation and devices, of its own.
 */
final class NcclTestsParser implements Format.Parser {

    private static final String PROGRAM = "_perf";

    private final Log log;
    private final Section section;
    private final Footer footer;
    private final Words words = new Words();
    private LineKind last = LineKind.FOREIGN;
    private String placements = "";
    private @Nullable Rows rows;
    private boolean failed;

    NcclTestsParser(Log log) {
        this.log = log;
        this.section = new Section(log);
        this.footer = new Footer(section);
    }

    /** A line that begins a run, or a row whose header was cut off. */
    static boolean begins(String text) {
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
                    ? problem(line, "looks like a row of a table, but no header came before it")
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
        var flags = footer.flagsAtEnd(last != LineKind.FOREIGN, failed);
        return flags.isEmpty() ? List.of() : List.of(new Entry.Note(0, section.number(), flags));
    }

    private Entry row(Line line, Rows table) {
        if (footer.isComplete() && !footer.mayGoOn()) {
            return problem(line, "a row after the table's end");
        }
        try {
            return new Entry.Row(line.number(), table.read(words));
        } catch (DamagedRow | IllegalArgumentException e) {
            section.damaged();
            return LineKind.isFailure(line.text())
                    ? failure(line)
                    : problem(line, String.valueOf(e.getMessage()));
        }
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
            case VERSION -> version();
            case PROGRAM -> operation(words.line());
            case PARAMETERS -> parameters();
            case RANK -> section.devices().read(words);
            case PLACEMENTS -> {
                placements = words.line();
                yield List.of();
            }
            case HEADER -> header();
            case OUT_OF_BOUNDS -> footer.outOfBounds(words);
            case AVERAGE -> footer.average(words, rows);
            case DETAIL -> detail();
            default -> List.of();
        };
    }

    private List<Fact> version() {
        var facts = new ArrayList<Fact>();
        if (words.count() > 2) {
            section.toolVersion(words.get(2));
            facts.add(new Fact("nccl_tests_version", words.get(2)));
        }
        for (int i = 3; i < words.count(); i++) {
            var word = words.get(i);
            if (word.startsWith("nccl-library=") && Words.isWhole(word.substring(13)) && word.length() < 22) {
                var version = NcclVersion.text(Integer.parseInt(word.substring(13)));
                section.ncclVersion(version);
                facts.add(new Fact("nccl_version", version));
            }
        }
        return facts;
    }

    private List<Fact> parameters() {
        if (words.is(0, "nThread:")) {
            section.isRccl();
        }
        var facts = Parameters.of(words);
        for (var parameter : facts) {
            switch (parameter.name()) {
                case "iters" -> section.iterations(Long.parseLong(parameter.value()));
                case "graph" -> varied("graph", parameter, 0);
                case "agg_iters" -> varied("aggregated", parameter, 1);
                case "unalign" -> varied("unaligned", parameter, 0);
                default -> {
                }
            }
        }
        return facts;
    }

    /** Graph launches, aggregated calls and unaligned buffers have times of their own. */
    private void varied(String variant, Fact parameter, long usual) {
        if (Words.isWhole(parameter.value()) && !parameter.value().equals(Long.toString(usual))) {
            section.variant(variant);
            section.setting(parameter.name(), parameter.value());
        }
    }

    private List<Fact> header() {
        var layout = TableLayout.of(words, placements);
        rows = new Rows(log, section, layout);
        if (layout.blocks().getFirst().cpuTime()) {
            section.variant("cputime");
        }
        var facts = new ArrayList<Fact>();
        log.command().ifPresent(command -> facts.addAll(operation(command, "command line")));
        log.words().ifPresent(named -> facts.addAll(section.operation(named, "words before the table")));
        OperationName.in(log.source()).ifPresent(named -> facts.addAll(section.operation(named, "file name")));
        return facts;
    }

    private List<Fact> detail() {
        if (words.is(0, "rccl-tests:")) {
            section.isRccl();
            section.toolVersion(words.from(2));
            return List.of(new Fact("rccl_tests_version", words.from(2)));
        }
        int colon = words.line().indexOf(':');
        if (colon < 0) {
            return List.of();
        }
        var value = words.line().substring(colon + 1).strip();
        return switch (words.get(0)) {
            case "Blocking" -> {
                section.setting("blocking", "1");
                yield List.of(new Fact("blocking", value));
            }
            case "Parallel" -> List.of(new Fact("parallel_init", value));
            case "GPU" -> List.of(new Fact("gpu_memory", value));
            case "error:" -> value.isEmpty() || value.equals("none")
                    ? List.of()
                    : List.of(new Fact("last_nccl_error", value));
            default -> List.of();
        };
    }

    private List<Fact> operation(String text) {
        return operation(text, "banner");
    }

    private List<Fact> operation(String text, String from) {
        return program(text).map(named -> section.operation(named, from)).orElse(List.of());
    }

    /** The operation of the last program that the text names: {@code … /opt/all_reduce_perf -b 8}. */
    private static Optional<Operation> program(String text) {
        int end = text.lastIndexOf(PROGRAM);
        int from = end;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '_')) {
            from--;
        }
        return end < 0 ? Optional.empty() : OperationName.in(text.substring(from, end));
    }

    private static boolean isRowWithoutHeader(Words words) {
        return words.count() >= 8 && words.isWhole(0) && words.isWhole(1) && DataType.isOne(words.get(2));
    }

    private Entry failure(Line line) {
        if (!footer.isComplete()) {
            failed = true;
        }
        return problem(line, "the benchmark reports a failure");
    }

    private Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section.number(), facts);
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }
}
