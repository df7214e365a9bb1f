package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.yaml.YamlValue;

/**
 * Message sizes from least to largest, bytes.
 *
 * @param by     what a size is multiplied by, or what is added to it
 * @param factor whether it is multiplied
 */
public record SizeRange(long from, long to, long by, boolean factor) {

    /** A plan with more sizes in a step is a mistake. */
    static final int MOST = 10_000;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*(?:([kKmMgG])(?:i?B)?|B)?");

    public SizeRange {
        if (from > to) {
            throw new IllegalArgumentException("from must not be larger than to, was " + from + " to " + to);
        }
        if (factor ? by < 2 : by < 1) {
            throw new IllegalArgumentException(
                    factor ? "factor must be at least 2, was " + by : "step must be at least 1, was " + by);
        }
    }

    /** Returns bytes as nccl-tests reads them: K, M and G are 2¹⁰, 2²⁰ and 2³⁰. */
    static long bytes(YamlValue value) {
        var size = SIZE.matcher(value.text().strip());
        if (!size.matches()) {
            throw value.error("must be a size such as 8, 64K, 16M or 1G, was '" + value.text() + "'");
        }
        long unit = size.group(2) == null ? 1 : 1L << 10 * (1 + "KMG".indexOf(size.group(2).toUpperCase(Locale.ROOT)));
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), unit);
        } catch (ArithmeticException e) {
            throw value.error("is too large: '" + value.text() + "'");
        }
    }

    static SizeRange single(long size) {
        return new SizeRange(size, size, 2, true);
    }

    public List<Long> sizes() {
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
