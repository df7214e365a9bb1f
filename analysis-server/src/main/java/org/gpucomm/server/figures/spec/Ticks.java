package org.gpucomm.server.figures.spec;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;

import org.gpucomm.server.figures.chart.Axis.Tick;
import org.gpucomm.server.figures.chart.Numbers;
import org.gpucomm.server.figures.chart.Scale;

/** The labelled values of an axis. */
final class Ticks {

    private static final int MOST = 7;

    private Ticks() {}

    static List<Tick> of(Span span, Span.Ends ends, DoubleFunction<String> label) {
        if (span.ticks() != null) {
            return span.ticks().stream().filter(ends::hold).map(value -> new Tick(value, label.apply(value))).toList();
        }
        return span.scale().isLogarithmic() ? logarithmic(span.scale(), ends, label) : linear(span, ends);
    }

    private static List<Tick> linear(Span span, Span.Ends ends) {
        double step = Objects.requireNonNullElseGet(span.step(), () -> niceStep(ends));
        int decimals = Math.max(0, BigDecimal.valueOf(step).stripTrailingZeros().scale());
        var ticks = new ArrayList<Tick>();
        for (long i = (long) Math.ceil(ends.min() / step - 1e-9); i * step <= ends.max() + step * 1e-9; i++) {
            ticks.add(new Tick(i * step, Numbers.grouped(Numbers.fixed(i * step, decimals))));
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten, so that at most {@value #MOST} ticks are needed. */
    private static double niceStep(Span.Ends ends) {
        double rough = (ends.max() - ends.min()) / MOST;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double factor : new double[]{1, 2, 5}) {
            if (factor * power >= rough) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Powers of two; or 1, 2 and 5 times powers of ten, of wide axes the powers only. */
    private static List<Tick> logarithmic(Scale scale, Span.Ends ends, DoubleFunction<String> label) {
        var ticks = new ArrayList<Tick>();
        double base = scale == Scale.LOG2 ? 2 : 10;
        double[] factors = scale == Scale.LOG10 && ends.max() / ends.min() < 1000
                ? new double[]{1, 2, 5}
                : new double[]{1};
        for (int power = (int) Math.floor(log(ends.min(), base)); power <= log(ends.max(), base); power++) {
            for (double factor : factors) {
                double value = factor * Math.pow(base, power);
                if (ends.hold(value)) {
                    ticks.add(new Tick(value, label.apply(value)));
                }
            }
        }
        return ticks;
    }

    private static double log(double value, double base) {
        return Math.log(value) / Math.log(base);
    }
}
