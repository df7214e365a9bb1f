package org.gpucomm.runner.ffi.shim;

import java.util.List;

/**
 * Result of a list of transfers.
 *
 * @param done  ns from the start to the end of each iteration
 * @param rails in their order
 */
public record TransferStats(long[] done, List<OfRail> rails) {

    /**
     * Work of a rail.
     *
     * @param transfers complete
     * @param first     ns from the start to the first completion; 0 if there was none
     * @param last      ns from the start to the last completion
     * @param full      how often the provider had no room
     */
    public record OfRail(long transfers, long bytes, long first, long last, long full) {

        static final int LONGS = 5;

        /** Returns 10⁹ bytes a second up to the rail's own last completion; 0 if it carried nothing. */
        public double gigabytesPerSecond() {
            return last == 0 ? 0 : (double) bytes / last;
        }
    }

    /** Returns ns from the start to the end of the last iteration. */
    public long nanos() {
        long last = 0;
        for (long each : done) {
            last = Math.max(last, each);
        }
        return last;
    }

    /** Returns how often a provider had no room. */
    public long full() {
        return rails.stream().mapToLong(OfRail::full).sum();
    }
}
