package org.gpucomm.server.analysis.rules;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;

/** Numbers and lists as sentences have them. */
final class Say {

    private Say() {}

    /** Three significant digits, no exponent: {@code 477}, {@code 4.51}, {@code 0.0632}. */
    static String number(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return String.valueOf(value);
        }
        var rounded = BigDecimal.valueOf(value).round(new MathContext(3));
        return Math.abs(value) >= 100
                ? String.format(Locale.ROOT, "%.0f", value)
                : rounded.stripTrailingZeros().toPlainString();
    }

    /** {@code 12.4 GB/s} */
    static String gbps(double value) {
        return number(value) + " GB/s";
    }

    /** {@code 5.3 %}; below a tenth of a percent with two digits. */
    static String percent(double share) {
        double percent = 100 * share;
        return (Math.abs(percent) >= 10
                ? String.format(Locale.ROOT, "%.0f", percent)
                : new BigDecimal(percent).round(new MathContext(2)).stripTrailingZeros().toPlainString()) + " %";
    }

    /** A time in the unit that suits it. */
    static String time(double micros) {
        if (micros >= 1e6) {
            return number(micros / 1e6) + " s";
        }
        return micros >= 1e3 ? number(micros / 1e3) + " ms" : number(micros) + " µs";
    }

    static String size(long bytes) {
        return new Bytes(bytes).toString();
    }

    static String sizes(List<Long> bytes) {
        return list(bytes.stream().map(Say::size).toList());
    }

    static String gpus(long ranks) {
        return ranks + (ranks == 1 ? " GPU" : " GPUs");
    }

    /** {@code a}, {@code a and b}, {@code a, b and c} */
    static String list(List<String> words) {
        if (words.size() < 2) {
            return String.join("", words);
        }
        return words.stream().limit(words.size() - 1L).collect(Collectors.joining(", ")) + " and " + words.getLast();
    }

    /** {@code 8 B to 1 GiB}, or one size. */
    static String sizeRange(long from, long to) {
        return from == to ? size(from) : size(from) + " to " + size(to);
    }

    /** {@code 1.29} or {@code 1.29 to 8.96}. */
    static String range(double from, double to) {
        var low = number(from);
        var high = number(to);
        return low.equals(high) ? low : low + " to " + high;
    }
}
