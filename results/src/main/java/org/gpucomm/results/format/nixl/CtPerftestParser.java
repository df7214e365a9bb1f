package org.gpucomm.results.format.nixl;

import java.util.List;
import java.util.Set;

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
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a table of the sequential custom traffic test: a traffic pattern per row, timed among the others and alone. The size of a
 * pattern is that of all its messages, in GB with three decimals, so it is the problem size and not a message size.
 */
public final class CtPerftestParser extends SectionParser {

    private static final String LATENCY = "Latency (ms)";
    private static final String ALONE = "Isolated Latency (ms)";
    private static final List<String> SIZES = List.of("Transfer size (GB)", "TP size (GB)");

    private static final String BANDWIDTH = "Mean BW (GB/s)";
    private static final String SENDERS = "Num Senders";
    private static final Set<String> COLUMNS = Set.of("Transfer size (GB)", "TP size (GB)", LATENCY, ALONE, BANDWIDTH,
            SENDERS);

    private List<String> columns = List.of();

    public CtPerftestParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.contains(ALONE) && SIZES.stream().anyMatch(line::contains);
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (begins(text)) {
            if (!columns.isEmpty()) {
                return null;
            }
            columns = Cells.apart(text.strip());
            return header(line, columns, COLUMNS::contains);
        }
        if (!text.isBlank() && text.chars().allMatch(c -> c == '-' || c == ' ')) {
            return note(line);
        }
        var cells = Cells.of(text);
        boolean isRow = cells.size() > 1 && !cells.getFirst().isEmpty()
                && (Character.isDigit(cells.getFirst().charAt(0)) || cells.getFirst().equals("..."))
                && (Character.isDigit(cells.get(1).charAt(0)) || cells.get(1).equals("..."));
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private Measurement measurement(NamedCells row) {
        var size = SIZES.stream().map(row::number).filter(number -> number != null).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the pattern has no size"));
        var latency = row.number(LATENCY);
        var alone = row.number(ALONE);
        var bandwidth = row.number(BANDWIDTH);
        if (latency == null) {
            throw new IllegalArgumentException("the pattern has no latency");
        }
        var metrics = NamedValues.NONE
                .withNullable("isolated_us", alone == null ? null : Micros.ofMillis(alone).value())
                .withNullable("mean_sender_GBps", bandwidth);
        return measurement(new Stack("nixl-ct-perftest", null, "nixl", null), Platform.UNKNOWN,
                Workload.of(Operation.TRANSFER, "traffic-pattern").withProblem(size + " GB"),
                Outcome.of(Micros.ofMillis(latency), null, null, null).withMetrics(metrics),
                NamedValues.NONE.withNullable("senders", row.text(SENDERS).orElse(null)));
    }
}
