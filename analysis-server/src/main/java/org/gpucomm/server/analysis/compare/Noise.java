package org.gpucomm.server.analysis.compare;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.gpucomm.results.Bytes;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Observation;

/**
 * How much a time differs from run to run where repetitions do not tell: the scale of a t distribution of its logarithm.
 *
 * <p>The assumed values come from the bundled H200 set, where everything was measured in three rounds: 95 % of the pairs of
 * rounds differ by less than {@link #OF_LARGE} from {@link #SMALL} up, and by less than {@link #OF_SMALL} below. Few
 * differ by much more, which is why the distribution has long tails. What a file itself shows of its noise counts where it is
 * more: repetitions, fewer than the test takes, and the spread of the iterations.
 */
final class Noise {

    static final double OF_LARGE = 0.04;
    static final double OF_SMALL = 0.25;
    static final Bytes SMALL = new Bytes(Bytes.MIB);
    /** Of the t distribution. */
    static final double DEGREES = 4;
    private static final double TWO_SIDED_95 = TDistribution.of(DEGREES).inverseSurvivalProbability(0.025);
    /** 99 % of a normal distribution lie below so many standard deviations over the median. */
    private static final double P99 = 2.326;

    private Noise() {}

    /** Returns the noise of one measurement of the cell. */
    static double of(Cell cell) {
        boolean small = cell.bytes() >= 0 && cell.bytes() < SMALL.count();
        double assumed = Math.log1p(small ? OF_SMALL : OF_LARGE) / (TWO_SIDED_95 * Math.sqrt(2));
        return Math.max(ofRepetitions(cell),
                cell.observations().stream().mapToDouble(Noise::ofIterations).reduce(assumed, Math::max));
    }

    private static double ofRepetitions(Cell cell) {
        var times = cell.times();
        return times.length < 2
                ? 0
                : Math.sqrt(Variance.of(Arrays.stream(times).map(Math::log).toArray()).getAsDouble());
    }

    /**
     * From the median and the 99th percentile of the iterations, of which the time is the mean; 0 where they were not timed.
     */
    private static double ofIterations(Observation observation) {
        var outcome = observation.measurement().outcome();
        var median = outcome.timeP50();
        var p99 = outcome.timeP99();
        boolean timed = median != null && p99 != null && median.doubleValue() > 0
                && p99.doubleValue() > median.doubleValue();
        var iterations = observation.measurement().workload().iterations();
        return timed
                ? Math.log(p99.doubleValue() / median.doubleValue()) / P99
                        / Math.sqrt(iterations == null ? 1 : Math.max(1, iterations))
                : 0;
    }
}
