package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bytes;

/**
 * Message sizes from least to largest, bytes.
 *
 * @param by     what a size is multiplied by, or what is added to it
 * @param factor whether it is multiplied
 */
record SizeRange(long from, long to, long by, boolean factor) {

    /** A plan with more sizes in a step is a mistake. */
    static final int MOST = 10_000;

    SizeRange {
        if (from > to) {
            throw new IllegalArgumentException("from must not be larger than to, was " + from + " to " + to);
        }
        if (factor ? by < 2 : by < 1) {
            throw new IllegalArgumentException(
                    factor ? "factor must be at least 2, was " + by : "step must be at least 1, was " + by);
        }
    }

    static SizeRange single(long size) {
        return new SizeRange(size, size, 2, true);
    }

    List<Long> sizes() {
        var sizes = new ArrayList<Long>();
        long size = from;
        while (size <= to && sizes.size() <= MOST) {
            sizes.add(size);
            long next = factor ? size * by : size + by;
            if (next <= size) {
                break;
            }
            size = next;
        }
        return sizes;
    }

    /** As nccl-tests' flags. */
    List<String> arguments() {
        return List.of("-b", Long.toString(from), "-e", Long.toString(to), factor ? "-f" : "-i", Long.toString(by));
    }

    /** {@code 8 B to 1 GiB ×2}, {@code 1 MiB}. */
    @Override
    public String toString() {
        if (from == to) {
            return new Bytes(from).toString();
        }
        return new Bytes(from) + " to " + new Bytes(to) + (factor ? " ×" + by : " by " + new Bytes(by));
    }
}
