package org.gpucomm.results.format.canonical;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

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
import org.jspecify.annotations.Nullable;

/**
 * The cells of one measurement, with texts as returned by {@link Column#textOf}; empty if there is no value. One object reads all rows of a
 * file, and rows of one run share the objects that they have in common.
 */
final class MeasurementCells {

    private static final Set<Column> OF_STACK = EnumSet.of(Column.TOOL, Column.TOOL_VERSION, Column.LIBRARY,
            Column.LIBRARY_VERSION);
    private static final Set<Column> OF_PLATFORM = EnumSet.of(Column.INSTANCE_TYPE, Column.GPU, Column.NODES,
            Column.RANKS);

    private final String[] texts = new String[Column.values().length];
    private @Nullable Integer section;
    private @Nullable Stack stack;
    private @Nullable Platform platform;
    private @Nullable Operation operation;
    private @Nullable NamedValues settings;
    private @Nullable NamedValues metrics;

    MeasurementCells() {
        Arrays.fill(texts, "");
    }

    void set(Column column, String text) {
        if (!texts[column.ordinal()].equals(text)) {
            texts[column.ordinal()] = text;
            changed(column);
        }
    }

    /** Returns the measurement. @throws IllegalArgumentException if a cell is missing or bad; the message names column and value */
    Measurement measurement() {
        return new Measurement(required(Column.SOURCE), section(), stack(),
                platform(), workload(), outcome(), text(Column.STARTED_AT), settings());
    }

    private void changed(Column column) {
        if (OF_STACK.contains(column)) {
            stack = null;
        } else if (OF_PLATFORM.contains(column)) {
            platform = null;
        } else if (column == Column.OPERATION) {
            operation = null;
        } else if (column == Column.SECTION) {
            section = null;
        } else if (column == Column.SETTINGS) {
            settings = null;
        } else if (column == Column.METRICS) {
            metrics = null;
        }
    }

    private int section() {
        if (section == null) {
            section = required(Column.SECTION, whole(Column.SECTION));
        }
        return section;
    }

    private Stack stack() {
        if (stack == null) {
            stack = new Stack(required(Column.TOOL), text(Column.TOOL_VERSION), text(Column.LIBRARY),
                    text(Column.LIBRARY_VERSION));
        }
        return stack;
    }

    private Platform platform() {
        if (platform == null) {
            platform = new Platform(text(Column.INSTANCE_TYPE), text(Column.GPU), whole(Column.NODES),
                    whole(Column.RANKS));
        }
        return platform;
    }

    private Operation operation() {
        if (operation == null) {
            operation = operation(required(Column.OPERATION));
        }
        return operation;
    }

    private NamedValues settings() {
        if (settings == null) {
            settings = NamedValues.parse(text(Column.SETTINGS)).withoutSecrets();
        }
        return settings;
    }

    private NamedValues metrics() {
        if (metrics == null) {
            metrics = NamedValues.parse(text(Column.METRICS)).withoutSecrets();
        }
        return metrics;
    }

    private Workload workload() {
        var size = longWhole(Column.MESSAGE_BYTES);
        return new Workload(operation(), text(Column.VARIANT), text(Column.PROBLEM),
                size == null ? null : bytes(size), text(Column.DATATYPE), text(Column.REDOP), whole(Column.ROOT),
                placement(), longWhole(Column.ITERATIONS));
    }

    private Outcome outcome() {
        return new Outcome(micros(Column.TIME_US), micros(Column.TIME_MIN_US), micros(Column.TIME_P50_US),
                micros(Column.TIME_P99_US), micros(Column.TIME_MAX_US),
                Bandwidth.ofNullable(decimal(Column.ALGBW_GBPS)), Bandwidth.ofNullable(decimal(Column.BUSBW_GBPS)),
                decimal(Column.WRONG), micros(Column.BASELINE_US), decimal(Column.SPEEDUP),
                decimal(Column.EFFICIENCY_PCT), metrics());
    }

    private @Nullable Micros micros(Column column) {
        return Micros.ofNullable(decimal(column));
    }

    private @Nullable Decimal decimal(Column column) {
        var text = texts[column.ordinal()];
        if (text.isEmpty()) {
            return null;
        }
        var value = Decimal.at(text, 0, text.length());
        if (value == null) {
            throw new IllegalArgumentException(column.header() + ": not a decimal number: '" + text + "'");
        }
        return value;
    }

    private @Nullable String text(Column column) {
        var text = texts[column.ordinal()];
        return text.isEmpty() ? null : text;
    }

    private String required(Column column) {
        return required(column, text(column));
    }

    private static <T> T required(Column column, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(column.header() + " is empty");
        }
        return value;
    }

    private @Nullable Integer whole(Column column) {
        var text = texts[column.ordinal()];
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw noWhole(column, text, e);
        }
    }

    private @Nullable Long longWhole(Column column) {
        var text = texts[column.ordinal()];
        try {
            return text.isEmpty() ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw noWhole(column, text, e);
        }
    }

    private static IllegalArgumentException noWhole(Column column, String text, NumberFormatException e) {
        return new IllegalArgumentException(column.header() + " is no whole number: '" + text + "'", e);
    }

    private static Bytes bytes(long count) {
        try {
            return new Bytes(count);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Column.MESSAGE_BYTES.header() + ": " + e.getMessage(), e);
        }
    }

    private static Operation operation(String id) {
        return Operation.ofId(id)
                .orElseThrow(() -> new IllegalArgumentException(Column.OPERATION.header() + ": unknown operation '"
                        + id + "'; known are " + Arrays.stream(Operation.values()).map(Operation::id).toList()));
    }

    private @Nullable Placement placement() {
        var id = text(Column.PLACEMENT);
        return id == null
                ? null
                : Placement.ofId(id).orElseThrow(() -> new IllegalArgumentException(Column.PLACEMENT.header()
                        + ": must be out_of_place or in_place, was '" + id + "'"));
    }
}
