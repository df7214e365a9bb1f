package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;
import org.jspecify.annotations.Nullable;

/** Check that the units of a table's columns agree: size / time is the algorithm bandwidth. */
record UnitCheck(Mapping mapping, List<List<String>> rows) {

    /** Relative tolerance: times and bandwidths are usually rounded to two decimals. */
    private static final double CLOSE = 0.02;
    /** Largest relative rounding error of numbers of small messages that are compared. */
    private static final double FINE = 0.005;
    /** Factors between units of bytes, bits and times, decimal and binary; 1.024 is one step between 1000 and 1024. */
    private static final List<Double> FACTORS = factors();
    /** Relative tolerance of a factor; the nearest two factors are 2.4 % apart. */
    private static final double ROUNDING_OF_UNITS = 0.008;

    /** Makes likely meanings certain if size / time equals the algorithm bandwidth in every row, which shows that the units are right. */
    Mapping agreed() {
        int size = onlySize();
        if (size < 0) {
            return mapping;
        }
        if (!agrees(size)) {
            return withoutContradicted(size);
        }
        return mapping.with(column -> column.meaning().kind() == null || column.certainty() == Certainty.UNKNOWN
                || column.meaning() == Meaning.BUSBW && mapping.columns().stream()
                        .noneMatch(other -> other.meaning() == Meaning.ALGBW && sameUnit(other, column))
                                ? column
                                : column.with(Certainty.CERTAIN));
    }

    /**
     * Chooses one of several columns that are only called bandwidth or throughput next to a single time: the one nearest to size / time is
     * the algorithm bandwidth. The others become metrics, because they count differently.
     */
    Mapping withOneBandwidth() {
        int size = onlySize();
        var times = indices(Meaning.TIME);
        var plain = indices(Meaning.ALGBW).stream()
                .filter(i -> HeaderName.of(mapping.columns().get(i).header()).isPlainBandwidth()).toList();
        if (size < 0 || times.size() != 1 || mapping.columns().get(times.getFirst()).label() != null
                || plain.size() < 2) {
            return mapping;
        }
        int best = plain.stream().min(Comparator.comparingDouble(i -> distance(size, times.getFirst(), i)))
                .orElseThrow();
        return new Mapping(mapping.separator(), mapping.decimalComma(),
                IntStream.range(0, mapping.columns().size()).mapToObj(i -> {
                    var column = mapping.columns().get(i);
                    return !plain.contains(i)
                            ? column
                            : i == best
                                    ? column.labelled(null).with(Certainty.CERTAIN)
                                    : column.withoutUnit(Meaning.METRIC);
                }).toList(), mapping.fixed());
    }

    /** Makes metrics of bandwidths that repeat another column: {@code busbw (Gb/s)} next to {@code busbw}. */
    Mapping withoutRepeated() {
        var columns = new ArrayList<>(mapping.columns());
        for (int i = columns.size() - 1; i > 0; i--) {
            int index = i;
            if (IntStream.range(0, i).anyMatch(first -> repeats(first, index))) {
                columns.set(i, columns.get(i).withoutUnit(Meaning.METRIC));
            }
        }
        return new Mapping(mapping.separator(), mapping.decimalComma(), columns, mapping.fixed());
    }

    /** Returns whether two columns of bandwidth have the same numbers, at least two, in every row, but for their rounding. */
    private boolean repeats(int first, int second) {
        var one = mapping.columns().get(first);
        var other = mapping.columns().get(second);
        boolean areBoth = isBandwidth(one) && isBandwidth(other);
        // Other names are of other things, and with two ranks the bus bandwidth of an All-Reduce is its algorithm bandwidth.
        boolean isOfOne = HeaderName.of(one.header()).saysWhichBandwidth()
                && (!HeaderName.of(other.header()).saysWhichBandwidth()
                        || one.meaning() == other.meaning() && !sameUnit(one, other));
        return areBoth && isOfOne && rows.stream().map(row -> rate(row, first)).distinct().count() > 1
                && rows.stream().allMatch(row -> {
                    double a = rate(row, first);
                    double b = rate(row, second);
                    double near = ROUNDING_OF_UNITS / 4 + roundedBy(row.get(first)) + roundedBy(row.get(second));
                    return a > 0 && b > 0 && Math.abs(a / b - 1) <= near;
                });
    }

    private static boolean isBandwidth(MappedColumn column) {
        return column.meaning().isMeasured() && column.meaning().kind() == Unit.UnitKind.BANDWIDTH;
    }

    private double rate(List<String> row, int bandwidth) {
        return unit(bandwidth).isOfCells()
                ? CellWithUnit.of(row.get(bandwidth), Unit.UnitKind.BANDWIDTH, mapping.decimalComma())
                        .map(cell -> cell.unit().bandwidth(cell.number()).doubleValue()).orElse(0.0)
                : gigabytes(row, bandwidth);
    }

    private List<Integer> indices(Meaning meaning) {
        return IntStream.range(0, mapping.columns().size()).filter(i -> mapping.columns().get(i).meaning() == meaning)
                .boxed().toList();
    }

    /** Returns the distance of a bandwidth from size / time: the sum over the rows of the absolute logarithm of their ratio. */
    private double distance(int size, int time, int bandwidth) {
        return rows.stream().mapToDouble(row -> {
            double expected = bytes(mapping.columns().get(size), row.get(size), mapping.decimalComma())
                    / micros(row, time) / 1000;
            double printed = gigabytes(row, bandwidth);
            return expected > 0 && printed > 0 ? Math.abs(Math.log(printed / expected)) : 0;
        }).sum();
    }

    private static List<Double> factors() {
        var factors = new ArrayList<Double>();
        for (int thousands = -3; thousands <= 3; thousands++) {
            for (int binary = -3; binary <= 3; binary++) {
                for (double bits : new double[]{1, 8, 1 / 8.0}) {
                    double factor = Math.pow(1000, thousands) * Math.pow(1.024, binary) * bits;
                    if (factor != 1) {
                        factors.add(factor);
                    }
                }
            }
        }
        return List.copyOf(factors);
    }

    private static boolean sameUnit(MappedColumn one, MappedColumn other) {
        return one.unit() == other.unit()
                && HeaderName.of(one.header()).unit().equals(HeaderName.of(other.header()).unit());
    }

    private boolean agrees(int size) {
        boolean agreed = false;
        for (int i = 0; i < mapping.columns().size(); i++) {
            if (mapping.columns().get(i).meaning() != Meaning.ALGBW) {
                continue;
            }
            int time = timeOf(i);
            if (time < 0 || !agree(size, time, i)) {
                return false;
            }
            agreed = true;
        }
        return agreed;
    }

    private int timeOf(int bandwidth) {
        var label = mapping.columns().get(bandwidth).label();
        return IntStream.range(0, mapping.columns().size())
                .filter(at -> mapping.columns().get(at).meaning() == Meaning.TIME
                        && Objects.equals(mapping.columns().get(at).label(), label))
                .findFirst().orElse(-1);
    }

    /** Rejects a unit of the header if every row shows another one. The bus bandwidth has the same unit as the algorithm bandwidth. */
    private Mapping withoutContradicted(int size) {
        boolean contradicted = IntStream.range(0, mapping.columns().size())
                .anyMatch(i -> mapping.columns().get(i).meaning() == Meaning.ALGBW && timeOf(i) >= 0
                        && isOfAnotherUnit(size, timeOf(i), i));
        if (!contradicted) {
            return mapping;
        }
        var binary = new UnitCheck(inBinaryUnits(), rows);
        if (binary.agrees(size)) {
            return binary.mapping();
        }
        var other = new UnitCheck(inOtherOfBitsAndBytes(), rows);
        if (other.agrees(size)) {
            return other.agreed();
        }
        return mapping.with(column -> column.meaning() == Meaning.ALGBW || column.meaning() == Meaning.BUSBW
                ? column.with(Certainty.CONTRADICTED)
                : column);
    }

    /** Returns the mapping with binary units: many tools divide by 1024 and still print GB/s, as size / time reveals. */
    private Mapping inBinaryUnits() {
        return mapping.with(column -> binary(column.unit()) == column.unit()
                ? column
                : new MappedColumn(column.header(), column.meaning(), binary(column.unit()), column.label(),
                        Certainty.LIKELY));
    }

    /** Returns the mapping with bits for bytes, and bytes for bits, where the header leaves open which is meant. */
    private Mapping inOtherOfBitsAndBytes() {
        return mapping.with(column -> column.unit() == null || !HeaderName.of(column.header()).isBitsOrBytes()
                ? column
                : new MappedColumn(column.header(), column.meaning(), column.unit().otherOfBitsAndBytes(),
                        column.label(), column.certainty()));
    }

    private static @Nullable Unit binary(@Nullable Unit unit) {
        return unit == Unit.GIGABYTES_PER_SECOND
                ? Unit.GIBIBYTES_PER_SECOND
                : unit == Unit.MEGABYTES_PER_SECOND ? Unit.MEBIBYTES_PER_SECOND : unit;
    }

    /** Returns whether bandwidth and size / time differ by the same factor between units, not 1, in every row. */
    private boolean isOfAnotherUnit(int size, int time, int bandwidth) {
        boolean compared = false;
        var factors = new ArrayList<>(FACTORS);
        boolean one = true;
        for (var row : rows) {
            var bytes = bytes(mapping.columns().get(size), row.get(size), mapping.decimalComma());
            double micros = micros(row, time);
            double gigabytes = gigabytes(row, bandwidth);
            if (bytes <= 0 || micros <= 0 || gigabytes <= 0) {
                continue;
            }
            compared = true;
            double near = ROUNDING_OF_UNITS + roundedBy(row.get(time)) + roundedBy(row.get(bandwidth));
            double ratio = bytes / micros / 1000 / gigabytes;
            one &= Math.abs(ratio - 1) <= near;
            factors.removeIf(factor -> Math.abs(ratio / factor - 1) > near);
        }
        return compared && !one && !factors.isEmpty();
    }

    /** Returns the relative rounding error of a printed number: half a unit of its last digit. */
    private double roundedBy(String cell) {
        var number = TableNumber.of(cell, mapping.decimalComma()).map(each -> each.toBigDecimal());
        return number.filter(each -> each.signum() > 0)
                .map(each -> 0.5 * each.ulp().doubleValue() / each.doubleValue()).orElse(0.0);
    }

    private double micros(List<String> row, int time) {
        return unit(time).isOfCells()
                ? 0
                : TableNumber.of(row.get(time), mapping.decimalComma()).map(unit(time)::micros)
                        .map(each -> each.doubleValue()).orElse(0.0);
    }

    private double gigabytes(List<String> row, int bandwidth) {
        return unit(bandwidth).isOfCells()
                ? 0
                : TableNumber.of(row.get(bandwidth), mapping.decimalComma()).map(unit(bandwidth)::bandwidth)
                        .map(each -> each.doubleValue()).orElse(0.0);
    }

    private boolean agree(int size, int time, int bandwidth) {
        int compared = 0;
        for (var row : rows) {
            var bytes = bytes(mapping.columns().get(size), row.get(size), mapping.decimalComma());
            double micros = micros(row, time);
            double gigabytes = gigabytes(row, bandwidth);
            boolean isCoarse = gigabytes < 1 && roundedBy(row.get(time)) + roundedBy(row.get(bandwidth)) > FINE;
            if (bytes <= 0 || micros <= 0 || gigabytes <= 0 || isCoarse) {
                continue;
            }
            compared++;
            if (Math.abs(bytes / micros / 1000 / gigabytes - 1) > CLOSE) {
                return false;
            }
        }
        return compared > 0;
    }

    /** Returns the bytes of a cell in a column of sizes; 0 if it is not a size. */
    static double bytes(MappedColumn column, String cell, boolean decimalComma) {
        var unit = Objects.requireNonNull(column.unit());
        try {
            return unit == Unit.SIZE_WITH_SUFFIX
                    ? TableNumber.size(cell).map(size -> (double) size.count()).orElse(0.0)
                    : TableNumber.of(cell, decimalComma).map(unit::bytes).map(size -> (double) size.count())
                            .orElse(0.0);
        } catch (IllegalArgumentException noWholeNumber) {
            return 0;
        }
    }

    private Unit unit(int index) {
        return Objects.requireNonNull(mapping.columns().get(index).unit());
    }

    private int onlySize() {
        var found = IntStream.range(0, mapping.columns().size())
                .filter(i -> mapping.columns().get(i).meaning() == Meaning.SIZE).toArray();
        return found.length == 1 ? found[0] : -1;
    }
}
