package org.gpucomm.results.format.foreigncsv;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;

/** Sizes that say their own unit: {@code 64K}, {@code 1.5 MiB}, {@code 8 B}. All powers of two. */
final class SizeText {

    private static final Pattern SIZE = Pattern
            .compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*([KkMmGgTt]?)(?:i?[Bb](?:ytes)?)?");
    private static final String SUFFIXES = "KMGT";

    private SizeText() {}

    static Optional<Bytes> parse(String text) {
        var size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        int power = size.group(2).isEmpty() ? 0 : SUFFIXES.indexOf(Character.toUpperCase(size.group(2).charAt(0))) + 1;
        try {
            return Optional.of(new Bytes(new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << 10 * power))
                    .longValueExact()));
        } catch (ArithmeticException noWholeNumber) {
            return Optional.empty();
        }
    }
}
