package org.gpucomm.figures.spec;

import java.util.List;
import java.util.function.DoubleFunction;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Ticks;
import org.gpucomm.figures.chart.Identified;
import org.jspecify.annotations.Nullable;

/**
 * Range and ticks of an axis as the spec gives them. Missing values follow from the data.
 *
 * @param step  distance of the ticks; null if chosen automatically
 * @param ticks null if chosen automatically
 */
record AxisSpan(Scale scale, Range range, @Nullable Double min, @Nullable Double max, @Nullable Double step,
        @Nullable List<Double> ticks) {

    /** Rule for the ends of an axis for which the spec gives no numbers. */
    enum Range implements Identified {
        /** From 0 to 5 % above the largest value. */
        ZERO,
        /** From the smallest to the largest value, extended by 5 % of their distance on both sides. */
        DATA;
    }

    static AxisSpan of(YamlMap axis, Scale usualScale, Range usualRange) {
        var scale = PanelSpec.oneOf(axis, "scale", usualScale);
        var range = PanelSpec.oneOf(axis, "range",
                scale.isLogarithmic() ? Range.DATA : usualRange);
        if (scale.isLogarithmic() && axis.has("range") && range == Range.ZERO) {
            throw axis.error("range", "cannot be zero on a logarithmic axis; use data, or min and max");
        }
        var step = axis.numberOrNull("step");
        if (step != null && step <= 0) {
            throw axis.error("step", "must be more than 0, was " + axis.text("step"));
        }
        var span = new AxisSpan(scale, range, axis.numberOrNull("min"), axis.numberOrNull("max"), step,
                axis.has("ticks") ? axis.numbers("ticks") : null);
        span.check(axis);
        return span;
    }

    private void check(YamlMap axis) {
        if (min != null && max != null && min >= max) {
            throw axis.error("max", "must be more than min, was " + axis.text("max"));
        }
        if (scale.isLogarithmic() && min != null && min <= 0) {
            throw axis.error("min", "must be more than 0 on a logarithmic axis, was " + axis.text("min"));
        }
    }

    /** Returns the ends of the axis for data from {@code smallest} to {@code largest}. */
    Ends ends(double smallest, double largest) {
        double low = smallest;
        double high = largest > smallest ? largest : smallest + Math.max(Math.abs(smallest), 1) * 0.1;
        double lower;
        double upper;
        if (scale.isLogarithmic()) {
            double margin = Math.pow(high / low, 0.05);
            lower = low / margin;
            upper = high * margin;
        } else {
            double margin = (high - low) * 0.05;
            lower = range == Range.ZERO ? Math.min(0, low * 1.05) : low - margin;
            upper = range == Range.ZERO ? Math.max(0, high * 1.05) : high + margin;
        }
        return new Ends(min == null ? lower : min, max == null ? upper : max);
    }

    List<Tick> ticks(Ends ends, DoubleFunction<String> label) {
        if (ticks != null) {
            return ticks.stream().filter(ends::hold).map(value -> new Tick(value, label.apply(value))).toList();
        }
        if (scale.isLogarithmic()) {
            return Ticks.logarithmic(scale, ends.min(), ends.max(), label);
        }
        return step == null ? Ticks.linear(ends.min(), ends.max()) : Ticks.linear(ends.min(), ends.max(), step);
    }

    record Ends(double min, double max) {

        boolean hold(double value) {
            double slack = (max - min) * 1e-9;
            return value >= min - slack && value <= max + slack;
        }
    }
}
