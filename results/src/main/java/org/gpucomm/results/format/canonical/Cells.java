package org.gpucomm.results.format.canonical;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one measurement as text; a column without a value is absent or empty.
 *
 * @param texts what {@link Column#textOf} gave
 */
record Cells(Map<Column, String> texts) {

    /** @throws IllegalArgumentException if a cell is missing or bad; the message names column and value */
    Measurement measurement() {
        return new Measurement(required(Column.SOURCE), (int) required(Column.SECTION, Cells::whole), stack(),
                platform(), workload(), outcome(), text(Column.STARTED_AT), text(Column.SETTINGS));
    }

    private Stack stack() {
        return new Stack(required(Column.TOOL), text(Column.TOOL_VERSION), text(Column.LIBRARY),
                text(Column.LIBRARY_VERSION));
    }

    private Platform platform() {
        return new Platform(text(Column.INSTANCE_TYPE), text(Column.GPU), read(Column.NODES, Cells::whole),
                read(Column.RANKS, Cells::whole));
    }

    private Workload workload() {
        return new Workload(required(Column.OPERATION, Cells::operation), text(Column.VARIANT),
                text(Column.PROBLEM), read(Column.MESSAGE_BYTES, text -> new Bytes(Long.parseLong(text))),
                text(Column.DATATYPE), text(Column.REDOP), read(Column.ROOT, Cells::whole),
                read(Column.PLACEMENT, Cells::placement), read(Column.ITERATIONS, Long::valueOf));
    }

    private Outcome outcome() {
        return new Outcome(micros(Column.TIME_US), micros(Column.TIME_MIN_US), micros(Column.TIME_P50_US),
                micros(Column.TIME_P99_US), micros(Column.TIME_MAX_US), bandwidth(Column.ALGBW_GBPS),
                bandwidth(Column.BUSBW_GBPS), read(Column.WRONG, Decimal::new), micros(Column.BASELINE_US),
                read(Column.SPEEDUP, Decimal::new), read(Column.EFFICIENCY_PCT, Decimal::new));
    }

    private @Nullable Micros micros(Column column) {
        return read(column, text -> Micros.of(new Decimal(text)));
    }

    private @Nullable Bandwidth bandwidth(Column column) {
        return read(column, text -> Bandwidth.ofGigabytesPerSecond(new Decimal(text)));
    }

    private @Nullable String text(Column column) {
        var text = texts.get(column);
        return text == null || text.isEmpty() ? null : text;
    }

    private String required(Column column) {
        return required(column, Function.identity());
    }

    private <T> T required(Column column, Function<String, T> reader) {
        var value = read(column, reader);
        if (value == null) {
            throw new IllegalArgumentException(column.header() + " is empty");
        }
        return value;
    }

    private <T> @Nullable T read(Column column, Function<String, T> reader) {
        var text = text(column);
        if (text == null) {
            return null;
        }
        try {
            return reader.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column.header() + " is no whole number: '" + text + "'", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(column.header() + ": " + e.getMessage(), e);
        }
    }

    private static Integer whole(String text) {
        return Integer.valueOf(text);
    }

    private static Operation operation(String id) {
        return Operation.ofId(id).orElseThrow(() -> new IllegalArgumentException("unknown operation '" + id
                + "'; known are " + Arrays.stream(Operation.values()).map(Operation::id).toList()));
    }

    private static Placement placement(String id) {
        return Placement.ofId(id)
                .orElseThrow(
                        () -> new IllegalArgumentException("must be out_of_place or in_place, was '" + id + "'"));
    }
}
