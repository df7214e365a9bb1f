package org.gpucomm.server.analysis.compare;

import java.util.Locale;

import org.gpucomm.results.Bytes;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Observation;

/**
 * How much a time differs from run to run where repetitions do not tell: the standard deviation of its logarithm.
 *
 * <p>The assumed values come from the bundled H200 set, where everything was measured in three rounds: compared in pairs as
 * if each were a single run, 76 of 78 pairs of rounds show no difference anywhere. With 3 % for all sizes only 12 do,
 * because small messages differ more. The spread of a run's iterations only adds to it: it tells little of the next run.
 */
public final class Noise {

    /** Of a message of {@link #SMALL} or more, or without a size. */
    static final double OF_LARGE = 0.04;
    static final double OF_SMALL = 0.2;
    static final Bytes SMALL = new Bytes(Bytes.MIB);
    /** 99 % of a normal distribution lie below so many standard deviations over the median. */
    private static final double P99 = 2.326;

    private Noise() {}

    /** What is assumed, for people. */
    public static String assumption() {
        return String.format(Locale.ROOT,
                "noise of %.0f %% is assumed (%.0f %% below %s), or the spread of the iterations where that is more",
                100 * OF_LARGE, 100 * OF_SMALL, SMALL);
    }

    /** Of one measurement of the cell. */
    static double of(Cell cell) {
        double assumed = cell.bytes() >= 0 && cell.bytes() < SMALL.count() ? OF_SMALL : OF_LARGE;
        return cell.observations().stream().mapToDouble(Noise::ofIterations).reduce(assumed, Math::max);
    }

    /** From the median and the 99th percentile of the iterations; 0 where they were not timed. */
    private static double ofIterations(Observation observation) {
        var outcome = observation.measurement().outcome();
        var median = outcome.timeP50();
        var p99 = outcome.timeP99();
        boolean timed = median != null && p99 != null && median.doubleValue() > 0
                && p99.doubleValue() > median.doubleValue();
        return timed ? Math.log(p99.doubleValue() / median.doubleValue()) / P99 : 0;
    }
}
