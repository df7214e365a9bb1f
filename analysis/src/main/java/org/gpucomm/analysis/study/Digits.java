package org.gpucomm.analysis.study;

import java.util.Locale;
import java.util.stream.Stream;

/** Formatter of numbers for the sentences of claims. */
final class Digits {

    private Digits() {}

    /** Returns a sentence. @param template text with {@code %s} for each value; numbers that are no counts get three digits */
    static String said(String template, Object... values) {
        return template.formatted(
                Stream.of(values).map(each -> each instanceof Double number ? number(number) : each).toArray());
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share).replace("-", "−");
    }

    /** Returns three digits, or all digits before the decimal point. */
    static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f",
                value);
    }

    /** Returns three decimals, for ratios near one. */
    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
