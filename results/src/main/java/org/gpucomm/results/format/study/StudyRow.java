package org.gpucomm.results.format.study;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
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
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * One line of a table.
 *
 * @param cells cells by the names of their columns
 */
record StudyRow(String source, int section, Map<String, String> cells) {

    private static final String TOOL = "study";

    /** Names of features in the study, with their names as parts of a variant. */
    private static final Map<String, String> FEATURES = Map.of("overlap", "overlap", "cuda graph", "graph",
            "user buffer", "buffer", "block comm", "block", "neighborhood sync", "sync");

    /** Returns both placements if the table has {@code in} and {@code out} columns, otherwise the only bandwidth. */
    List<Measurement> bandwidths() {
        var stack = new Stack(TOOL, null, library(), null);
        var workload = Workload.of(operation(), variantOfFile()).withMessageSize(size())
                .withIterations(cells.containsKey("iterations") ? Long.valueOf(whole("iterations")) : null);
        var measurements = new ArrayList<Measurement>(2);
        if (hasBandwidth("")) {
            measurements.add(measurement(stack, workload, bandwidth("")));
        }
        if (hasBandwidth("out ")) {
            measurements.add(
                    measurement(stack, workload.withPlacement(Placement.OUT_OF_PLACE), bandwidth("out ")));
        }
        if (hasBandwidth("in ")) {
            measurements.add(measurement(stack, workload.withPlacement(Placement.IN_PLACE), bandwidth("in ")));
        }
        return measurements;
    }

    /** Returns a Jacobi result: {@code NVSHMEM w/ Block Comm + Overlap} is library nvshmem, variant {@code block+overlap}. */
    List<Measurement> jacobi() {
        var parts = cell(StudyHeader.EXPERIMENT).split(" w/ ", 2);
        if (parts[0].strip().indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "expected a library, or a library 'w/' a variant, found '" + parts[0] + "'");
        }
        var variant = parts.length == 1 ? null : variant(parts[1]);
        var outcome = new Outcome(Micros.ofSeconds(number("Time(sec)")), null, null, null, null, null, null, null,
                cells.containsKey("Baseline(sec)") ? Micros.ofSeconds(number("Baseline(sec)")) : null,
                cells.containsKey("Speedup") ? number("Speedup") : null,
                cells.containsKey("Efficiency") ? number("Efficiency") : null);
        var workload = Workload.of(Operation.JACOBI, variant);
        return List.of(measurement(new Stack(TOOL, null, parts[0].toLowerCase(Locale.ROOT).strip(), null),
                cells.containsKey("Size") ? workload.withProblem(cell("Size")) : workload, outcome));
    }

    private Measurement measurement(Stack stack, Workload workload, Outcome outcome) {
        return new Measurement(source, section, stack, platform(), workload, outcome, null,
                cells.containsKey("blocking") ? NamedValues.of("blocking", cell("blocking")) : NamedValues.NONE);
    }

    private boolean hasBandwidth(String placement) {
        return cells.containsKey(placement + "algbw(GB/s)") || cells.containsKey(placement + "busbw(GB/s)");
    }

    private Outcome bandwidth(String placement) {
        return Outcome.of(null, gigabytes(placement + "algbw(GB/s)"), gigabytes(placement + "busbw(GB/s)"), null);
    }

    private @Nullable Bandwidth gigabytes(String column) {
        return cells.containsKey(column) ? Bandwidth.ofGigabytesPerSecond(number(column)) : null;
    }

    private Platform platform() {
        var nodes = cells.containsKey("Nodes") ? "Nodes" : cells.containsKey("Node") ? "Node" : null;
        return new Platform(cells.containsKey("Instance") ? cell("Instance") : null, null,
                nodes == null ? null : whole(nodes), whole(StudyHeader.GPUS));
    }

    private Bytes size() {
        var column = StudyHeader.SIZES.keySet().stream().filter(cells::containsKey).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no size column"));
        try {
            return new Bytes(new BigDecimal(number(column).text())
                    .multiply(BigDecimal.valueOf(StudyHeader.SIZES.get(column))).longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(column + " is no whole number of bytes: " + cell(column), e);
        }
    }

    // The tables do not name the operation; their file names do.
    private Operation operation() {
        return OperationName.in(source)
                .orElseThrow(
                        () -> new IllegalArgumentException("the operation is not known: this table has no column for "
                                + "it and the file's name does not say it; name the file like nccl_all_reduce.csv"));
    }

    private String library() {
        var lower = source.toLowerCase(Locale.ROOT);
        return lower.contains("nvshmem") ? "nvshmem" : lower.contains("rccl") ? "rccl" : "nccl";
    }

    private @Nullable String variantOfFile() {
        var lower = source.toLowerCase(Locale.ROOT);
        return lower.contains("host") ? "host" : lower.contains("device") ? "device" : null;
    }

    private static String variant(String features) {
        var parts = new ArrayList<String>();
        for (var feature : features.split("\\+")) {
            var name = feature.strip().toLowerCase(Locale.ROOT);
            parts.add(FEATURES.getOrDefault(name, name.replace(' ', '-')));
        }
        return String.join("+", parts);
    }

    private String cell(String column) {
        return Objects.requireNonNull(cells.get(column));
    }

    private int whole(String column) {
        try {
            return Integer.parseInt(cell(column));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " is no whole number: '" + cell(column) + "'", e);
        }
    }

    private Decimal number(String column) {
        return Decimal.parse(cell(column))
                .orElseThrow(() -> new IllegalArgumentException(column + " is no number: '" + cell(column) + "'"));
    }
}
