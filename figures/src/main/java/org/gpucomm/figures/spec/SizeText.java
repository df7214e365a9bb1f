package org.gpucomm.figures.spec;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Bytes;

/** Reader of message sizes as people write them: {@code 4096}, {@code 128 KiB}, {@code 1.5 GiB}. */
final class SizeText {

    private static final Map<String, Long> UNITS = units();

    private SizeText() {}

    private static Map<String, Long> units() {
        var units = new LinkedHashMap<String, Long>();
        units.put("KiB", Bytes.KIB);
        units.put("MiB", Bytes.MIB);
        units.put("GiB", Bytes.GIB);
        units.put("B", 1L);
        return units;
    }

    static Optional<Long> unit(String name) {
        return Optional.ofNullable(UNITS.get(name));
    }

    /** Returns the number of bytes that a text states; empty if the text is not a size or not a whole number of bytes. */
    static Optional<Long> parse(String text) {
        var trimmed = text.strip();
        long factor = 1;
        for (var unit : UNITS.entrySet()) {
            if (trimmed.endsWith(unit.getKey())) {
                factor = unit.getValue();
                trimmed = trimmed.substring(0, trimmed.length() - unit.getKey().length()).strip();
                break;
            }
        }
        try {
            return Optional.of(new BigDecimal(trimmed).multiply(BigDecimal.valueOf(factor)).longValueExact());
        } catch (ArithmeticException | NumberFormatException notASize) {
            return Optional.empty();
        }
    }
}
