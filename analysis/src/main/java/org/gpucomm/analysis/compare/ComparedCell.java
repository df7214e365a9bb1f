package org.gpucomm.analysis.compare;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Message size on one number of ranks, measured on both sides.
 *
 * @param effect       tested ratio of time B to time A, minus one: 0.03 if B takes 3 % longer
 * @param low          lower end of the 95 % confidence interval for this place alone, extended to 0 if all places together do not rule
 * out equality
 * @param high         upper end of the same interval
 * @param halfInterval half of the interval for this place alone, in logarithms
 * @param pValue       probability of so large a difference by chance, corrected for the number of places
 * @param isRepeated   whether each side has three or more processes, which show their noise
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
     * Returns the time of side A in µs. If both sides have eight or more processes, this is their median, and the effect is the
     * Hodges-Lehmann shift. Otherwise it is their geometric mean, and the effect is the ratio of the means. Repetitions of one process
     * count as one number.
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

    /** Returns time A over time B: 2 if B is twice as fast. */
    public double speed() {
        return 1 / (1 + effect);
    }

    /** Returns whether each side has one process, however often repeated. */
    boolean isOfOneProcess() {
        return Processes.count(a) == 1 && Processes.count(b) == 1;
    }

    /** Returns whether the place has the noise of small messages. */
    boolean isSmall() {
        return a.bytes() >= 0 && a.bytes() < FewRuns.SMALL.count();
    }
}
