package org.gpucomm.figures.view;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Ticks;
import org.gpucomm.figures.view.ViewAdjustments.Range;
import org.jspecify.annotations.Nullable;

/** Ends and ticks of the axes of a view. The dashboard uses the same rule; tests check both against the same cases. */
final class AxisTicks {

    private static final int MOST_X_TICKS = 12;
    private static final int MOST_Y_TICKS = 9;

    private AxisTicks() {}

    /** Returns the axis for these values, or for the requested range only. */
    static Axis x(View.Axis axis, List<Double> values, @Nullable Range asked) {
        double least = least(values);
        double most = most(values);
        var range = asked;
        if (range == null && axis.scale().isLogarithmic()) {
            double air = Math.max(1.12, Math.pow(most / least, 0.025));
            range = new Range(least / air, most * air);
        } else if (range == null) {
            double air = least == most ? Math.max(1, Math.abs(least) * 0.1) : (most - least) * 0.04;
            range = new Range(least >= 0 && least < air ? 0 : least - air, most + air);
        }
        return axis(axis, range, MOST_X_TICKS, values);
    }

    /** Returns the axis for these values: from zero, or near {@code include}, or with a margin if logarithmic. */
    static Axis y(View.Axis axis, List<Double> values, @Nullable Range asked) {
        double least = least(values);
        double most = most(values);
        if (asked != null) {
            return axis(axis, asked, MOST_Y_TICKS, List.of());
        }
        if (axis.scale().isLogarithmic()) {
            double air = Math.max(1.15, Math.pow(most / least, 0.05));
            return axis(axis, new Range(least / air, most * air), MOST_Y_TICKS, List.of());
        }
        if (axis.include() == null) {
            return axis(axis, new Range(Math.min(0, least * 1.05), most > 0 ? most * 1.06 : 1), MOST_Y_TICKS,
                    List.of());
        }
        double low = Math.min(least, axis.include());
        double high = Math.max(most, axis.include());
        double air = Math.max((high - low) * 0.08, Math.abs(high) * 0.01);
        return axis(axis, new Range(low - air, high + air), MOST_Y_TICKS, List.of());
    }

    private static double least(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    }

    private static double most(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
    }

    private static Axis axis(View.Axis axis, Range range, int most, List<Double> measured) {
        var unit = axis.unit().symbol();
        // Ticks of times include their units.
        var label = unit.isEmpty() || axis.unit() == View.Unit.MICROSECONDS
                ? axis.label()
                : axis.label() + " (" + unit + ")";
        var values = ticks(axis, range, most, measured);
        return new Axis(axis.column(), label, unit, axis.scale(), range.min(), range.max(),
                values.stream().map(value -> new Tick(value, text(axis, value, values))).toList(), false);
    }

    /** Returns tick values: measured sizes or GPU counts if possible, else round values. */
    private static List<Double> ticks(View.Axis axis, Range range, int most, List<Double> measured) {
        // The label of a count is half as wide as that of a size.
        var found = switch (axis.unit()) {
            case BYTES -> spaced(measured, axis.scale(), range, most);
            case GPUS -> spaced(measured, axis.scale(), range, 2 * most);
            case RUNS, GBPS, MICROSECONDS, PERCENT, NONE -> List.<Double>of();
        };
        if (!found.isEmpty()) {
            return found;
        }
        var round = switch (axis.scale()) {
            case LOG2 -> powersOfTwo(range, most);
            case LOG10 -> decades(range, most);
            case LINEAR, CATEGORY -> List.<Double>of();
        };
        return round.size() < 2 ? multiples(axis.unit(), range, most) : round;
    }

    /** Returns the values in the range, from the largest down, far enough apart for their labels, and the smallest. */
    private static List<Double> spaced(List<Double> values, Scale scale, Range range, int most) {
        var inside = new TreeSet<>(values);
        inside.removeIf(value -> value < range.min() || value > range.max());
        var kept = new ArrayList<Double>();
        for (double value : inside.descendingSet()) {
            if (kept.isEmpty() || away(kept.getLast(), value, scale, range) >= 1.0 / most) {
                kept.add(value);
            }
        }
        if (!kept.isEmpty() && kept.getLast() > inside.first()) {
            // Small numbers have short labels.
            double room = 0.7 / most;
            if (away(kept.getLast(), inside.first(), scale, range) < room && kept.size() > 1) {
                kept.removeLast();
            }
            if (away(kept.getLast(), inside.first(), scale, range) >= room) {
                kept.add(inside.first());
            }
        }
        return kept.reversed();
    }

    /** Returns the distance between two values as a share of the axis. */
    private static double away(double value, double lower, Scale scale, Range range) {
        return along(scale, value, range) - along(scale, lower, range);
    }

    /** Returns the position of a value on the axis, 0 to 1. */
    private static double along(Scale scale, double value, Range range) {
        return scale.isLogarithmic()
                ? Math.log(value / range.min()) / Math.log(range.max() / range.min())
                : (value - range.min()) / (range.max() - range.min());
    }

    /** Returns powers of two, or every second, third, fifth, tenth or twentieth if there are too many; empty if fewer than two fit. */
    private static List<Double> powersOfTwo(Range range, int most) {
        int first = (int) Math.ceil(log2(range.min()) - 1e-9);
        int last = (int) Math.floor(log2(range.max()) + 1e-9);
        if (last - first < 1) {
            return List.of();
        }
        double powers = last - first;
        int step = IntStream.of(1, 2, 3, 5, 10).filter(each -> powers / each + 1 <= most).findFirst().orElse(20);
        var found = new ArrayList<Double>();
        for (int power = Math.ceilDiv(first, step) * step; power <= last; power += step) {
            found.add(Math.pow(2, power));
        }
        return found.size() > 1 ? found : List.of(Math.pow(2, first), Math.pow(2, last));
    }

    /** Returns powers of ten, with 2 and 5 between them below three decades, thinned to about {@code most}. */
    private static List<Double> decades(Range range, int most) {
        var all = Ticks.logarithmic(Scale.LOG10, range.min(), range.max(), Double::toString);
        int every = Math.max(1, Math.ceilDiv(all.size(), most));
        return IntStream.range(0, all.size()).filter(i -> i % every == 0).mapToObj(i -> all.get(i).value()).toList();
    }

    /** Returns multiples of 1, 2 or 5 × 10ᵏ; of 2ᵏ for bytes; whole numbers for runs and GPUs. */
    private static List<Double> multiples(View.Unit unit, Range range, int most) {
        double rough = (range.max() - range.min()) / most;
        double step = switch (unit) {
            case BYTES -> Math.pow(2, Math.max(0, Math.ceil(log2(rough))));
            case RUNS, GPUS -> Math.max(1, Ticks.roundStep(rough));
            case GBPS, MICROSECONDS, PERCENT, NONE -> Ticks.roundStep(rough);
        };
        return Ticks.linear(range.min(), range.max(), step).stream().map(Tick::value).toList();
    }

    /** Returns the label of a tick. On a linear axis, ticks have the decimals that their step needs. */
    private static String text(View.Axis axis, double value, List<Double> all) {
        double step = all.size() > 1 ? Math.abs(all.get(1) - all.getFirst()) : 1;
        return switch (axis.unit()) {
            case BYTES -> value == 0 ? "0" : size(value);
            case MICROSECONDS -> value == 0 ? "0" : time(value);
            case GBPS, PERCENT, NONE, GPUS, RUNS -> axis.scale().isLogarithmic()
                    ? digits(value)
                    : grouped(value, step >= 1 && step == Math.rint(step)
                            ? 0
                            : (int) Math.clamp(-Math.floor(Math.log10(step)), 1, 6));
        };
    }

    private static String time(double micros) {
        double size = Math.abs(micros);
        return size >= 1e6
                ? digits(micros / 1e6) + " s"
                : size >= 1e3 ? digits(micros / 1e3) + " ms" : digits(micros) + " µs";
    }

    private static String size(double bytes) {
        double value = bytes;
        var units = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB").iterator();
        var unit = units.next();
        while (value >= 1024 && units.hasNext()) {
            value /= 1024;
            unit = units.next();
        }
        return (value == Math.rint(value) ? Numbers.plain(value) : digits(value)) + " " + unit;
    }

    /** Returns a number with at most four significant digits, and without decimals from 1000 up. */
    private static String digits(double value) {
        return value >= 1000
                ? grouped(value, 0)
                : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /** Returns a number with thousands separators and at most this many decimals, for example {@code 1,234.5}. */
    private static String grouped(double value, int decimals) {
        var number = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, number.scale()) + "f", number);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
