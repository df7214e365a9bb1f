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
import org.gpucomm.analysis.rules.Say;
import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Curves over one pair of axes, as one page of the dashboard draws them.
 *
 * @param name    of its files: what is shown, so that two charts have two names
 * @param basis   what all curves have in common, and what a point stands for
 * @param notes   what a reader must know before comparing, as sentences
 * @param address of the page that shows it
 */
public record View(String name, String title, String basis, Axis x, Axis y, List<Curve> curves, List<Mark> marks,
        List<String> notes, String address) {

    /** What a choice can fix, by its name in {@link Curve#key()}, in words. */
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

    /** Unit of an axis, which decides its ticks. */
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

        /** Returns a value of it as sentences have it. */
        String text(double value) {
            return switch (this) {
                case BYTES -> new Bytes(Math.round(value)).toString();
                case GPUS -> Math.round(value) + " GPUs";
                case MICROSECONDS -> Say.time(value);
                default -> Say.number(value) + (symbol.isEmpty() ? "" : " " + symbol);
            };
        }

        /** Beside the axis' label; empty where the ticks carry it or there is none. */
        String symbol() {
            return symbol;
        }

        /** The unit that the interface calls so. */
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
     * @param column  what it shows, as tables name it
     * @param include what a linear y axis must show besides the points; null = zero
     */
    public record Axis(String column, String label, Unit unit, Scale scale, @Nullable Double include) {}

    /** Meaning of the points of a curve. */
    public enum CurveKind {
        /** Measured; around them lie the least and the most of what they stand for. */
        MEASURED,
        /** Of measurements on two sides; around them lies the interval of what may be true. */
        RATIO,
        /** Not measured; likewise. */
        FORECAST,
        /** Medians of iterations; around them lie the shortest and the 99th percentile, as a band. */
        ITERATIONS,
        /** The same as a box at each place, beside those of others. */
        BOXES,
        /** The longest iterations, beside their boxes. */
        LONGEST
    }

    /**
     * @param n    measurements that it stands for
     * @param min  the least of them, or the lower end of the interval; NaN where it stands for none
     * @param max  the other end
     * @param data what is known of their data
     */
    public record Point(double x, double y, int n, double min, double max, Checks data) {

        /** Right only where all that it stands for was checked. */
        Check check() {
            if (data.right() + data.unchecked() == 0 && data.wrong() > 0) {
                return Check.WRONG;
            }
            return data.unchecked() > 0 ? Check.UNCHECKED : Check.RIGHT;
        }
    }

    /**
     * @param id     as addresses name it when it is hidden
     * @param label  what distinguishes it from the others
     * @param key    what its points share, by name; it decides the colour and the marker
     * @param dashed whether it is the second of two siblings: in place, a forecast, the other side
     * @param runs   ids of the runs behind it
     * @param flags  what is wrong with them, in words
     * @param points by x, ascending
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

        /** Whether it shows more of the curve before it: the longest of the iterations whose median that is. */
        boolean isMoreOfTheLast() {
            return kind == CurveKind.LONGEST || (kind == CurveKind.ITERATIONS && dashed);
        }
    }

    /** A place that findings speak of: a stretch of x, or a level of y where both ends are the same. */
    public record Mark(boolean isOfX, double from, double to, String label) {}

    /** The same with further marks. */
    public View with(List<Mark> more) {
        return new View(name, title, basis, x, y, curves, Stream.concat(marks.stream(), more.stream()).toList(), notes,
                address);
    }

    /** The same without the curves that a reader took away. */
    public View without(Set<String> hidden) {
        return of(curves.stream().filter(curve -> !hidden.contains(curve.id())).toList(), notes);
    }

    /** Limits the curves, with a note of how many there are and what would narrow them. */
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

    /** Returns the best point of all curves, {@code at most 345 GB/s at 4 GiB: NCCL}; empty where there is none. */
    public Optional<String> best() {
        boolean isLess = y.unit() == Unit.MICROSECONDS;
        record Placed(Curve curve, Point point) {}
        return curves.stream().filter(Curve::isMeasured)
                .flatMap(curve -> curve.points().stream().map(point -> new Placed(curve, point)))
                .max(Comparator.comparing(each -> isLess ? -each.point().y() : each.point().y()))
                .map(each -> (isLess ? "At least " : "At most ") + y.unit().text(each.point().y()) + " at "
                        + x.unit().text(each.point().x()) + ": " + each.curve().label());
    }

    private View of(List<Curve> some, List<String> said) {
        return new View(name, title, basis, x, y, some, marks, said, address);
    }
}
