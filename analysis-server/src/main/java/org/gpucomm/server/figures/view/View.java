package org.gpucomm.server.figures.view;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.server.figures.chart.Point;
import org.gpucomm.server.figures.chart.Scale;
import org.jspecify.annotations.Nullable;

/**
 * What one page of the dashboard draws: curves over one pair of axes.
 *
 * @param name    of its files: what is shown, so that two charts have two names
 * @param basis   what all curves have in common, and what a point stands for
 * @param notes   what a reader must know before comparing, as sentences
 * @param address of the page that shows it
 */
public record View(String name, String title, String basis, Axis x, Axis y, List<Curve> curves, List<Mark> marks,
        List<String> notes, String address) {

    public View {
        curves = List.copyOf(curves);
        marks = List.copyOf(marks);
        notes = List.copyOf(notes);
    }

    /** What an axis counts, which decides its ticks. */
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

    /**
     * @param id     as addresses name it when it is hidden
     * @param label  what tells it from the others
     * @param key    what its points share, by name; it decides the colour and the marker
     * @param dashed whether it is the second of two siblings: in place, a forecast, the other side
     * @param runs   ids of the runs behind it
     * @param flags  what is wrong with them, in words
     * @param points by x, ascending
     * @param pencil   how it looks; null = as its key says among the others
     * @param measured whether its points were; a forecast has none to mark
     */
    public record Curve(String id, String label, Map<String, String> key, boolean dashed, List<String> runs,
            List<String> flags, List<Point> points, @Nullable Pencil pencil, boolean measured) {

        public Curve {
            runs = List.copyOf(runs);
            flags = List.copyOf(flags);
            points = List.copyOf(points);
        }

        /** A curve that looks as its key says. */
        public Curve(String id, String label, Map<String, String> key, boolean dashed, List<String> runs,
                List<String> flags, List<Point> points) {
            this(id, label, key, dashed, runs, flags, points, null, true);
        }
    }

    /** A place that findings speak of: a stretch of x, or a level of y where both ends are the same. */
    public record Mark(boolean isOfX, double from, double to, String label) {}

    /** The same without the curves that a reader took away. */
    View without(Set<String> hidden) {
        return new View(name, title, basis, x, y,
                curves.stream().filter(curve -> !hidden.contains(curve.id())).toList(),
                marks, notes, address);
    }
}
