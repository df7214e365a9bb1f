package org.gpucomm.runner.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formatter of numbers like C's printf, which nccl-tests uses: exact ties are rounded to the even digit. */
final class PrintfNumber {

    private static final int DIGITS_OF_G = 6;

    private PrintfNumber() {}

    /** Returns a number like {@code getFloatStr} of nccl-tests: up to two decimals that fit the width, else e-notation; not padded. */
    static String fitting(int width, double value) {
        if (!Double.isFinite(value)) {
            return notFinite(value);
        }
        for (int decimals = 2; decimals >= 0; decimals--) {
            var text = fixed(value, decimals);
            if (text.length() <= width) {
                return text;
            }
        }
        return scientific(new BigDecimal(value).round(new MathContext(width >= 7 ? 2 : 1, RoundingMode.HALF_EVEN)));
    }

    /** Returns a number like C's {@code %g}: six digits, no trailing zeros, e-notation below 1e-4 and from 1e6. */
    static String general(double value) {
        if (!Double.isFinite(value)) {
            return notFinite(value);
        }
        if (value == 0) {
            return "0";
        }
        var rounded = new BigDecimal(value).round(new MathContext(DIGITS_OF_G, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        return exponent < -4 || exponent >= DIGITS_OF_G ? scientific(rounded) : rounded.toPlainString();
    }

    private static String fixed(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String scientific(BigDecimal value) {
        int exponent = value.precision() - value.scale() - 1;
        var mantissa = value.scaleByPowerOfTen(-exponent).toPlainString();
        return mantissa + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    private static String notFinite(double value) {
        return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
}
