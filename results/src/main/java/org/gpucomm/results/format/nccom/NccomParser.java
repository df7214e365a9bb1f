package org.gpucomm.results.format.nccom;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
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
 * Parser of one table: {@code size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s)}, optionally with more columns. In the older
 * version, whose time column is {@code time(us)}, GB are 2³⁰ bytes, as size and time of a row show.
 */
public final class NccomParser extends SectionParser {

    /** Columns as spelled in the header, which may contain others or lack one of these. */
    private static final Set<String> OF_ITS_HEADER = Set.of("size(B)", "count(elems)", "type", "time(us)",
            "time:avg(us)",
            "time:min(us)", "time:p50(us)", "time:p99(us)", "time:max(us)", "algbw(GB/s)", "busbw(GB/s)");
    private static final int ENOUGH = 4;
    private static final Pattern FOOTER = Pattern.compile("\\s*Avg bus bandwidth:\\s*[\\d.]+ ?GB/s\\s*");
    private static final Pattern COMMAND = Pattern.compile("\\bnccom-test\\b(.*)");
    private static final Map<String, Operation> SHORT = Map.of("allr", Operation.ALL_REDUCE, "allg",
            Operation.ALL_GATHER, "redsct", Operation.REDUCE_SCATTER, "sendrecv", Operation.SENDRECV, "alltoall",
            Operation.ALLTOALL, "permute", Operation.SENDRECV);
    private static final double BINARY = 1.073741824;
    /** Tolerance: the two gigabytes differ by 7 %. */
    private static final double NEAR = 0.03;

    private final String command;
    private List<String> columns = List.of();

    public NccomParser(Log log) {
        super(log);
        this.command = log.command().orElse("");
    }

    public static boolean begins(String line) {
        boolean may = line.contains("size(B)") || line.contains("count(elems)") || line.contains("time:avg(us)");
        return may && line.contains("w(GB/s)")
                && Cells.of(line).stream().filter(OF_ITS_HEADER::contains).distinct().count() >= ENOUGH;
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (begins(text)) {
            if (!columns.isEmpty()) {
                return null;
            }
            columns = Cells.of(text);
            return header(line, columns, OF_ITS_HEADER::contains);
        }
        if (FOOTER.matcher(text).matches()) {
            return note(line);
        }
        var cells = Cells.of(text);
        boolean isRow = cells.size() > 1 && cells.stream().filter(cell -> Decimal.parse(cell).isPresent()).count() > 1;
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private Measurement measurement(NamedCells row) {
        var operation = operation();
        var time = time(row);
        if (row.bytes("size(B)") == null) {
            throw new IllegalArgumentException("the row has no size");
        }
        var algbw = row.number("algbw(GB/s)");
        var busbw = row.number("busbw(GB/s)");
        boolean binary = isBinary(row, algbw, time);
        var launched = LauncherOptions.platform(command, "nccom-test");
        var workers = count("-r", "--nworkers").orElse(launched.ranks());
        var nodes = count("-N", "--nnodes").orElse(launched.nodes());
        return measurement(new Stack("nccom-test", null, "nccom", null),
                new Platform(null, null, nodes, workers),
                new Workload(operation, command.contains(" permute") ? "permute" : null, null, row.bytes("size(B)"),
                        row.text("type").map(type -> type.toLowerCase(Locale.ROOT)).orElse(null), null, null, null,
                        null),
                new Outcome(time, micros(row, "min"), micros(row, "p50"), micros(row, "p99"), micros(row, "max"),
                        bandwidth(algbw, binary), bandwidth(busbw, binary), null, null, null, null),
                NamedValues.NONE);
    }

    private Optional<Integer> count(String option, String longer) {
        return LauncherOptions.value(command, option).or(() -> LauncherOptions.value(command, longer))
                .filter(text -> Cells.isWhole(text) && text.length() < 8).map(Integer::valueOf)
                .filter(count -> count > 0);
    }

    private @Nullable Micros time(NamedCells row) {
        var average = micros(row, "avg");
        return average == null ? row.micros("time(us)") : average;
    }

    private static @Nullable Micros micros(NamedCells row, String statistic) {
        return row.micros("time:" + statistic + "(us)");
    }

    private static @Nullable Bandwidth bandwidth(@Nullable Decimal value, boolean binary) {
        if (value == null) {
            return null;
        }
        return binary ? Bandwidth.ofGibibytesPerSecond(value) : Bandwidth.ofGigabytesPerSecond(value);
    }

    /**
     * Returns whether a gigabyte is 2³⁰ bytes, by size and time of the row, otherwise by the name of the time column.
     *
     * @throws IllegalArgumentException if neither decides
     */
    private boolean isBinary(NamedCells row, @Nullable Decimal algbw, @Nullable Micros time) {
        var bytes = row.bytes("size(B)");
        boolean older = columns.contains("time(us)");
        if (bytes != null && time != null && algbw != null && algbw.doubleValue() >= 1 && time.doubleValue() >= 1) {
            double decimal = bytes.count() / time.doubleValue() / 1000;
            if (Math.abs(algbw.doubleValue() / decimal - 1) < NEAR) {
                return false;
            }
            if (Math.abs(algbw.doubleValue() * BINARY / decimal - 1) < NEAR) {
                return true;
            }
        }
        boolean named = older || columns.stream().anyMatch(name -> name.startsWith("time:"));
        if (!named) {
            throw new IllegalArgumentException(
                    "whether GB/s are of 10⁹ or 2³⁰ bytes is not known: the column of times is "
                            + "missing, which would show it");
        }
        return older;
    }

    private Operation operation() {
        var arguments = COMMAND.matcher(command);
        var named = arguments.find()
                ? Cells.of(arguments.group(1)).stream().flatMap(word -> inWord(word).stream()).findFirst()
                : Optional.<Operation>empty();
        return named.or(() -> log().words()).or(() -> OperationName.in(log().source()))
                .orElseThrow(
                        () -> new IllegalArgumentException("the operation is not known: the table does not say it, "
                                + "nor does a command line; put it into the file's name, as in nccom-all_reduce.log"));
    }

    private static Optional<Operation> inWord(String word) {
        return Optional.ofNullable(SHORT.get(word)).or(() -> OperationName.in(word));
    }
}
