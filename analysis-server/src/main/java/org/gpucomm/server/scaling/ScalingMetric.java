package org.gpucomm.server.scaling;

import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.scaling.ScalingCurves.Point;
import org.gpucomm.figures.view.View.Unit;
import org.jspecify.annotations.Nullable;

/** Quantity shown for each number of GPUs. Efficiency is as printed, else relative to the bandwidth on the fewest GPUs. */
enum ScalingMetric {
    busbw("Bus bandwidth", Unit.GBPS),
    algbw("Algorithm bandwidth", Unit.GBPS),
    time("Time", Unit.MICROSECONDS),
    efficiency("Efficiency", Unit.PERCENT);

    private final String title;
    private final Unit unit;

    ScalingMetric(String title, Unit unit) {
        this.title = title;
        this.unit = unit;
    }

    String title() {
        return title;
    }

    Unit unit() {
        return unit;
    }

    /** Returns the metric at a point. Efficiency is in percent of the first point, unless it was printed; null if unknown. */
    @Nullable
    Spread of(Point point, Point first) {
        return switch (this) {
            case busbw -> point.busbw();
            case algbw -> point.algbw();
            case time -> point.time();
            case efficiency -> point.efficiency() == null
                    ? ratio(bandwidth(point), bandwidth(first))
                    : point.efficiency();
        };
    }

    static @Nullable Spread bandwidth(Point point) {
        return point.busbw() == null ? point.algbw() : point.busbw();
    }

    private static @Nullable Spread ratio(@Nullable Spread own, @Nullable Spread base) {
        if (own == null || base == null || base.median() == 0) {
            return null;
        }
        double percent = 100 / base.median();
        return new Spread(own.n(), percent * own.median(), percent * own.mean(), percent * own.min(),
                percent * own.low(),
                percent * own.high(), percent * own.max());
    }
}
