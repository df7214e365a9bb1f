package org.gpucomm.analysis.acceptance;

import java.util.Locale;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;

/**
 * Requirement for a cluster.
 *
 * @param nodes    number of hosts
 * @param gpus     number of GPUs per host
 * @param bytes    message size
 * @param orLarger whether the best result at this size or any larger one counts; false for this size alone
 * @param busbw    bus bandwidth in GB/s as published or measured
 * @param share    required share of the bus bandwidth, above 0: 0.9
 * @param verified whether the tool must have checked the data
 * @param source   origin of the number
 */
public record Requirement(Operation operation, int nodes, int gpus, long bytes, boolean orLarger, double busbw,
        double share,
        boolean verified, String source) {

    public int ranks() {
        return nodes * gpus;
    }

    /** Returns the required bus bandwidth in GB/s. */
    public double asked() {
        return busbw * share;
    }

    /** Returns the operation and layout, for example {@code All-Reduce on 2 × 8 GPUs}. */
    public String layoutTitle() {
        return operation.title() + " on " + (nodes > 1 ? nodes + " × " : "") + gpus + (gpus == 1 ? " GPU" : " GPUs");
    }

    /** Returns a title, for example {@code All-Reduce on 2 × 8 GPUs, 8 GiB or larger}. */
    public String title() {
        return layoutTitle() + ", " + new Bytes(bytes) + (orLarger ? " or larger" : "");
    }

    /** Returns the required bandwidth as text, for example {@code 439.1 GB/s (90 % of 487.9)}. */
    public String askedInWords() {
        return gbps(asked()) + (share == 1
                ? ""
                : String.format(Locale.ROOT, " (%.1f %% of %.1f)", 100 * share, busbw).replace(".0 %", " %"));
    }

    public static String gbps(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3g GB/s" : "%.1f GB/s", value);
    }
}
