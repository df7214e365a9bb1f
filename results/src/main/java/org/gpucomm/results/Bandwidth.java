package org.gpucomm.results;

/**
 * A bandwidth in GB/s, 10⁹ bytes a second as nccl-tests prints it, with the digits of the source. Conversions are exact.
 *
 * @param gigabytesPerSecond GB/s
 */
public record Bandwidth(Decimal gigabytesPerSecond) {

    private static final int MIB_PER_SECOND_IN_BYTES = 1 << 20;

    public static Bandwidth ofGigabytesPerSecond(Decimal value) {
        return new Bandwidth(value);
    }

    /** Returns the bandwidth of so many Gb/s, 10⁹ bits a second, as network people count. */
    public static Bandwidth ofGigabitsPerSecond(Decimal value) {
        return new Bandwidth(value.dividedByEight());
    }

    /** Returns the bandwidth of so many MB/s of 10⁶ bytes. */
    public static Bandwidth ofMegabytesPerSecond(Decimal value) {
        return new Bandwidth(value.timesTenToThe(-3));
    }

    /** Returns the bandwidth of so many MiB/s of 2²⁰ bytes. */
    public static Bandwidth ofMebibytesPerSecond(Decimal value) {
        return new Bandwidth(value.times(MIB_PER_SECOND_IN_BYTES).timesTenToThe(-9));
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
