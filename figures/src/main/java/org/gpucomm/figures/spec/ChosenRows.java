package org.gpucomm.figures.spec;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;

/**
 * Selection of rows. A row must fulfil every condition; a condition is fulfilled by any one of its values. A spec can select by any
 * column of the canonical CSV, by a named value in a column and by ranges; a {@link Filter} selects by the indexed columns. Both accept
 * the same values.
 */
record ChosenRows(List<Condition> conditions) implements Predicate<Measurement> {

    private static final String RANGE = "..";

    static ChosenRows of(YamlMap where) {
        var conditions = new ArrayList<Condition>();
        for (var key : where.keys()) {
            var field = Field.of(where, key, key);
            var wanted = where.texts(key).stream().map(text -> wanted(where, key, field, text)).toList();
            conditions.add(new Condition(field, wanted));
        }
        return new ChosenRows(List.copyOf(conditions));
    }

    /** Returns a selection of the rows whose {@code field} has exactly this text. */
    static ChosenRows with(Field field, String text) {
        return new ChosenRows(List.of(new Condition(field, List.of(text::equals))));
    }

    @Override
    public boolean test(Measurement row) {
        for (var condition : conditions) {
            if (!condition.test(row)) {
                return false;
            }
        }
        return true;
    }

    private static Predicate<String> wanted(YamlMap where, String key, Field field, String text) {
        if (text.equals(Filter.NONE)) {
            return String::isEmpty;
        }
        int dots = text.indexOf(RANGE);
        if (dots > 0) {
            return new NumberRange(number(where, key, field, text.substring(0, dots)),
                    number(where, key, field, text.substring(dots + RANGE.length())));
        }
        var allowed = Dimension.named(field.name()).map(Dimension::allowed).orElse(List.of());
        if (!allowed.isEmpty() && !allowed.contains(text)) {
            throw where.error(key, "must be one of " + String.join(", ", allowed) + " or none, was '" + text + "'");
        }
        return field.countsBytes() ? number(where, key, field, text).toPlainString()::equals : text::equals;
    }

    private static BigDecimal number(YamlMap where, String key, Field field, String text) {
        if (field.countsBytes()) {
            return SizeText.parse(text).map(BigDecimal::valueOf).orElseThrow(() -> where.error(key,
                    "must be a size such as 4096, 128 KiB, 32 MiB or 1 GiB, was '" + text + "'"));
        }
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw where.error(key, "must be a range of numbers such as 16..64, was '" + text + "'");
        }
    }

    private record Condition(Field field, List<Predicate<String>> wanted) implements Predicate<Measurement> {

        @Override
        public boolean test(Measurement row) {
            var text = field.textOf(row);
            for (var one : wanted) {
                if (one.test(text)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Range of numbers, both ends included. */
    private record NumberRange(BigDecimal from, BigDecimal to) implements Predicate<String> {

        @Override
        public boolean test(String text) {
            try {
                var value = new BigDecimal(text);
                return from.compareTo(value) <= 0 && value.compareTo(to) <= 0;
            } catch (NumberFormatException notANumber) {
                return false;
            }
        }
    }
}
