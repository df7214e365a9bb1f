package org.gpucomm.results.format.torchbench;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the table of IBM's scripts allreduce-loop.py, allgather-loop.py and similar ones. A megabyte is 10⁶ bytes, and the bandwidths
 * are bus bandwidths. The table does not name the operation.
 */
public final class LoopParser extends SectionParser {

    private static final String HEADER = "size(MB)";
    private static final Set<String> COLUMNS = Set.of(HEADER, "tavg(usec)", "tmin(usec)", "tmax(usec)", "avgbw(GB/sec)",
            "maxbw(GB/sec)", "minbw(GB/sec)");
    private static final int ENOUGH = 3;
    private static final Pattern SCRIPT = Pattern.compile("(?<![\\w-])([\\w-]+)-loop\\.py\\b");
    private static final Pattern WORLD = Pattern.compile("World size\\s+:\\s+(\\d{1,7})\\s*");
    private static final Pattern NUMBER = Pattern.compile("[\\d.]+");

    private List<String> columns = List.of();
    private @Nullable Integer ranks;

    public LoopParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.contains("(usec)") && Cells.of(line).stream().filter(COLUMNS::contains).distinct().count() >= ENOUGH
                || line.startsWith("World size") && WORLD.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var world = WORLD.matcher(text);
        if (world.matches()) {
            if (!columns.isEmpty()) {
                return null;
            }
            int count = Integer.parseInt(world.group(1));
            ranks = count == 0 ? null : count;
            return note(line);
        }
        if (begins(text)) {
            if (!columns.isEmpty()) {
                return null;
            }
            columns = Cells.of(text);
            return header(line, columns, COLUMNS::contains);
        }
        var cells = Cells.of(text);
        boolean isRow = !columns.isEmpty() && cells.size() > 1 && NUMBER.matcher(cells.getFirst()).matches()
                && NUMBER.matcher(cells.get(1)).matches();
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private Measurement measurement(NamedCells row) {
        var size = row.number(HEADER);
        if (size == null) {
            throw new IllegalArgumentException("the row has no size");
        }
        var metrics = NamedValues.NONE.withNullable("busbw_min_GBps", row.number("minbw(GB/sec)"))
                .withNullable("busbw_max_GBps", row.number("maxbw(GB/sec)"));
        return measurement(new Stack("torch-loop", null, "nccl", null), new Platform(null, null, null, ranks),
                new Workload(operation(), "torch", null,
                        new Bytes(size.toBigDecimal().multiply(BigDecimal.valueOf(1_000_000)).longValueExact()),
                        "float32", null, null, null, null),
                new Outcome(row.micros("tavg(usec)"), row.micros("tmin(usec)"), null, null, row.micros("tmax(usec)"),
                        null, row.gigabytesPerSecond("avgbw(GB/sec)"), null, null, null, null, metrics),
                NamedValues.NONE);
    }

    private Operation operation() {
        var script = SCRIPT.matcher(log().command().orElse(""));
        return (script.find() ? OperationName.in(script.group(1)) : OperationName.in(log().source()))
                .or(() -> log().words()).orElse(Operation.UNNAMED);
    }

}
