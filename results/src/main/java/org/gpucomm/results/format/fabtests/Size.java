package org.gpucomm.results.format.fabtests;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * A size as written by {@code size_str} of fabtests: in k, m or g of 2¹⁰, 2²⁰ or 2³⁰ bytes, with one decimal below ten, truncated and not
 * rounded. {@code 1.5k} may be any size from 1536 to 1638 bytes.
 */
final class Size {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(?:\\.(\\d))?([kmgKMG]?)");
    /** Half a unit of the last digit of MB/sec and of usec/xfer, both printed with two decimals. */
    private static final BigDecimal HALF_A_DIGIT = new BigDecimal("0.005");

    private Size() {}

    static boolean isOne(String text) {
        return TEXT.matcher(text).matches();
    }

    /**
     * Returns the size in bytes, exact without a suffix. With a suffix, the written size is right for powers of two and their halves.
     * MB/sec times usec/xfer is the size within the rounding of both, and may show that the size was truncated; it is then the only whole
     * number that fits both.
     *
     * @param text size as printed
     * @return the size; empty if it was truncated and several sizes fit
     * @throws IllegalArgumentException if {@code text} is not a size
     */
    static Optional<Bytes> of(String text, @Nullable Decimal megabytesPerSecond, @Nullable Decimal microsPerTransfer) {
        var size = TEXT.matcher(text);
        if (!size.matches()) {
            throw new IllegalArgumentException("no size: '" + text + "'");
        }
        long unit = unit(size.group(3));
        long whole = Long.parseLong(size.group(1)) * unit;
        int tenths = size.group(2) == null ? 0 : Integer.parseInt(size.group(2));
        // the smallest size that is written like this
        long written = whole + (tenths * unit + 9) / 10;
        if (unit == 1 || megabytesPerSecond == null || microsPerTransfer == null) {
            return Optional.of(new Bytes(written));
        }
        boolean decimals = whole / unit < 10;
        long beyond = decimals ? whole + ((tenths + 1) * unit + 9) / 10 : whole + unit;
        long least = product(megabytesPerSecond, microsPerTransfer, HALF_A_DIGIT.negate(), RoundingMode.CEILING);
        long most = product(megabytesPerSecond, microsPerTransfer, HALF_A_DIGIT, RoundingMode.FLOOR);
        boolean contradict = most < written || least >= beyond;
        if (contradict || least <= written) {
            return Optional.of(new Bytes(written));
        }
        return least == Math.min(most, beyond - 1) ? Optional.of(new Bytes(least)) : Optional.empty();
    }

    private static long product(Decimal bandwidth, Decimal time, BigDecimal off, RoundingMode rounding) {
        return bandwidth.toBigDecimal().add(off).multiply(time.toBigDecimal().add(off)).setScale(0, rounding)
                .min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
    }

    private static long unit(String suffix) {
        return switch (suffix) {
            case "k", "K" -> Bytes.KIB;
            case "m", "M" -> Bytes.MIB;
            case "g", "G" -> Bytes.GIB;
            default -> 1;
        };
    }
}
