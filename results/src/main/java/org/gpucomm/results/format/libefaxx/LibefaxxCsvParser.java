package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.CsvTable;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Parser of one table; each line gives a measurement for each group of columns. */
public final class LibefaxxCsvParser extends CsvTable {

    private static final Stack STACK = new Stack("libefaxx", null, "libfabric", null);

    private final String source;
    private List<String> header = List.of();
    private List<ColumnGroup> groups = List.of();
    private @Nullable Operation operation;

    public LibefaxxCsvParser(Log log) {
        super(log.begin());
        this.source = log.source();
    }

    /** Returns whether a file with these first lines is such a table. */
    public static boolean recognises(List<String> head) {
        return header(head, LibefaxxCsvParser::isOne).isPresent();
    }

    private static boolean isOne(List<String> cells) {
        return cells.contains("Size") && !ColumnGroup.in(cells).isEmpty();
    }

    @Override
    protected boolean isHeader(List<String> cells) {
        return isOne(cells);
    }

    @Override
    protected List<String> begin(List<String> cells) {
        header = cells;
        groups = ColumnGroup.in(header);
        operation = operation().orElse(null);
        return IntStream.range(0, cells.size()).filter(i -> groups.stream().noneMatch(group -> group.has(i)))
                .mapToObj(cells::get).filter(name -> !name.equals("Size") && !name.equals("Count")).toList();
    }

    @Override
    protected List<Measurement> measurements(List<String> cells) {
        if (operation == null) {
            throw new IllegalArgumentException(
                    "the operation is not known: neither the columns nor the file's name tell; "
                            + "name the file like libefaxx_write.csv");
        }
        var text = cells.get(header.indexOf("Size"));
        var size = Bytes.parse(text).orElseThrow(() -> new IllegalArgumentException("Size is none: '" + text + "'"));
        var measurements = new ArrayList<Measurement>(groups.size());
        for (var group : groups) {
            var workload = Workload.of(operation, group.variant());
            measurements.add(new Measurement(source, section, STACK, Platform.UNKNOWN, workload.withMessageSize(size),
                    outcome(group, cells), null, NamedValues.NONE));
        }
        return measurements;
    }

    private static Outcome outcome(ColumnGroup group, List<String> cells) {
        var latency = group.latency() < 0 ? null : Micros.of(Decimal.require(cells.get(group.latency())));
        return new Outcome(latency, null, null, null, null,
                Bandwidth.ofGigabitsPerSecond(Decimal.require(cells.get(group.bandwidth()))), null, null, null, null,
                group.efficiency() < 0 ? null : Decimal.require(cells.get(group.efficiency())));
    }

    /** Returns the operation by the columns if they decide it, otherwise by the file name. */
    private Optional<Operation> operation() {
        var names = groups.stream().map(ColumnGroup::name).toList();
        if (names.stream().anyMatch(name -> name.startsWith("Proxy"))) {
            return Optional.of(Operation.WRITE);
        }
        if (names.contains("Blocking")) {
            return Optional.of(Operation.QUEUE);
        }
        if (names.contains("Device") || names.contains("Host")) {
            return Optional.of(Operation.SENDRECV);
        }
        var lower = source.toLowerCase(Locale.ROOT);
        if (lower.contains("all2all") || lower.contains("alltoall")) {
            return Optional.of(Operation.ALLTOALL);
        }
        return lower.contains("write") ? Optional.of(Operation.WRITE) : Optional.empty();
    }
}
