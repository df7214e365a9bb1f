package org.gpucomm.runner.ffi.shim;

import java.util.Arrays;
import java.util.List;

/**
 * Timing of a list of transfers.
 *
 * @param done  time in ns from the start of the first iteration to the end of each
 * @param rails statistics of each rail, in order
 */
public record TransferStats(long[] done, List<OfRail> rails) {

    /**
     * Statistics of one rail.
     *
     * @param last time in ns from the start to the last completion; 0 if there was none
     * @param full      number of times the provider's queue was full
     */
    public record OfRail(long bytes, long last, long full) {

        /** Longs of a rail in {@code gpucomm_drive}: transfers, bytes, first and last completion, full. */
        static final int LONGS = 5;

        /** Returns the bandwidth in 10⁹ bytes per second up to the last completion; 0 if there was none. */
        public double gigabytesPerSecond() {
            return last == 0 ? 0 : (double) bytes / last;
        }
    }

    /** Returns the time in ns from the start to the end of the last iteration. */
    public long nanos() {
        return Arrays.stream(done).max().orElse(0);
    }

    /** Returns the number of times the queue of a provider was full. */
    public long full() {
        return rails.stream().mapToLong(OfRail::full).sum();
    }
}
