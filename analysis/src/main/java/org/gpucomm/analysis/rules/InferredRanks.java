package org.gpucomm.analysis.rules;

import java.util.OptionalInt;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Observation;

/** Number of ranks derived from busbw / algbw, for logs that do not print it. */
public final class InferredRanks {

    /** Largest number considered. No published run is larger, and printed digits cannot separate neighbouring numbers beyond it. */
    private static final int MOST = 4096;
    /** Sentence that follows an inferred number of GPUs. */
    static final String SAID = " The number of GPUs follows from busbw / algbw";

    private InferredRanks() {}

    /** Returns the only number of ranks that agrees with all rows of the curve; empty if none or several agree. */
    public static OptionalInt of(Curve curve) {
        int from = 2;
        int to = MOST;
        for (var cell : curve.cells()) {
            for (var each : cell.observations()) {
                while (from <= to && compare(each, from) < 0) {
                    from++;
                }
                while (to >= from && compare(each, to) > 0) {
                    to--;
                }
            }
        }
        return from == to ? OptionalInt.of(from) : OptionalInt.empty();
    }

    /** Returns a negative number if the row needs more ranks, a positive number if it needs fewer, else 0. */
    private static int compare(Observation row, int ranks) {
        var outcome = row.measurement().outcome();
        var busbw = outcome.busbw();
        var factor = row.operation().busFactor(ranks);
        boolean grows = factor.isPresent()
                && row.operation().busFactor(2).orElseThrow() < row.operation().busFactor(MOST).orElseThrow();
        if (!grows || busbw == null || outcome.algbw() == null || row.operation() == Operation.ALLTOALLV) {
            return 0;
        }
        double algbw = outcome.algbw().doubleValue();
        double error = rounding(outcome.algbw().gigabytesPerSecond());
        var size = row.measurement().workload().messageSize();
        if (outcome.time() != null && size != null && outcome.time().doubleValue() > 0) {
            double exact = size.count() / outcome.time().doubleValue() / 1e3;
            // Tools that count sizes differently print a different bandwidth.
            if (Math.abs(exact - algbw) <= error + exact * ofTime(outcome.time())) {
                algbw = exact;
                error = exact * ofTime(outcome.time());
            }
        }
        double rounding = rounding(busbw.gigabytesPerSecond());
        return factor.getAsDouble() * (algbw + error) + rounding < busbw.doubleValue()
                ? -1
                : factor.getAsDouble() * (algbw - error) - rounding > busbw.doubleValue() ? 1 : 0;
    }

    /** Returns the relative error of a printed time. */
    private static double ofTime(Micros time) {
        return rounding(time.value()) / time.doubleValue();
    }

    /** Returns half of the last printed digit, and a little more for floating-point arithmetic. */
    private static double rounding(Decimal printed) {
        return 0.51 * Math.pow(10, -printed.toBigDecimal().scale());
    }
}
