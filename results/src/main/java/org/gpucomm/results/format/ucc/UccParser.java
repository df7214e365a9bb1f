package org.gpucomm.results.format.ucc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: {@code Collective:} and other settings, a header of two lines, rows. The bandwidth includes the bus factor of the
 * collective; its columns are those of the mean, shortest and longest time.
 */
public final class UccParser extends SectionParser {

    private static final Pattern SETTING = Pattern.compile(
            "(Collective|Memory type|Data ?type|Reduction|Operation type|Inplace|Root|Root shift|Persistent|Triggered):\\s+(\\S+)\\s*");
    private static final Pattern HEADER = Pattern
            .compile("\\s*Count\\s+Size\\s+Time, us(\\s+(?:Bus )?Bandwidth, GB/s)?\\s*");
    private static final Pattern STATISTICS = Pattern
            .compile("\\s*avg\\s+min\\s+max(?:\\s+avg\\s+(?:min\\s+max|max\\s+min))?\\s*");
    private static final Pattern ITERATIONS = Pattern
            .compile("(?:Warmup|Iterations):\\s*|  (?:small|large)\\s+\\d+\\s*");
    private static final List<String> TIMES = List.of("count", "size", "avg", "min", "max");

    private List<String> columns = List.of();
    private NamedValues said = NamedValues.NONE;

    public UccParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("Collective:  ") && SETTING.matcher(line).matches()
                || line.contains("Time, us") && HEADER.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var setting = SETTING.matcher(text);
        if (setting.matches()) {
            if (!columns.isEmpty()) {
                return null;
            }
            said = said.with(setting.group(1).toLowerCase(Locale.ROOT).replace(" ", ""), setting.group(2));
            return note(line);
        }
        var header = HEADER.matcher(text);
        if (header.matches()) {
            if (!columns.isEmpty()) {
                return null;
            }
            var names = new ArrayList<>(TIMES);
            if (header.group(1) != null) {
                names.addAll(List.of("bandwidth", "bandwidth of another", "bandwidth of the third"));
            }
            columns = names;
            return note(line);
        }
        if (STATISTICS.matcher(text).matches() || ITERATIONS.matcher(text).matches()) {
            return note(line);
        }
        var cells = Cells.of(text);
        boolean isRow = !columns.isEmpty() && cells.size() > 1 && isCount(cells.getFirst()) && isCount(cells.get(1));
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private static boolean isCount(String cell) {
        return Cells.isWhole(cell) || cell.equals("N/A");
    }

    private Measurement measurement(NamedCells row) {
        var name = said.get("collective").orElse("");
        var operation = operation(name);
        var launched = LauncherOptions.platform(log().command().orElse(""), "ucc_perftest");
        var redop = said.get("reduction").or(() -> said.get("operationtype")).filter(op -> !op.equals("N/A"));
        var placement = said.get("inplace").map(text -> text.equals("1") ? Placement.IN_PLACE : Placement.OUT_OF_PLACE);
        return measurement(new Stack("ucc-perftest", null, "ucc", null), launched,
                new Workload(operation, variant(name), null, row.bytes("size"), said.get("datatype").orElse(null),
                        operation.reduces() ? redop.orElse(null) : null, null,
                        said.get("inplace").filter("N/A"::equals).isPresent() ? null : placement.orElse(null), null),
                new Outcome(row.micros("avg"), row.micros("min"), null, null, row.micros("max"), null,
                        row.gigabytesPerSecond("bandwidth"), null, null, null, null),
                NamedValues.NONE.withNullable("memory", said.get("memorytype").orElse(null)));
    }

    private static @Nullable String variant(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith("v") && !name.equalsIgnoreCase("alltoallv") ? "vector" : null;
    }

    private Operation operation(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "bcast" -> Operation.BROADCAST;
            case "barrier" -> Operation.BARRIER;
            case "memcpy" -> Operation.MEMCPY;
            default -> OperationName.in(lower).or(() -> OperationName.in(lower.replaceFirst("v$", "")))
                    .or(log()::surroundingOperation)
                    .orElseThrow(() -> new IllegalArgumentException(name.isEmpty()
                            ? "no line 'Collective:' above the table names the operation"
                            : "the collective '" + name + "' is none that is known"));
        };
    }
}
