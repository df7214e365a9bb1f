package org.gpucomm.server.analysis.compare;

import java.util.Arrays;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.series.SeriesKey;

/**
 * One message size on one number of ranks, measured on both sides.
 *
 * @param effect  time of B over time of A, less one: 0.03 = B takes 3 % longer
 * @param low     of the interval that holds the true effect with 95 % confidence, for this place alone
 * @param high    its other end
 * @param pValue     that a difference this large comes by chance, corrected for the number of places
 * @param isRepeated whether the noise was measured here; else it was assumed
 */
public record ComparedCell(SeriesKey subject, Cell a, Cell b, double effect, double low, double high, double pValue,
        boolean isRepeated, Verdict verdict) {

    /**
     * Returns the geometric mean of the times of a side, µs, a single one as it was printed: those of both are what the
     * effect is the ratio of.
     */
    static double time(Cell side) {
        var times = side.times();
        return times.length == 1 ? times[0] : Math.exp(Arrays.stream(times).map(Math::log).average().orElseThrow());
    }

    /** Returns time of A over time of B: 2 = B is twice as fast. */
    public double speed() {
        return 1 / (1 + effect);
    }

    /** Returns half its interval, in logarithms. */
    double halfInterval() {
        return Math.log((1 + high) / (1 + low)) / 2;
    }

    /** Returns whether its noise is that of small messages. */
    boolean isSmall() {
        return a.bytes() >= 0 && a.bytes() < Noise.SMALL.count();
    }
}
