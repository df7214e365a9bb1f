package org.gpucomm.results.format.imb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one benchmark of the suite: {@code # Benchmarking Allreduce}, {@code # #processes = 16}, the columns, rows. oneCCL's own
 * benchmark prints the same table below {@code # Benchmarking: allreduce} and {@code # #processes: 16}. Before version 2018 a megabyte is
 * 2²⁰ bytes, and 10⁶ since: the banner's version decides, otherwise size and time of a row.
 */
public final class ImbParser extends SectionParser {

    private static final Pattern BENCHMARKING = Pattern.compile("# Benchmarking(:?) +(\\w.*\\S|\\w)\\s*");
    private static final Pattern PROCESSES = Pattern.compile("# #processes(?: =|:) (\\d{1,7})\\b.*");
    private static final Set<String> COLUMNS = Set.of("#bytes", "#repetitions", "t[usec]", "t_min[usec]", "t_max[usec]",
            "t_avg[usec]", "t_pure[usec]", "t_ovrl[usec]", "t_CPU[usec]", "overlap[%]", "Mbytes/sec", "Msg/sec",
            "Group",
            "defects", "stddev[%]");
    private static final Pattern GROUPS = Pattern.compile("# \\( (\\d{1,6}) groups of (\\d{1,6}) processes each .*");
    private static final Pattern LOST = Pattern.compile("[\\s\\d]+(out-of-mem|int-overflow|time-out)\\.; .*");
    /** Tolerance: the two megabytes differ by 4.9 %, and the rounding of numbers of at least 1 with two decimals is smaller. */
    private static final double NEAR = 0.02;
    private static final double BYTES_OF_A_BINARY_MEGABYTE = 1 << 20;

    private static final Stack ONECCL = new Stack("oneccl-benchmark", null, "oneccl", null);

    private final ImbProgram program;
    private @Nullable String name;
    private boolean oneccl;
    private List<String> columns = List.of();
    private @Nullable Integer processes;
    private NamedValues settings = NamedValues.NONE;
    /** Whether a row of this table showed that a megabyte is 2²⁰ bytes; null until one does. */
    private @Nullable Boolean binary;
    private boolean unitIsOpen;
    private boolean ended;
    private final Map<Line, List<String>> waiting = new LinkedHashMap<>();
    private final List<Entry> revised = new ArrayList<>();

    public ImbParser(Log log) {
        super(log);
        this.program = log.shared(ImbProgram.class, ImbProgram::new);
    }

    public static boolean begins(String line) {
        return isTitle(line) || isHeader(line) || ImbProgram.isBanner(line);
    }

    private static boolean isTitle(String line) {
        return line.startsWith("# Benchmarking") && BENCHMARKING.matcher(line).matches();
    }

    private static boolean isHeader(String line) {
        return line.contains("#repetitions") && (line.contains("[usec]") || line.contains("Mbytes/sec"));
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (ImbProgram.isBanner(text)) {
            return name == null && columns.isEmpty() ? banner(line) : null;
        }
        if (isTitle(text)) {
            return name == null && columns.isEmpty() ? benchmark(line) : null;
        }
        if (isHeader(text)) {
            if (!columns.isEmpty()) {
                return null;
            }
            columns = Cells.apart(text).stream().flatMap(cell -> Cells.of(cell).stream()).toList();
            return header(line, columns, COLUMNS::contains);
        }
        if (columns.isEmpty()) {
            return aboveTheTable(line);
        }
        if (LOST.matcher(text).matches()) {
            return problem(line, "the benchmark did not measure this size");
        }
        var cells = Cells.of(text);
        boolean isRow = cells.size() > 1 && Cells.isWhole(cells.getFirst())
                && Decimal.parse(cells.get(1)).isPresent();
        return isRow ? measured(line, cells) : null;
    }

    /** Reads a row; one too small to show the size of its megabytes waits for a larger one. */
    private Entry measured(Line line, List<String> cells) {
        unitIsOpen = false;
        var entry = row(line, () -> List.of(measurement(NamedCells.of(columns, cells))));
        if (unitIsOpen) {
            waiting.put(line, cells);
            return problem(line, "whether Mbytes are 10\u2076 or 2\u00b2\u2070 bytes is not known");
        }
        return entry;
    }

    @Override
    public boolean isUndecided() {
        return !waiting.isEmpty() || !revised.isEmpty();
    }

    @Override
    public List<Entry> takeRevised() {
        if (binary != null) {
            revise();
        }
        var taken = List.copyOf(revised);
        revised.clear();
        return taken;
    }

    private void revise() {
        waiting.forEach(
                (line, cells) -> revised.add(row(line, () -> List.of(measurement(NamedCells.of(columns, cells))))));
        waiting.clear();
    }

    /** Ends the table: rows that no other row decided have times but no bandwidths. */
    @Override
    public List<Entry> end() {
        ended = true;
        revise();
        return super.end();
    }

    private Entry banner(Line line) {
        program.banner(line.text());
        var version = program.version();
        return version == null ? note(line) : note(line, new Fact("imb_version", version));
    }

    private Entry benchmark(Line line) {
        var title = BENCHMARKING.matcher(line.text());
        if (title.matches()) {
            oneccl = !title.group(1).isEmpty();
            name = title.group(2);
        }
        return note(line);
    }

    private @Nullable Entry aboveTheTable(Line line) {
        var counted = PROCESSES.matcher(line.text());
        if (counted.matches()) {
            processes = positive(counted.group(1));
            return note(line);
        }
        var grouped = GROUPS.matcher(line.text());
        if (grouped.matches()) {
            processes = positive(grouped.group(2));
            settings = settings.with("groups", grouped.group(1));
            return note(line);
        }
        boolean listed = line.text().startsWith("# ")
                && ImbBenchmark.named(line.text().substring(2).strip()).isPresent();
        return listed || program.isOfBanner(line.text()) ? note(line) : null;
    }

    private Measurement measurement(NamedCells row) {
        var benchmark = Optional.ofNullable(name).map(said -> ImbBenchmark.named(said).orElseThrow(
                () -> new IllegalArgumentException("the benchmark '" + said + "' is no transfer that is known")))
                .or(() -> OperationName.in(log().source()).or(log()::surroundingOperation)
                        .map(operation -> Workload.of(operation, null)))
                .orElseThrow(() -> new IllegalArgumentException("the operation is not known: no line '"
                        + "# Benchmarking …' above the table, and the file's name does not say it"));
        var operation = benchmark.operation();
        return measurement(oneccl ? ONECCL : new Stack("imb", program.version(), "mpi", null),
                new Platform(null, null, null, processes),
                new Workload(operation, benchmark.variant(), null, row.bytes("#bytes"), program.datatype(operation),
                        program.redop(operation), null, null, row.whole("#repetitions")),
                outcome(row), settings.withNullable("group", row.text("Group").orElse(null)));
    }

    private Outcome outcome(NamedCells row) {
        var pure = row.micros("t_pure[usec]");
        var plain = row.micros("t[usec]");
        var metrics = NamedValues.NONE.withNullable("rate_per_s", row.number("Msg/sec"))
                .withNullable("overall_us", row.number("t_ovrl[usec]"))
                .withNullable("compute_us", row.number("t_CPU[usec]"))
                .withNullable("stddev_pct", row.number("stddev[%]"));
        return new Outcome(pure != null ? pure : plain != null ? plain : row.micros("t_avg[usec]"),
                row.micros("t_min[usec]"), null, null, row.micros("t_max[usec]"), bandwidth(row), null,
                row.number("defects"), null, null, row.number("overlap[%]"), metrics);
    }

    /** Returns the bandwidth, which the tool takes from the slowest process; for exchanges it counts all directions. */
    private @Nullable Bandwidth bandwidth(NamedCells row) {
        var megabytes = row.number("Mbytes/sec");
        if (megabytes == null) {
            return null;
        }
        boolean nothing = megabytes.doubleValue() == 0;
        var isBinary = nothing ? Boolean.FALSE : isBinary(row, megabytes);
        if (isBinary == null) {
            unitIsOpen = !ended;
            return null;
        }
        return isBinary ? Bandwidth.ofMebibytesPerSecond(megabytes) : Bandwidth.ofMegabytesPerSecond(megabytes);
    }

    private @Nullable Boolean isBinary(NamedCells row, Decimal megabytes) {
        var said = program.isBinary();
        var bytes = row.bytes("#bytes");
        var slowest = row.number("t_max[usec]");
        var time = slowest == null ? row.number("t[usec]") : slowest;
        boolean coarse = bytes == null || time == null || time.doubleValue() < 1 || megabytes.doubleValue() < 1;
        if (said != null || coarse) {
            return said == null ? binary : said;
        }
        for (int directions = 1; directions <= 4; directions *= 2) {
            double expected = directions * bytes.count() / time.doubleValue();
            if (isNear(megabytes.doubleValue(), expected)) {
                binary = false;
                return false;
            }
            if (isNear(megabytes.doubleValue(), expected * 1_000_000 / BYTES_OF_A_BINARY_MEGABYTE)) {
                binary = true;
                return true;
            }
        }
        return binary;
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one / other - 1) < NEAR;
    }

    private static @Nullable Integer positive(String digits) {
        int count = Integer.parseInt(digits);
        return count == 0 ? null : count;
    }
}
