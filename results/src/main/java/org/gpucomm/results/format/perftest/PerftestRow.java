package org.gpucomm.results.format.perftest;

import java.util.List;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/**
 * One line of a table. For latencies, typical is the median and 99% the 99th percentile. BW peak is ignored: it is 0.00 if the test ran for
 * a time instead of a count.
 */
record PerftestRow(PerftestColumns columns, List<String> cells) {

    private static final int DECIMALS_OF_A_MESSAGE_RATE = 6;
    /** Relative difference that rounding explains; MiB/s and Gb/s of one rate differ by a factor of 119. */
    private static final double CLOSE = 0.01;

    /** Returns the workload. @throws IllegalArgumentException with the reason if the row is cut or a cell is not a number */
    Workload workload(PerftestTitle title) {
        requireWhole();
        return Workload.of(title.operation(), title.variant().isEmpty() ? null : String.join("+", title.variant()))
                .withMessageSize(new Bytes(whole(cells.getFirst())))
                .withIterations(whole(cells.get(columns.indexOf("#iterations"))));
    }

    /** Returns the settings of the run with those of this row. */
    NamedValues settings(NamedValues ofRun) {
        int level = columns.indexOf("#sl");
        return level < 0 ? ofRun : ofRun.with("sl", cells.get(level));
    }

    Outcome outcome() {
        int bandwidth = columns.bandwidth();
        Bandwidth reported = bandwidth < 0 ? null : bandwidth(Decimal.require(cells.get(bandwidth)));
        return new Outcome(micros("t_avg[usec]"), micros("t_min[usec]"), micros("t_typical[usec]"),
                micros("99% percentile[usec]"), micros("t_max[usec]"), reported, null, null, null, null, null,
                metrics());
    }

    /** Returns the bandwidth in the unit of its column, or in Gb/s if the message rate shows that the column has the other unit's name. */
    private Bandwidth bandwidth(Decimal value) {
        int rate = columns.indexOf(PerftestColumns.MESSAGE_RATE);
        if (rate >= 0) {
            double gigabits = Decimal.require(cells.get(rate)).doubleValue() * whole(cells.getFirst()) * 8 / 1e3;
            if (gigabits > 1 && Math.abs(value.doubleValue() / gigabits - 1) < CLOSE) {
                return Bandwidth.ofGigabitsPerSecond(value);
            }
        }
        return columns.bandwidth(value);
    }

    private NamedValues metrics() {
        var metrics = NamedValues.NONE;
        for (int i = 0; i < cells.size(); i++) {
            var name = columns.metric(i);
            metrics = name.isEmpty() ? metrics : metrics.with(name, cells.get(i));
        }
        return metrics;
    }

    private void requireWhole() {
        if (cells.size() != columns.names().size()) {
            throw new IllegalArgumentException(
                    "expected " + columns.names().size() + " columns, found " + cells.size());
        }
        cells.forEach(Decimal::require);
        var last = cells.getLast();
        int decimals = last.length() - last.indexOf('.') - 1;
        if (columns.endsInMessageRate() && (last.indexOf('.') < 0 || decimals < DECIMALS_OF_A_MESSAGE_RATE)) {
            throw new IllegalArgumentException("the row is cut: its message rate has not all of its six decimals");
        }
    }

    private @Nullable Micros micros(String column) {
        int at = columns.indexOf(column);
        return at < 0 ? null : Micros.of(Decimal.require(cells.get(at)));
    }

    private static long whole(String text) {
        if (!Cells.isWhole(text) || text.length() > 18) {
            throw new IllegalArgumentException("no whole number: '" + text + "'");
        }
        return Long.parseLong(text);
    }
}
