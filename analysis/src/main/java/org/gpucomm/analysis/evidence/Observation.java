package org.gpucomm.analysis.evidence;

import java.util.OptionalDouble;
import java.util.Set;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.RankTimes;

/** Measurement with its place in a file. Its numbers are read once, because rules and noise models ask for each many times. */
public final class Observation {

    /** GB/s from which two decimals are precise enough. Below, they are rounded by up to half a percent, and 0.01 by half of itself. */
    private static final double FEW_DIGITS = 1;
    /** Number of significant digits that are precise enough in any unit: 100.50 MB/s. */
    private static final int DIGITS = 4;

    private final Measurement measurement;
    private final RowRef row;
    /** Tools with tests of latency and tests of bandwidth. */
    private static final Set<String> IN_FLIGHT = Set.of("osu", "perftest", "nvshmem-perftest");

    /** NaN if unknown, like {@code algbw} and {@code busbw}. */
    private final double time;
    private final double algbw;
    private final double busbw;

    public Observation(Measurement measurement, RowRef row) {
        this.measurement = measurement;
        this.row = row;
        this.time = timeOf(measurement);
        this.algbw = algbwOf(measurement);
        this.busbw = busbwOf(measurement, algbw);
    }

    public Measurement measurement() {
        return measurement;
    }

    public RowRef row() {
        return row;
    }

    private static boolean isExact(Bandwidth printed) {
        return printed.doubleValue() >= FEW_DIGITS || printed.gigabytesPerSecond().toBigDecimal().precision() >= DIGITS;
    }

    public Operation operation() {
        return measurement.workload().operation();
    }

    /** Returns the times of single ranks. */
    public RankTimes ranks() {
        return RankTimes.of(measurement);
    }

    /** Returns whether the tool checked the data and found it wrong. */
    public boolean isWrong() {
        return measurement.outcome().isWrong();
    }

    /**
     * Returns whether the bandwidth is that of many messages in flight, by a program that measures times in other tests: osu_bw,
     * ib_write_bw and shmem_put_bw, whose size / bandwidth is far less than the latency of osu_latency, ib_write_lat and
     * shmem_put_latency.
     */
    boolean isOfManyInFlight() {
        var outcome = measurement.outcome();
        return IN_FLIGHT.contains(measurement.stack().tool()) && outcome.time() == null && outcome.timeP50() == null
                && outcome.algbw() != null && measurement.workload().messageSize() != null;
    }

    /** Returns the time of one operation in µs as printed, else message size / algbw. */
    public OptionalDouble time() {
        return optional(time);
    }

    /** Returns the bandwidth in GB/s as printed, else message size / time, also if too few digits were printed. */
    public OptionalDouble algbw() {
        return optional(algbw);
    }

    /** Returns the bus bandwidth in GB/s as printed, else algbw · bus factor if the operation has one and the ranks are known. */
    public OptionalDouble busbw() {
        return optional(busbw);
    }

    private static OptionalDouble optional(double number) {
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    private static double timeOf(Measurement measurement) {
        var printed = measurement.outcome().time();
        if (printed != null) {
            return printed.doubleValue();
        }
        var algbw = measurement.outcome().algbw();
        var size = measurement.workload().messageSize();
        return algbw == null || size == null || algbw.doubleValue() <= 0 || size.count() == 0
                ? Double.NaN
                : size.count() / (algbw.doubleValue() * 1e3);
    }

    private static double algbwOf(Measurement measurement) {
        var printed = measurement.outcome().algbw();
        var time = measurement.outcome().time();
        var size = measurement.workload().messageSize();
        if (printed != null && (isExact(printed) || time == null || size == null)) {
            return printed.doubleValue();
        }
        if (time == null || size == null || time.doubleValue() <= 0) {
            return printed == null ? Double.NaN : printed.doubleValue();
        }
        return size.count() / (time.doubleValue() * 1e3);
    }

    private static double busbwOf(Measurement measurement, double algbw) {
        var printed = measurement.outcome().busbw();
        if (printed != null && (isExact(printed) || measurement.outcome().time() == null)) {
            return printed.doubleValue();
        }
        var ranks = measurement.platform().ranks();
        var factor = ranks == null || Double.isNaN(algbw)
                ? OptionalDouble.empty()
                : measurement.workload().operation().busFactor(ranks);
        if (factor.isEmpty()) {
            return printed == null ? Double.NaN : printed.doubleValue();
        }
        return algbw * factor.getAsDouble();
    }
}
