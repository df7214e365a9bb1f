package org.gpucomm.runner.rig;

import java.util.List;
import java.util.stream.LongStream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.Entry.Fact;

/**
 * Range of message sizes to measure, in steps like those of nccl-tests.
 *
 * @param factor factor between sizes if over 1; else sizes increase by {@code step}
 */
public record Sizes(long min, long max, long step, int factor) {

    public Sizes {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException(
                    "sizes go from " + min + " to " + max + " bytes: give --minbytes of 0 or "
                            + "more and --maxbytes of at least that");
        }
        if (factor <= 1 && step < 1) {
            throw new IllegalArgumentException("--stepbytes must be at least 1, was " + step);
        }
        if (factor > 1 && min == 0) {
            throw new IllegalArgumentException("0 bytes times " + factor + " remains 0: give --minbytes of 1 or more");
        }
    }

    /**
     * Parses a size such as {@code 8}, {@code 64K}, {@code 1.5G} or {@code 4GiB}; units are powers of 1024 as in nccl-tests.
     *
     * @throws IllegalArgumentException if the text is not a size
     */
    public static long parse(String text) {
        return Bytes.parse(text).map(Bytes::count).orElseThrow(() -> new IllegalArgumentException(
                "'" + text + "' is no size; write bytes, or a number with K, M or G"));
    }

    /** Returns the sizes in order. */
    public LongStream stream() {
        return LongStream.iterate(min, size -> size <= max, this::after);
    }

    /** Returns the next size, or {@link Long#MAX_VALUE} if it would exceed the maximum. */
    private long after(long size) {
        if (factor > 1) {
            return size > max / factor ? Long.MAX_VALUE : size * factor;
        }
        return size > max - step ? Long.MAX_VALUE : size + step;
    }

    /** Returns the options of {@code bench} for these sizes. */
    public List<String> arguments() {
        return List.of("-b", Long.toString(min), "-e", Long.toString(max), factor > 1 ? "-f" : "-i",
                Long.toString(factor > 1 ? factor : step));
    }

    /**
     * Returns these sizes up to a limit, for which the memory of the GPUs has room.
     *
     * @throws MissingException if the limit is below the smallest size
     */
    public Sizes upTo(long limit) {
        if (limit < min) {
            throw new MissingException("the memory that is free on the GPUs has room for messages of " + limit
                    + " bytes, and the smallest has " + min);
        }
        return max <= limit ? this : new Sizes(min, limit, step, factor);
    }

    /** Returns the requested sizes and iterations, named as in the tables of nccl-tests. */
    public List<Fact> parameters(Protocol protocol) {
        return List.of(new Fact("minBytes", "" + min), new Fact("maxBytes", "" + max), new Fact("step", text()),
                new Fact("iters", "" + protocol.iterations()));
    }

    /** Returns the step as nccl-tests prints it, for example {@code 2(factor)}. */
    public String text() {
        return factor > 1 ? factor + "(factor)" : step + "(bytes)";
    }
}
