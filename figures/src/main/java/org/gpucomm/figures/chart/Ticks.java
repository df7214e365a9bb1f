package org.gpucomm.figures.chart;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

import org.gpucomm.figures.chart.Axis.Tick;

/** Ticks of an axis at round values. */
public final class Ticks {

    private static final int MOST = 7;

    private Ticks() {}

    /** Returns multiples of 1, 2 or 5 times a power of ten, at most {@value #MOST} steps. */
    public static List<Tick> linear(double min, double max) {
        return linear(min, max, roundStep((max - min) / MOST));
    }

    public static List<Tick> linear(double min, double max, double step) {
        int decimals = Math.max(0, BigDecimal.valueOf(step).stripTrailingZeros().scale());
        var ticks = new ArrayList<Tick>();
        for (long i = (long) Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++) {
            ticks.add(new Tick(i * step, Numbers.grouped(Numbers.fixed(i * step, decimals))));
        }
        return ticks;
    }

    /** Returns the smallest of 1, 2 and 5 times a power of ten that is at least this large. */
    public static double roundStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double factor : new double[]{1, 2, 5}) {
            if (factor * power >= rough * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Returns powers of two; or 1, 2 and 5 times powers of ten, or only powers of ten from three decades up. */
    public static List<Tick> logarithmic(Scale scale, double min, double max, DoubleFunction<String> label) {
        var ticks = new ArrayList<Tick>();
        double slack = (max - min) * 1e-9;
        double base = scale == Scale.LOG2 ? 2 : 10;
        double[] factors = scale == Scale.LOG10 && max / min < 1000 ? new double[]{1, 2, 5} : new double[]{1};
        for (int power = (int) Math.floor(log(min, base)); power <= log(max, base); power++) {
            for (double factor : factors) {
                double value = factor * Math.pow(base, power);
                if (value >= min - slack && value <= max + slack) {
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
