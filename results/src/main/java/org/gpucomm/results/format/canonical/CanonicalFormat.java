package org.gpucomm.results.format.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
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
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Reads gpucomm's own CSV. Columns are found by the header; unknown ones, of a later version, are left out. */
public final class CanonicalFormat implements Format.OfFile {

    private static final List<Column> REQUIRED = List.of(Column.SOURCE, Column.SECTION, Column.TOOL, Column.OPERATION);

    @Override
    public String id() {
        return "gpucomm-csv";
    }

    @Override
    public String description() {
        return "gpucomm's own CSV, as written by gpucomm convert";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(cells -> cells.containsAll(REQUIRED.stream().map(Column::header).toList())).isPresent();
    }

    @Override
    public Parser open(Log log) {
        return new CanonicalParser();
    }

    private static final class CanonicalParser implements Parser {

        private final Map<Column, Integer> positions = new EnumMap<>(Column.class);
        private List<String> header = List.of();

        @Override
        public Entry read(Line line) {
            if (line.text().isBlank()) {
                return Entry.Note.of(line.number(), 0);
            }
            var cells = CsvLine.cells(line.text());
            if (cells.isEmpty()) {
                return problem(line, "the quotes of this line do not pair; a cell must not go over several lines");
            }
            if (header.isEmpty()) {
                return header(line, cells.get());
            }
            if (cells.get().equals(header)) {
                return Entry.Note.of(line.number(), 0);
            }
            if (cells.get().size() != header.size()) {
                return problem(line, "expected " + header.size() + " columns, found " + cells.get().size());
            }
            try {
                return new Entry.Row(line.number(), List.of(new Cells(positions, cells.get()).measurement()));
            } catch (IllegalArgumentException e) {
                return problem(line, String.valueOf(e.getMessage()));
            }
        }

        private Entry header(Line line, List<String> cells) {
            header = cells;
            for (var column : Column.values()) {
                int position = cells.indexOf(column.header());
                if (position >= 0) {
                    positions.put(column, position);
                }
            }
            var missing = new ArrayList<>(REQUIRED);
            missing.removeAll(positions.keySet());
            return missing.isEmpty()
                    ? Entry.Note.of(line.number(), 0)
                    : problem(line, "the header lacks " + missing.stream().map(Column::header).toList());
        }

        private static Entry problem(Line line, String reason) {
            return new Entry.Problem(line.number(), reason, line.text());
        }
    }

    /** The cells of one line, by column. */
    private record Cells(Map<Column, Integer> positions, List<String> cells) {

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
            var position = positions.get(column);
            return position == null || cells.get(position).isEmpty() ? null : cells.get(position);
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
}
