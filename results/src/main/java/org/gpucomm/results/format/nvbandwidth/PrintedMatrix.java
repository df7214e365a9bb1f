package org.gpucomm.results.format.nvbandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/** One table: a line with content and unit, a line with the columns' numbers, rows. */
final class PrintedMatrix {

    /** Part of a bidirectional test: each direction and their sum have a matrix of their own. */
    private static final Pattern PART = Pattern.compile(" (Read1|Read2|Write1|Write2|Total) ");
    private static final String NOT_MEASURED = "N/A";

    /** {@code memcpy CE GPU(row) <- GPU(column)}: engine and direction. Several bidirectional tests print the same words. */
    private static final Pattern COPY = Pattern
            .compile("memcpy (CE|SM) (CPU|GPU)\\(row\\) (->|<-) GPU\\(column\\) bandwidth .*");

    private static final Pattern DEVICE = Pattern.compile("\\b(?!CPU\\b|GPU\\b)([A-Z]PU)\\((?:row|column)\\)");

    private final boolean latency;
    private final @Nullable String part;
    private final @Nullable String test;
    private List<String> columns = List.of();

    private PrintedMatrix(boolean latency, @Nullable String part, @Nullable String test) {
        this.latency = latency;
        this.part = part;
        this.test = test;
    }

    /** Returns a matrix for a line like {@code memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)}; null for other lines. */
    static @Nullable PrintedMatrix of(String line) {
        var text = line.strip();
        boolean latency = text.endsWith("(ns)");
        if (!latency && !text.endsWith("(GB/s)")) {
            return null;
        }
        boolean one = text.contains("(row)") || text.contains("(column)") || text.startsWith("memcpy ")
                || text.contains(latency ? " latency " : " bandwidth ") && text.contains("GPU");
        if (!one) {
            return null;
        }
        var part = PART.matcher(text);
        return new PrintedMatrix(latency, part.find() ? part.group(1).toLowerCase(Locale.ROOT) : null, test(text));
    }

    /** Returns the kind of device that a matrix's line names instead of GPU, as builds for other devices do; null if none. */
    static @Nullable String otherDevice(String line) {
        var device = DEVICE.matcher(line);
        return device.find() ? device.group(1) : null;
    }

    /** Returns the test that prints these words; null if several tests do. */
    private static @Nullable String test(String text) {
        var copy = COPY.matcher(text);
        if (!copy.matches()) {
            return null;
        }
        boolean isFirst = copy.group(3).equals("->");
        var direction = copy.group(2).equals("CPU")
                ? isFirst ? "host_to_device_memcpy_" : "device_to_host_memcpy_"
                : isFirst ? "device_to_device_memcpy_read_" : "device_to_device_memcpy_write_";
        return direction + copy.group(1).toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the test with this matrix; null if several tests have one. */
    @Nullable
    String test() {
        return test;
    }

    /** Returns the part that distinguishes this matrix from others of its test; null if it has only one. */
    @Nullable
    String part() {
        return part;
    }

    boolean hasColumns() {
        return !columns.isEmpty();
    }

    /** Takes a line with the columns' numbers, from 0 up. Returns whether the line is one. */
    boolean takesColumns(List<String> cells) {
        if (cells.isEmpty() || !cells.stream().allMatch(cell -> Cells.isWhole(cell) && cell.length() < 7)) {
            return false;
        }
        columns = List.copyOf(cells);
        return true;
    }

    /** Returns whether the cells begin like a row, whole or not: other text may have been written into it. */
    boolean isRow(List<String> cells) {
        if (cells.isEmpty() || !Cells.isWhole(cells.getFirst()) || cells.getFirst().length() > 6) {
            return false;
        }
        return cells.size() == 1 || cells.get(1).equals(NOT_MEASURED) || Decimal.parse(cells.get(1)).isPresent();
    }

    /**
     * Returns the measured values of a row with their columns.
     *
     * @throws IllegalArgumentException if the row is damaged
     */
    List<MatrixCell> read(List<String> cells) {
        if (cells.size() != columns.size() + 1) {
            throw new IllegalArgumentException("expected a number for each of " + columns.size() + " columns, found "
                    + (cells.size() - 1) + ": the row is torn, or two are on one line");
        }
        var read = new ArrayList<MatrixCell>();
        for (int i = 1; i < cells.size(); i++) {
            if (!cells.get(i).equals(NOT_MEASURED)) {
                read.add(new MatrixCell(cells.getFirst(), columns.get(i - 1), outcome(cells.get(i))));
            }
        }
        return read;
    }

    private Outcome outcome(String text) {
        if (text.indexOf('.') < 0) {
            throw new IllegalArgumentException("'" + text + "' has no decimals: the row was cut");
        }
        var value = new Decimal(text);
        return latency
                ? Outcome.of(Micros.ofNanos(value), null, null, null)
                : Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null);
    }

    /** @param row row as printed: a device, or 0 for the host */
    record MatrixCell(String row, String column, Outcome outcome) {}
}
