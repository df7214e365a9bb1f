package org.gpucomm.analysis.evidence;

import java.util.OptionalDouble;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Stack;

/** Measurement with its place in a file. */
public record Observation(Measurement measurement, RowRef row) {

    /** GB/s from which two decimals are precise enough. Below, they are rounded by up to half a percent, and 0.01 by half of itself. */
    private static final double FEW_DIGITS = 1;
    /** Number of significant digits that are precise enough in any unit: 100.50 MB/s. */
    private static final int DIGITS = 4;

    private static boolean isExact(Bandwidth printed) {
        return printed.doubleValue() >= FEW_DIGITS || printed.gigabytesPerSecond().toBigDecimal().precision() >= DIGITS;
    }

    public Operation operation() {
        return measurement.workload().operation();
    }

    Platform platform() {
        return measurement.platform();
    }

    Stack stack() {
        return measurement.stack();
    }

    /** Returns the times of single ranks. */
    public RankTimes ranks() {
        return RankTimes.of(measurement);
    }

    /** Returns whether the tool checked the data and found it wrong. */
    public boolean isWrong() {
        return measurement.outcome().isWrong();
    }

    /** Returns the time of one operation in µs as printed, else message size / algbw. */
    public OptionalDouble time() {
        var printed = measurement.outcome().time();
        if (printed != null) {
            return OptionalDouble.of(printed.doubleValue());
        }
        var algbw = measurement.outcome().algbw();
        var size = measurement.workload().messageSize();
        return algbw == null || size == null || algbw.doubleValue() <= 0 || size.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(size.count() / (algbw.doubleValue() * 1e3));
    }

    /** Returns the bandwidth in GB/s as printed, else message size / time, also if too few digits were printed. */
    public OptionalDouble algbw() {
        var printed = measurement.outcome().algbw();
        var time = measurement.outcome().time();
        var size = measurement.workload().messageSize();
        if (printed != null && (isExact(printed) || time == null || size == null)) {
            return OptionalDouble.of(printed.doubleValue());
        }
        if (time == null || size == null || time.doubleValue() <= 0) {
            return printed == null ? OptionalDouble.empty() : OptionalDouble.of(printed.doubleValue());
        }
        return OptionalDouble.of(size.count() / (time.doubleValue() * 1e3));
    }

    /** Returns the bus bandwidth in GB/s as printed, else algbw · bus factor if the operation has one and the ranks are known. */
    public OptionalDouble busbw() {
        var printed = measurement.outcome().busbw();
        if (printed != null && (isExact(printed) || measurement.outcome().time() == null)) {
            return OptionalDouble.of(printed.doubleValue());
        }
        var ranks = measurement.platform().ranks();
        var factor = ranks == null || algbw().isEmpty() ? OptionalDouble.empty() : operation().busFactor(ranks);
        if (factor.isEmpty()) {
            return printed == null ? OptionalDouble.empty() : OptionalDouble.of(printed.doubleValue());
        }
        return OptionalDouble.of(algbw().getAsDouble() * factor.getAsDouble());
    }
}
