package org.gpucomm.figures.view;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Curves over one pair of axes, as a page of the dashboard draws them.
 *
 * @param name    name of the files, made from the selection, so that two charts have different names
 * @param basis   properties common to all curves, and the meaning of a point
 * @param notes   sentences that a reader must know before comparing
 * @param address address of the page with this chart
 */
public record View(String name, String title, String basis, Axis x, Axis y, List<Curve> curves, List<Mark> marks,
        List<String> notes, String address) {

    /** Names of the properties in {@link Curve#key()} that a reader can fix to narrow the selection. */
    private static final Map<String, String> NARROWING = Map.ofEntries(entry("operation", "operation"),
            entry("library", "library"), entry("variant", "variant"), entry("placement", "placement"),
            entry("tool", "tool"), entry("toolVersion", "version of the tool"),
            entry("libraryVersion", "version of the library"), entry("hardware", "hardware"), entry("place", "place"),
            entry("transport", "transport"), entry("datatype", "datatype"), entry("bytes", "message size"),
            entry("ranks", "GPUs"), entry("nodes", "nodes"));

    public View {
        curves = List.copyOf(curves);
        marks = List.copyOf(marks);
        notes = List.copyOf(notes);
    }

    /** Unit of an axis. It decides the ticks. */
    public enum Unit {
        BYTES(""),
        GPUS(""),
        RUNS(""),
        GBPS("GB/s"),
        MICROSECONDS("µs"),
        PERCENT("%"),
        NONE("");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        /** Returns a value with its unit, as sentences show it. */
        String text(double value) {
            return switch (this) {
                case BYTES -> new Bytes(Math.round(value)).toString();
                case GPUS -> Math.round(value) + " GPUs";
                case MICROSECONDS -> Phrases.time(value);
                default -> Phrases.number(value) + (symbol.isEmpty() ? "" : " " + symbol);
            };
        }

        /** Returns the symbol for the label of an axis; empty if the ticks include the unit or there is none. */
        String symbol() {
            return symbol;
        }

        /** Returns the unit with this name in the HTTP interface. */
        public static Unit of(@Nullable String name) {
            return switch (name) {
                case "GB/s" -> GBPS;
                case "µs" -> MICROSECONDS;
                case "%" -> PERCENT;
                case "B", "bytes" -> BYTES;
                case "GPUs" -> GPUS;
                case "run" -> RUNS;
                case null, default -> NONE;
            };
        }
    }

    /**
     * @param column  name of the quantity in tables
     * @param include value that a linear y axis must show besides the points; null for zero
     */
    public record Axis(String column, String label, Unit unit, Scale scale, @Nullable Double include) {}

    /** Meaning of the points of a curve. */
    public enum CurveKind {
        /** Measured values, with the minimum and maximum of the measurements behind each point. */
        MEASURED,
        /** Ratios of measurements on two sides, with confidence intervals. */
        RATIO,
        /** Predicted values, with intervals. */
        FORECAST,
        /** Medians of iterations, with a band from the shortest iteration to the 99th percentile. */
        ITERATIONS,
        /** Medians of iterations with a box at each x, offset from the boxes of other curves. */
        BOXES,
        /** Longest iterations, drawn next to their boxes. */
        LONGEST
    }

    /**
     * @param n    number of measurements behind the point
     * @param min  smallest measurement, or the lower end of the interval; NaN if there is none
     * @param max  largest measurement, or the upper end of the interval; NaN if there is none
     * @param data counts of measurements with right, unchecked and wrong data
     */
    public record Point(double x, double y, int n, double min, double max, Checks data) {

        /** Returns RIGHT only if the data of all measurements behind the point, except wrong ones, was checked. */
        Check check() {
            if (data.right() + data.unchecked() == 0 && data.wrong() > 0) {
                return Check.WRONG;
            }
            return data.unchecked() > 0 ? Check.UNCHECKED : Check.RIGHT;
        }
    }

    /**
     * @param id     id in addresses that hide the curve
     * @param label  text that distinguishes the curve from the others
     * @param key    common properties of the points, by name; they decide the colour and the marker
     * @param dashed whether the curve is the second of a pair: in place, a forecast, the other side
     * @param runs   ids of the runs behind the curve
     * @param flags  warnings about the runs, in words
     * @param points points in ascending order of x
     */
    public record Curve(String id, String label, Map<String, String> key, boolean dashed, List<String> runs,
            List<String> flags, List<Point> points, CurveKind kind) {

        public Curve {
            runs = List.copyOf(runs);
            flags = List.copyOf(flags);
            points = List.copyOf(points);
        }

        boolean isMeasured() {
            return kind != CurveKind.FORECAST;
        }

        /** Returns whether the curve extends the previous one: the longest of the iterations whose median the previous curve shows. */
        boolean isMoreOfTheLast() {
            return kind == CurveKind.LONGEST || (kind == CurveKind.ITERATIONS && dashed);
        }
    }

    /** Interval of x, or level of y if both ends are equal, to which a finding refers. */
    public record Mark(boolean isOfX, double from, double to, String label) {}

    /** Returns the view with further marks. */
    public View with(List<Mark> more) {
        return new View(name, title, basis, x, y, curves, Stream.concat(marks.stream(), more.stream()).toList(), notes,
                address);
    }

    /** Returns the view without the curves that a reader has hidden. */
    public View without(Set<String> hidden) {
        return of(curves.stream().filter(curve -> !hidden.contains(curve.id())).toList(), notes);
    }

    /** Returns the view with at most this many curves, and a note with their number and the properties that would narrow them. */
    public View first(int most) {
        if (curves.size() <= most) {
            return this;
        }
        var narrowing = new ArrayList<String>();
        for (var name : curves.getFirst().key().keySet()) {
            long values = curves.stream().map(curve -> curve.key().getOrDefault(name, "")).distinct().count();
            if (values > 1 && NARROWING.containsKey(name)) {
                narrowing.add(NARROWING.get(name) + " (" + values + ")");
            }
        }
        return of(curves.subList(0, most), Stream.concat(Stream.of(most + " of " + curves.size() + " curves are drawn"
                + (narrowing.isEmpty() ? "" : "; fix " + String.join(", ", narrowing))), notes.stream()).toList());
    }

    /**
     * Returns the best measured point with data that is not wrong, for example {@code At most 345 GB/s at 4 GiB: NCCL}; empty if there
     * is none. Ratios have none.
     */
    public Optional<String> best() {
        boolean isLess = y.unit() == Unit.MICROSECONDS;
        record Placed(Curve curve, Point point) {}
        return curves.stream().filter(curve -> curve.isMeasured() && curve.kind() != CurveKind.RATIO)
                .flatMap(curve -> curve.points().stream().filter(point -> point.check() != Check.WRONG)
                        .map(point -> new Placed(curve, point)))
                .max(Comparator.comparing(each -> isLess ? -each.point().y() : each.point().y()))
                .map(each -> (isLess ? "At least " : "At most ") + y.unit().text(each.point().y()) + " at "
                        + x.unit().text(each.point().x()) + ": " + each.curve().label());
    }

    private View of(List<Curve> some, List<String> said) {
        return new View(name, title, basis, x, y, some, marks, said, address);
    }
}
