package org.gpucomm.results.format.bench;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one table: a line with what is measured, the options, the ranks, a header with the columns that have values, and a row for each
 * case. Values without a column of their own are in the last column, by name.
 */
public final class BenchTableParser extends SectionParser {

    private static final Pattern HEADING = Pattern
            .compile("# gpucomm (\\S+) measures (\\S+) of (\\S+)(?: (\\S+))?\\s*");
    private static final Pattern RANK = Pattern.compile("# rank \\d+: ([^,]+), process \\d+, (.*)");
    /** A GPU such as {@code device  0 [0000:53:00] NVIDIA H200}. */
    private static final Pattern GPU = Pattern.compile("device +\\d+ \\[[^\\]]*\\] (.+)");
    private static final Pattern SAID = Pattern.compile("# ([A-Za-z][\\w ]*): (.+)");
    private static final String TIME = "time(us)";
    private static final Set<String> NO_METRIC = Set.of("baseline_us", "speedup", "efficiency_pct");

    private final Set<String> hosts = new HashSet<>();
    private final Set<String> gpus = new HashSet<>();
    private Stack stack = new Stack("gpucomm", null, null, null);
    private @Nullable Operation operation;
    private List<String> columns = List.of();
    private NamedValues settings = NamedValues.NONE;
    private @Nullable Long iterations;
    private int ranks;

    public BenchTableParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("# gpucomm ") && HEADING.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.startsWith("#")) {
            return comment(line, text);
        }
        var cells = Cells.of(text);
        int time = columns.indexOf(TIME);
        boolean isWhole = time >= 0 && cells.size() == columns.size() && Decimal.parse(cells.get(time)).isPresent();
        boolean isTorn = time >= 0 && text.startsWith("  ") && !cells.isEmpty() && Cells.isWhole(cells.getFirst());
        return isWhole || isTorn ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private @Nullable Entry comment(Line line, String text) {
        var heading = HEADING.matcher(text);
        if (heading.matches()) {
            return operation == null
                    ? heading(line, heading.group(1), heading.group(2), heading.group(3), heading.group(4))
                    : null;
        }
        var rank = RANK.matcher(text);
        if (rank.matches()) {
            ranks++;
            var gpu = GPU.matcher(rank.group(2));
            if (gpu.matches()) {
                gpus.add(gpu.group(1));
            }
            return hosts.add(rank.group(1)) ? note(line, new Fact("host", rank.group(1))) : note(line);
        }
        if (columns.isEmpty() && text.contains(TIME)) {
            columns = Cells.of(text.substring(1));
            return note(line);
        }
        var said = SAID.matcher(text);
        return said.matches() ? said(line, said.group(1), said.group(2).strip()) : null;
    }

    private Entry heading(Line line, String version, String name, String library, @Nullable String libraryVersion) {
        stack = new Stack("gpucomm", version, library, libraryVersion);
        operation = Operation.ofId(name).orElse(null);
        return operation == null ? problem(line, "the operation '" + name + "' is none that is known") : note(line);
    }

    private Entry said(Line line, String name, String value) {
        switch (name) {
            case "settings" -> settings = NamedValues.parse(value);
            case "iters" -> iterations = Cells.isWhole(value) && value.length() < 10 ? Long.valueOf(value) : null;
            case "wrong results" -> {
                return value.endsWith("FAILED") ? wrongData(line) : note(line);
            }
            default -> {
                // a fact like all others
            }
        }
        return note(line, new Fact(name.equals("results are not checked") ? "unchecked" : name, value));
    }

    private Measurement measurement(NamedCells row) {
        if (operation == null) {
            throw new IllegalArgumentException("the operation of this table is not known");
        }
        var more = NamedValues.parse(row.text("more").orElse(""));
        var root = row.whole("root");
        var placement = row.text("placement").flatMap(Placement::ofId);
        return measurement(stack, Platform.of(gpus, hosts, ranks),
                new Workload(operation, row.text("variant").orElse(null), row.text("problem").orElse(null),
                        row.bytes("bytes"), row.text("type").orElse(null), row.text("redop").orElse(null),
                        root == null ? null : Math.toIntExact(root), placement.orElse(null), iterations),
                new Outcome(row.micros(TIME), row.micros("min"), row.micros("p50"), row.micros("p99"),
                        row.micros("max"), row.gigabytesPerSecond("algbw(GB/s)"), row.gigabytesPerSecond("busbw(GB/s)"),
                        row.number("wrong"),
                        number(more, "baseline_us").map(Micros::of).orElse(null), number(more, "speedup").orElse(null),
                        number(more, "efficiency_pct").orElse(null), more.only(name -> !NO_METRIC.contains(name))),
                settings.with(NamedValues.parse(row.text("settings").orElse(""))));
    }

    private static Optional<Decimal> number(NamedValues values, String name) {
        return values.get(name).flatMap(Decimal::parse);
    }
}
