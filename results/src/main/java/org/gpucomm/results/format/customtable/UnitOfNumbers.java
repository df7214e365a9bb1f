package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;

/**
 * Likely unit of columns of numbers without one. Bandwidths rise with the message size and level off. Times hardly grow at first and then
 * grow with the size; only one unit of time gives a bandwidth that a link between GPUs can have.
 */
record UnitOfNumbers(List<List<String>> rows, List<MappedColumn> columns, boolean decimalComma) {

    /** Range of the best bandwidth of a link between GPUs, in GB/s. */
    private static final double LEAST = 1;
    /** Least plausible bandwidth in GB/s of a slow network, used if no unit gives a faster one. */
    private static final double LEAST_OF_SLOW = 0.05;
    private static final double MOST = 2000;
    /** Over the upper half of the sizes, a time grows at least with their square root; a bandwidth grows less. */
    private static final double GROWTH = 0.5;
    /** Largest deviation from 1 of the power by which time grows over the upper quarter of the sizes. */
    private static final double NEARLY = 0.2;
    /** Least decrease of that power from the lower to the upper quarter of the sizes if the numbers are bandwidths. */
    private static final double LEVELLED = 0.2;
    /** Power of the size with which numbers of short messages grow at least if they are bandwidths, and the largest such message in bytes. */
    private static final double PROPORTIONAL = 0.75;
    private static final double SHORT = 1 << 10;
    private static final int FEWEST = 4;
    /** Largest size in bytes of a small message, whose time is nearly that of an empty one. */
    private static final double SMALL = 64 << 10;
    /** Size in bytes from which times grow with the size, and the power up to which numbers have levelled off. */
    private static final double LARGE = 16 << 20;
    private static final double LEVEL = 0.1;
    /** Of this many columns, one at least shows its unit. */
    private static final int SHARE = 3;
    /** Largest ratio of the numbers of two columns of one quantity at one size. */
    private static final double ALIKE = 4;
    /** Factor between the smallest and the largest of some small messages, and the power by which their times grow at most. */
    private static final double SPAN = 16;
    private static final double FLAT = 0.25;
    /** Shortest time in µs of a small message between GPUs or hosts; the longest is a thousand times as long. */
    private static final double SHORTEST = 0.5;
    /** Bytes of an element of a table of counts, those of a float. */
    private static final int ELEMENT = 4;

    private record Point(double bytes, Decimal number) {}

    /** Returns the unit that at least a third of these columns show, and no other column contradicts; empty if it gives any of the others an impossible bandwidth. */
    Optional<Unit> of(List<Integer> open) {
        var columnsOfPoints = open.stream().map(this::points).toList();
        if (columnsOfPoints.stream().filter(UnitOfNumbers::isBandwidth).count() * 2 > open.size()) {
            return unitOfBandwidths(columnsOfPoints);
        }
        var units = columnsOfPoints.stream().map(points -> unit(points).or(() -> unitOfLatencies(points)))
                .flatMap(Optional::stream).toList();
        return units.stream().distinct().count() == 1
                && (units.size() * SHARE >= open.size()
                        || columnsOfPoints.stream().allMatch(points -> areAlike(points, columnsOfPoints.getFirst())))
                && columnsOfPoints.stream().allMatch(points -> best(points, units.getFirst()) <= MOST)
                        ? Optional.of(units.getFirst())
                        : Optional.empty();
    }

    private static boolean isBandwidth(List<Point> points) {
        if (points.size() < FEWEST) {
            return false;
        }
        int quarter = Math.max(1, points.size() / 4);
        double first = growth(points.subList(0, quarter + 1), 0);
        double last = growth(points, points.size() - quarter - 1);
        boolean isLevel = points.getLast().bytes() >= LARGE
                && points.getLast().bytes() >= SPAN * points.getFirst().bytes()
                && Math.abs(last) <= LEVEL && first > last;
        // The time of a short message hardly depends on its size.
        boolean isProportional = first >= PROPORTIONAL && points.get(quarter).bytes() <= SHORT;
        return isLevel || isProportional || first >= GROWTH && first - last >= LEVELLED;
    }

    /** Returns whether two columns have numbers of one magnitude at the sizes that both have. */
    private static boolean areAlike(List<Point> points, List<Point> others) {
        return points.stream().allMatch(point -> others.stream().filter(other -> other.bytes() == point.bytes())
                .mapToDouble(other -> other.number().doubleValue() / point.number().doubleValue())
                .allMatch(ratio -> ratio <= ALIKE && ratio >= 1 / ALIKE));
    }

    private static Optional<Unit> unitOfBandwidths(List<List<Point>> columnsOfPoints) {
        double most = columnsOfPoints.stream().flatMap(List::stream).mapToDouble(point -> point.number().doubleValue())
                .max().orElse(0);
        return most < LEAST
                ? Optional.empty()
                : Optional.of(most <= MOST ? Unit.GIGABYTES_PER_SECOND : Unit.MEGABYTES_PER_SECOND);
    }

    private static Optional<Unit> unit(List<Point> points) {
        if (points.size() < FEWEST) {
            return Optional.empty();
        }
        double growth = growth(points, points.size() / 2 - 1);
        double atTheEnd = growth(points, points.size() - points.size() / 4 - 1);
        if (!(growth >= GROWTH && growth <= 1 + GROWTH) && Math.abs(atTheEnd - 1) > NEARLY) {
            return Optional.empty();
        }
        var possible = possible(points, LEAST);
        var likely = possible.isEmpty() ? possible(points, LEAST_OF_SLOW) : possible;
        return likely.size() == 1 ? Optional.of(likely.getFirst()) : Optional.empty();
    }

    /** Returns the unit of numbers that hardly grow over small messages, where a bandwidth would; empty if these do not. */
    private static Optional<Unit> unitOfLatencies(List<Point> points) {
        var small = points.stream().filter(point -> point.bytes() <= SMALL).toList();
        if (small.size() < FEWEST || small.getLast().bytes() < SPAN * small.getFirst().bytes()
                || Math.abs(growth(small, 0)) > FLAT
                || small.stream().map(Point::number).distinct().count() < FEWEST) {
            return Optional.empty();
        }
        double middle = small.stream().mapToDouble(point -> point.number().doubleValue()).sorted()
                .skip(small.size() / 2).findFirst().orElseThrow();
        return Stream.of(Unit.MICROSECONDS, Unit.MILLISECONDS, Unit.SECONDS).filter(unit -> {
            double micros = unit.micros(Decimal.of(1)).doubleValue() * middle;
            return micros >= SHORTEST && micros < 1000 * SHORTEST;
        }).findFirst();
    }

    /** Returns the power of the size by which the numbers grow from a point on. */
    private static double growth(List<Point> points, int from) {
        return Math.log(points.getLast().number().doubleValue() / points.get(from).number().doubleValue())
                / Math.log(points.getLast().bytes() / points.get(from).bytes());
    }

    private static List<Unit> possible(List<Point> points, double least) {
        return Stream.of(Unit.MICROSECONDS, Unit.MILLISECONDS, Unit.SECONDS)
                .filter(unit -> best(points, unit) >= least && best(points, unit) <= MOST).toList();
    }

    /** Returns the largest bandwidth, size / time, in GB/s. */
    private static double best(List<Point> points, Unit unit) {
        return points.stream().mapToDouble(point -> point.bytes() / unit.micros(point.number()).doubleValue() / 1e3)
                .max().orElse(0);
    }

    /** Returns the positive sizes and numbers of the rows in order of size. */
    private List<Point> points(int column) {
        var points = new ArrayList<Point>();
        for (var row : rows) {
            double bytes = bytes(row);
            TableNumber.of(row.get(column), decimalComma).filter(number -> bytes > 0 && number.doubleValue() > 0)
                    .ifPresent(number -> points.add(new Point(bytes, number)));
        }
        points.sort(Comparator.comparingDouble(Point::bytes));
        return points;
    }

    /** Returns the size of a row; 0 if it has none. */
    private double bytes(List<String> row) {
        int size = IntStream.range(0, columns.size()).filter(i -> columns.get(i).meaning() == Meaning.SIZE).findFirst()
                .orElse(-1);
        if (size >= 0) {
            return UnitCheck.bytes(columns.get(size), row.get(size), decimalComma);
        }
        return Mapping.isCount(columns.getFirst().header())
                ? TableNumber.of(row.getFirst(), decimalComma).map(Decimal::doubleValue).orElse(0.0) * ELEMENT
                : 0;
    }
}
