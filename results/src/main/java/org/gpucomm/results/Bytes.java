package org.gpucomm.results;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A message size in bytes, as the tool counts it in its own "size" column. {@link #toString} uses binary units: 4096 is {@code 4 KiB}.
 *
 * @param count number of bytes, at least 0
 */
public record Bytes(long count) implements Comparable<Bytes> {

    public static final long KIB = 1L << 10;
    public static final long MIB = 1L << 20;
    public static final long GIB = 1L << 30;

    private static final Pattern TEXT = Pattern
            .compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*([KkMmGgTt]?)(?:i?[Bb](?:ytes)?)?");

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("message size must be at least 0 bytes, was " + count);
        }
    }

    /**
     * Reads a size with an optional unit: {@code 64K}, {@code 1.5 MiB}, {@code 8 B}, {@code 4096}. All units are powers of 1024, as in
     * nccl-tests. A fraction such as {@code 47.84 MiB} is rounded to the nearest whole byte.
     *
     * @return the size; empty if the text is not one
     */
    public static Optional<Bytes> parse(String text) {
        var size = TEXT.matcher(text.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        int power = size.group(2).isEmpty() ? 0 : 1 + "KMGT".indexOf(size.group(2).toUpperCase(Locale.ROOT));
        try {
            var count = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << 10 * power));
            return Optional
                    .of(new Bytes((power == 0 ? count : count.setScale(0, RoundingMode.HALF_UP)).longValueExact()));
        } catch (ArithmeticException noWholeNumber) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    /** Returns the size in a binary unit with at most three decimals, for example {@code 8 B}, {@code 4 KiB} or {@code 1.5 MiB}. */
    @Override
    public String toString() {
        if (count >= GIB) {
            return in(GIB, "GiB");
        }
        if (count >= MIB) {
            return in(MIB, "MiB");
        }
        return count >= KIB ? in(KIB, "KiB") : count + " B";
    }

    private String in(long unit, String name) {
        if (count % unit == 0) {
            return count / unit + " " + name;
        }
        return String.format(Locale.ROOT, "%.3f", (double) count / unit).replaceAll("\\.?0+$", "") + " " + name;
    }
}
