package org.gpucomm.analysis.scaling;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Bandwidth at a message size and its neighbours as the number of GPUs grows. */
final class Neighbours {

    private static final int EACH_SIDE = 2;

    private Neighbours() {}

    /** Returns whether bandwidth fell between the last two counts, at this size and at all its neighbours. */
    static boolean allFall(List<GpuCounts> curves, int index, IntFunction<OptionalDouble> busFactor) {
        return IntStream.rangeClosed(index - EACH_SIDE, index + EACH_SIDE)
                .filter(i -> i >= 0 && i < curves.size()).mapToObj(curves::get).filter(curve -> curve.size() > 1)
                .allMatch(curve -> falls(curve, busFactor));
    }

    private static boolean falls(GpuCounts curve, IntFunction<OptionalDouble> busFactor) {
        var before = curve.first(curve.size() - 1);
        return Math.log(curve.last().time()) > level(before, curve.last().ranks(), busFactor);
    }

    /** Returns the logarithm of the time on this number of ranks at which bus bandwidth equals that of the last count. */
    static double level(GpuCounts curve, int ranks, IntFunction<OptionalDouble> busFactor) {
        double grows = busFactor.apply(ranks).orElse(1) / busFactor.apply(curve.last().ranks()).orElse(1);
        return Math.log(curve.last().time()) + Math.log(grows);
    }
}
