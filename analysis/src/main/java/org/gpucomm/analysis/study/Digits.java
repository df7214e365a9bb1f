package org.gpucomm.analysis.study;

import java.util.Locale;

import org.gpucomm.results.Bytes;

/** Formatter of numbers for the sentences of claims. */
final class Digits {

    private Digits() {}

    static String size(long bytes) {
        return new Bytes(bytes).toString();
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
