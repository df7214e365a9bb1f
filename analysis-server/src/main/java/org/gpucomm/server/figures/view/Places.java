package org.gpucomm.server.figures.view;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

import org.gpucomm.results.Bytes;
import org.gpucomm.server.figures.chart.Axis;
import org.gpucomm.server.figures.chart.Axis.Tick;
import org.gpucomm.server.figures.chart.Numbers;
import org.gpucomm.server.figures.chart.Scale;
import org.gpucomm.server.figures.chart.Ticks;
import org.gpucomm.server.figures.view.Framing.Range;
import org.jspecify.annotations.Nullable;

/** This class tells where the axes of a view begin and end, and where their ticks are. */
final class Places {

    private static final int MOST_SIZES = 12;

    private Places() {}

    /** Returns the axis that holds these values, or only the range asked for. */
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
        return axis(axis, range, values);
    }

    /** The axis that shows these values: from zero, or near what it must include, or with a little air where logarithmic. */
    static Axis y(View.Axis axis, List<Double> values, @Nullable Range asked) {
        double least = least(values);
        double most = most(values);
        if (asked != null) {
            return axis(axis, asked, List.of());
        }
        if (axis.scale().isLogarithmic()) {
            double air = Math.max(1.15, Math.pow(most / least, 0.05));
            return axis(axis, new Range(least / air, most * air), List.of());
        }
        if (axis.include() == null) {
            return axis(axis, new Range(Math.min(0, least * 1.05), most > 0 ? most * 1.06 : 1), List.of());
        }
        double low = Math.min(least, axis.include());
        double high = Math.max(most, axis.include());
        double air = Math.max((high - low) * 0.08, Math.abs(high) * 0.01);
        return axis(axis, new Range(low - air, high + air), List.of());
    }

    private static double least(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    }

    private static double most(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
    }

    private static Axis axis(View.Axis axis, Range range, List<Double> values) {
        var label = axis.unit().symbol().isEmpty() ? axis.label() : axis.label() + " (" + axis.unit().symbol() + ")";
        return new Axis(axis.column(), label, axis.unit().symbol(), axis.scale(), range.min(), range.max(),
                ticks(axis, range, values), false);
    }

    private static List<Tick> ticks(View.Axis axis, Range range, List<Double> values) {
        return switch (axis.unit()) {
            case BYTES -> sizes(axis.scale(), range);
            case GPUS -> measured(values, range);
            case RUNS -> Ticks.linear(range.min(), range.max()).stream()
                    .filter(tick -> tick.value() == Math.rint(tick.value())).toList();
            case GBPS, MICROSECONDS, PERCENT, NONE -> axis.scale().isLogarithmic()
                    ? Ticks.logarithmic(axis.scale(), range.min(), range.max(),
                            value -> Numbers.grouped(Numbers.plain(value)))
                    : Ticks.linear(range.min(), range.max());
        };
    }

    private static List<Tick> measured(List<Double> values, Range range) {
        return new TreeSet<>(values).stream().filter(value -> value >= range.min() && value <= range.max())
                .map(value -> new Tick(value, Numbers.plain(value))).toList();
    }

    /** Powers of two where there are some, every second, third, fifth or tenth of them as there is room. */
    private static List<Tick> sizes(Scale scale, Range range) {
        int first = (int) Math.ceil(log2(Math.max(1, range.min())) - 1e-9);
        int last = (int) Math.floor(log2(range.max()) + 1e-9);
        if (!scale.isLogarithmic() || last - first < 1) {
            double step = Math.pow(2, Math.ceil(log2((range.max() - range.min()) / 7)));
            return DoubleStream.iterate(Math.ceil(range.min() / step) * step, at -> at <= range.max(), at -> at + step)
                    .mapToObj(Places::size).toList();
        }
        var ticks = new ArrayList<Tick>();
        for (int step : new int[]{1, 2, 3, 5, 10}) {
            ticks.clear();
            for (int power = Math.ceilDiv(first, step) * step; power <= last; power += step) {
                ticks.add(size(Math.pow(2, power)));
            }
            if (ticks.size() <= MOST_SIZES) {
                break;
            }
        }
        return ticks;
    }

    private static Tick size(double bytes) {
        return new Tick(bytes, new Bytes((long) bytes).toString());
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
