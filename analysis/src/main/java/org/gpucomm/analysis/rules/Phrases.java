package org.gpucomm.analysis.rules;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.NamedValues;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.identity.SeriesKey;

/** Formatter of numbers and lists for sentences. */
public final class Phrases {

    /** Factor from which a multiple is easier to read than a percentage. */
    public static final double MULTIPLE = 2;

    private Phrases() {}

    /** Returns three significant digits without exponent, for example {@code 477}, {@code 4.51} or {@code 0.0632}. */
    public static String number(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return String.valueOf(value);
        }
        var rounded = BigDecimal.valueOf(value).round(new MathContext(3));
        return Math.abs(value) >= 100
                ? String.format(Locale.ROOT, "%.0f", value)
                : rounded.stripTrailingZeros().toPlainString();
    }

    /** Returns a bandwidth as text, for example {@code 12.4 GB/s}. */
    public static String gbps(double value) {
        return number(value) + " GB/s";
    }

    /** Returns a share in percent with two or more digits, for example {@code 5.3 %}. */
    public static String percent(double share) {
        double percent = 100 * share;
        return (Math.abs(percent) >= 10
                ? String.format(Locale.ROOT, "%.0f", percent)
                : new BigDecimal(percent).round(new MathContext(2)).stripTrailingZeros().toPlainString()) + " %";
    }

    /** Returns {@code 3.1 to 18 %}, or {@code 3.1 %} if both ends print alike. */
    public static String percents(double least, double most) {
        var low = percent(least);
        var high = percent(most);
        return low.equals(high) ? low : low.replace(" %", "") + " to " + high;
    }

    /** Returns a time in a suitable unit. */
    public static String time(double micros) {
        if (micros >= 1e6) {
            return number(micros / 1e6) + " s";
        }
        return micros >= 1e3 ? number(micros / 1e3) + " ms" : number(micros) + " µs";
    }

    public static String size(long bytes) {
        return bytes < 0 ? "an unstated size" : new Bytes(bytes).toString();
    }

    static String sizes(List<Long> bytes) {
        return list(bytes.stream().map(Phrases::size).toList());
    }

    /** Returns a computed size with three significant digits, for example {@code 43.5 MiB}. */
    static String about(double bytes) {
        double unit = bytes >= 1 << 30 ? 1 << 30 : bytes >= 1 << 20 ? 1 << 20 : bytes >= 1 << 10 ? 1 << 10 : 1;
        var name = unit == 1 << 30 ? " GiB" : unit == 1 << 20 ? " MiB" : unit == 1 << 10 ? " KiB" : " B";
        double rounded = new BigDecimal(bytes / unit).round(new MathContext(3)).doubleValue();
        // 1023.9 MiB rounds to the next unit
        return rounded >= 1024 && unit < 1 << 30 ? about(unit * 1024) : number(rounded) + name;
    }

    /** Returns the interval between two neighbouring sizes, for example {@code 4–8 KiB} or {@code 512 KiB–1 MiB}. */
    static String between(long from, long to) {
        var low = size(from).split(" ");
        var high = size(to).split(" ");
        return low[1].equals(high[1]) ? low[0] + "–" + high[0] + " " + high[1] : size(from) + "–" + size(to);
    }

    /** Returns the title of a curve along size, for example {@code All-Reduce with NCCL on 8 GPUs}. */
    static String title(Curve curve) {
        return curve.subject().withStack()
                + (curve.fixed() > 0 ? " on " + ranks(curve.subject(), curve.fixed()) : "");
    }

    /** Returns {@code 8 GPUs}, or {@code 2 processes} for tools that do not use GPUs. */
    public static String ranks(SeriesKey subject, long ranks) {
        return subject.isOfGpus() ? gpus(ranks) : ranks + (ranks == 1 ? " process" : " processes");
    }

    static String gpus(long ranks) {
        return ranks + (ranks == 1 ? " GPU" : " GPUs");
    }

    /** Returns words as a list: {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String list(List<String> words) {
        if (words.size() < 2) {
            return String.join("", words);
        }
        return words.stream().limit(words.size() - 1L).collect(Collectors.joining(", ")) + " and " + words.getLast();
    }

    /** Returns {@code 8 B to 1 GiB}, or one size if both are equal. */
    static String sizeRange(long from, long to) {
        return from == to ? size(from) : size(from) + " to " + size(to);
    }

    /** Returns {@code 1.29 to 8.96}, or {@code 1.29} if both ends print alike. */
    public static String range(double from, double to) {
        var low = number(from);
        var high = number(to);
        return low.equals(high) ? low : low + " to " + high;
    }

    /** Returns the values of settings as text, those that are numbers with their names: {@code ring channels=4}. */
    public static String settings(NamedValues settings) {
        return settings.values().entrySet().stream()
                .map(each -> Decimal.parse(each.getValue()).isPresent()
                        ? each.getKey() + "=" + each.getValue()
                        : each.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Returns the text with a capital first letter. */
    public static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
