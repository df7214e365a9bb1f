package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.nccltests.TableLayout.Block;
import org.jspecify.annotations.Nullable;

/** One line of a table, with the columns that its header named. */
final class TableRow {

    private static final String NOT_PRINTED = "N/A";
    private static final int WORDS_OF_A_TIMESTAMP = 2;

    private final String source;
    private final Section section;
    private final TableLayout layout;
    private final List<String> cells;

    TableRow(String source, Section section, TableLayout layout, List<String> words) {
        this.source = source;
        this.section = section;
        this.layout = layout;
        this.cells = withRedop(layout, withoutTimestamp(layout, words));
    }

    Entry entry(Line line) {
        if (cells.size() != layout.columns()) {
            return problem(line, "expected " + layout.columns() + " columns, found " + cells.size());
        }
        var operation = section.operation().or(this::operationFromColumns);
        if (operation.isEmpty()) {
            return problem(line, "the operation is not known: the log has no banner and no command line; "
                    + "put it into the file's name, as in all_reduce.log");
        }
        try {
            var measurements = measurements(operation.get());
            return measurements.isEmpty()
                    ? problem(line, "no block of this row has a time")
                    : new Entry.Row(line.number(), measurements);
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    private List<Measurement> measurements(Operation operation) {
        var workload = workload(operation);
        var measurements = new ArrayList<Measurement>(2);
        int from = layout.shared().size();
        for (var block : layout.blocks()) {
            var values = cells.subList(from, from + block.names().size());
            from += block.names().size();
            if (!values.getFirst().equals(NOT_PRINTED)) {
                measurements.add(new Measurement(source, section.number(), section.stack(), section.platform(),
                        workload.withPlacement(block.placement()), outcome(block, values), null, null));
            }
        }
        return measurements;
    }

    private Workload workload(Operation operation) {
        int root = shared("root") == null ? -1 : Integer.parseInt(shared("root"));
        return new Workload(operation, null, null, new Bytes(Long.parseLong(cells.getFirst())), lower(shared("type")),
                lower(shared("redop")), root < 0 ? null : root, null, section.iterations());
    }

    private static Outcome outcome(Block block, List<String> values) {
        var min = value(block, values, "i_min");
        var p99 = value(block, values, "i_p99");
        var max = value(block, values, "i_max");
        var algbw = value(block, values, "algbw");
        var busbw = value(block, values, "busbw");
        return new Outcome(Micros.of(number(block.names().getFirst(), values.getFirst())),
                min == null ? null : Micros.of(min), null, p99 == null ? null : Micros.of(p99),
                max == null ? null : Micros.of(max), algbw == null ? null : Bandwidth.ofGigabytesPerSecond(algbw),
                busbw == null ? null : Bandwidth.ofGigabytesPerSecond(busbw), value(block, values, "#wrong"), null,
                null,
                null);
    }

    private static @Nullable Decimal value(Block block, List<String> values, String name) {
        int at = block.names().indexOf(name);
        return at < 0 || values.get(at).equals(NOT_PRINTED) ? null : number(name, values.get(at));
    }

    private static Decimal number(String name, String text) {
        return Decimal.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("column " + name + " is no number: '" + text + "'"));
    }

    /**
     * Without banner and name the columns decide in some cases: an operator without root over size = count · type is an
     * all-reduce, over more a reduce-scatter; an operator with a root is a reduce; no operator, a root and size = count ·
     * type is a broadcast. The others share their shape with another operation.
     */
    private Optional<Operation> operationFromColumns() {
        var redop = shared("redop");
        var root = shared("root");
        var type = shared("type");
        if (redop == null || root == null || type == null || !Words.isWhole(root)) {
            return Optional.empty();
        }
        long elements = Long.parseLong(cells.get(1)) * DataType.size(type);
        long size = Long.parseLong(cells.getFirst());
        if (elements == 0) {
            return Optional.empty();
        }
        boolean reduces = !redop.equals("none");
        if (reduces) {
            return Optional.of(!root.equals("-1")
                    ? Operation.REDUCE
                    : size == elements ? Operation.ALL_REDUCE : Operation.REDUCE_SCATTER);
        }
        return !root.equals("-1") && size == elements ? Optional.of(Operation.BROADCAST) : Optional.empty();
    }

    private @Nullable String shared(String column) {
        int at = layout.shared().indexOf(column);
        return at < 0 ? null : cells.get(at);
    }

    private static @Nullable String lower(@Nullable String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    /** {@code -S 1} appends date and time, which the header's names do not mention. */
    private static List<String> withoutTimestamp(TableLayout layout, List<String> words) {
        int size = words.size();
        boolean stamped = size == layout.columns() + WORDS_OF_A_TIMESTAMP && words.get(size - 1).indexOf(':') > 0
                && words.get(size - 2).indexOf('-') > 0;
        return stamped ? words.subList(0, size - WORDS_OF_A_TIMESTAMP) : words;
    }

    /** All-to-all before 2.13 leaves the cell under {@code redop} blank. */
    private static List<String> withRedop(TableLayout layout, List<String> words) {
        int redop = layout.shared().indexOf("redop");
        boolean blank = redop >= 0 && words.size() == layout.columns() - 1
                && Decimal.parse(words.get(redop)).isPresent();
        if (!blank) {
            return words;
        }
        var filled = new ArrayList<>(words);
        filled.add(redop, "none");
        return filled;
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }
}
