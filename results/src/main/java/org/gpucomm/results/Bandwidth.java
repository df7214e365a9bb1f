package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * A bandwidth in GB/s (10⁹ bytes per second, as nccl-tests prints it), with the digits of its source. Conversions are exact.
 *
 * @param gigabytesPerSecond bandwidth in GB/s, as printed
 */
public record Bandwidth(Decimal gigabytesPerSecond) {

    private static final int MIB_PER_SECOND_IN_BYTES = 1 << 20;

    public static Bandwidth ofGigabytesPerSecond(Decimal value) {
        return new Bandwidth(value);
    }

    /** Returns the bandwidth of a number in GB/s; null if there is no number. */
    public static @Nullable Bandwidth ofNullable(@Nullable Decimal gigabytesPerSecond) {
        return gigabytesPerSecond == null ? null : new Bandwidth(gigabytesPerSecond);
    }

    /** Returns a bandwidth given in Gb/s, 10⁹ bits per second, the usual unit of networks. */
    public static Bandwidth ofGigabitsPerSecond(Decimal value) {
        return new Bandwidth(value.dividedByEight());
    }

    /** Returns a bandwidth given in MB/s, 10⁶ bytes per second. */
    public static Bandwidth ofMegabytesPerSecond(Decimal value) {
        return new Bandwidth(value.timesTenToThe(-3));
    }

    /** Returns a bandwidth given in MiB/s, 2²⁰ bytes per second. */
    public static Bandwidth ofMebibytesPerSecond(Decimal value) {
        return new Bandwidth(value.times(MIB_PER_SECOND_IN_BYTES).timesTenToThe(-9));
    }

    /** Returns a bandwidth given in GiB/s, 2³⁰ bytes per second. */
    public static Bandwidth ofGibibytesPerSecond(Decimal value) {
        return new Bandwidth(value.times(Bytes.GIB).timesTenToThe(-9));
    }

    /** Returns the bandwidth in GB/s. */
    public double doubleValue() {
        return gigabytesPerSecond.doubleValue();
    }

    @Override
    public String toString() {
        return gigabytesPerSecond + " GB/s";
    }
}
