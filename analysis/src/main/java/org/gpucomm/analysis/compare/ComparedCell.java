package org.gpucomm.analysis.compare;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.statistics.Processes;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * One message size on one number of ranks, measured on both sides.
 *
 * @param effect  time of B over time of A, less one: 0.03 = B takes 3 % longer; the one that was tested
 * @param low     of the interval that holds the true effect with 95 % confidence, for this place alone; it reaches to 0 where all
 *                places together do not rule out that there is no difference
 * @param high    its other end
 * @param halfInterval half of it for this place alone, in logarithms
 * @param pValue     that a difference this large comes by chance, corrected for the number of places
 * @param isRepeated whether three processes or more of each side show their noise
 */
public record ComparedCell(SeriesKey subject, Cell a, Cell b, double effect, double low, double high,
        double halfInterval, double pValue, boolean isRepeated, Verdict verdict) {

    static ComparedCell of(ComparedPlace place, Estimate estimate) {
        var shown = estimate.consistent();
        return new ComparedCell(place.subject(), place.a(), place.b(), Math.expm1(estimate.effect()),
                Math.expm1(shown.low()), Math.expm1(shown.high()), (estimate.high() - estimate.low()) / 2,
                estimate.pValue(), place.fewest() >= Comparison.FEWEST_REPETITIONS, verdict(estimate));
    }

    static Verdict verdict(Estimate estimate) {
        if (estimate.alike() < Math.log1p(Comparison.INDIFFERENT)) {
            return Verdict.SAME;
        }
        if (estimate.isShown()) {
            return estimate.effect() > 0 ? Verdict.SLOWER : Verdict.FASTER;
        }
        return Verdict.AMBIGUOUS;
    }

    /**
     * Returns the time of a side, µs: the median of its processes where both sides have eight or more, so that the effect is the
     * Hodges-Lehmann shift; else their geometric mean, and the effect is the ratio of those of both. What one process repeated
     * is one number.
     */
    public double timeOfA() {
        return time(a);
    }

    public double timeOfB() {
        return time(b);
    }

    private double time(Cell side) {
        var times = side.times();
        if (times.length == 1) {
            return times[0];
        }
        var logs = Processes.logs(side);
        return Math.exp(Math.min(Processes.count(a), Processes.count(b)) >= SameProcesses.ENOUGH_FOR_RANKS
                ? Median.withDefaults().evaluate(logs)
                : Arrays.stream(logs).average().orElseThrow());
    }

    /** Returns time of A over time of B: 2 = B is twice as fast. */
    public double speed() {
        return 1 / (1 + effect);
    }

    /** Returns whether each side is what one process measured, however often it did. */
    boolean isOfOneProcess() {
        return Processes.count(a) == 1 && Processes.count(b) == 1;
    }

    /** Returns whether its noise is that of small messages. */
    boolean isSmall() {
        return a.bytes() >= 0 && a.bytes() < FewRuns.SMALL.count();
    }
}
