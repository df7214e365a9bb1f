package org.gpucomm.server.convert;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.foreigncsv.Mapping;
import org.gpucomm.results.format.foreigncsv.Mapping.Certainty;
import org.gpucomm.results.format.foreigncsv.Meaning;
import org.gpucomm.results.format.foreigncsv.Unit;

/**
 * What {@code --map} says of a table: {@code COLUMN=MEANING[:UNIT[:LABEL]]}, or what is so in all rows, {@code
 * operation=all_reduce}.
 *
 * @param words as they were given
 */
record SaidMapping(List<String> words) {

    /** @throws IllegalArgumentException with the reason if a word says nothing that fits the table */
    Mapping over(Mapping proposed) {
        var mapping = proposed;
        for (var word : words) {
            int equals = word.lastIndexOf('=');
            if (equals < 1 || equals + 1 == word.length()) {
                throw new IllegalArgumentException("--map " + word + ": it must be COLUMN=MEANING[:UNIT[:LABEL]]");
            }
            var name = word.substring(0, equals);
            var value = word.substring(equals + 1);
            var column = column(mapping, name);
            mapping = column.isPresent()
                    ? column(mapping, column.get(), word, value)
                    : fixed(mapping, name, word, value);
        }
        return mapping;
    }

    /** How to say what is not certain, of the first such thing. */
    static String hint(Mapping proposed) {
        return proposed.columns().stream().filter(column -> column.certainty() != Certainty.CERTAIN).findFirst()
                .map(column -> "say so with --map '" + column.header() + "=busbw:GB/s' or --map '" + column.header()
                        + "=ignored'")
                .orElse("say so with --map operation=all_reduce");
    }

    private static Mapping column(Mapping mapping, int index, String word, String value) {
        var parts = value.split(":", 3);
        var meaning = Arrays.stream(Meaning.values()).filter(each -> id(each).equals(parts[0].toLowerCase(Locale.ROOT)))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("--map " + word + ": '" + parts[0]
                        + "' is none of "
                        + String.join(", ", Arrays.stream(Meaning.values()).map(SaidMapping::id).toList())));
        var kind = meaning.kind();
        var unit = kind == null
                ? null
                : unit(kind, parts.length > 1 ? parts[1] : "").orElseThrow(() -> new IllegalArgumentException("--map "
                        + word + ": a " + kind.name().toLowerCase(Locale.ROOT) + " needs a unit, one of "
                        + String.join(", ", Arrays.stream(Unit.values()).filter(each -> each.kind() == kind)
                                .map(SaidMapping::id).toList())));
        var label = parts.length > 2 ? parts[2] : mapping.columns().get(index).label();
        return mapping.with(index, meaning, unit, label == null || label.isBlank() ? null : label);
    }

    private static Mapping fixed(Mapping mapping, String name, String word, String value) {
        var meaning = Arrays.stream(Meaning.values())
                .filter(each -> each.kind() == null && id(each).equals(name.toLowerCase(Locale.ROOT))
                        && each != Meaning.IGNORED && each != Meaning.SETTING
                        && each != Meaning.METRIC)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--map " + word + ": the table has no column '"
                        + name + "'; it has " + String.join(", ", mapping.columns().stream()
                                .map(column -> "'" + column.header() + "'").toList())));
        if (meaning == Meaning.OPERATION && Operation.ofId(value).isEmpty()) {
            throw new IllegalArgumentException("--map " + word + ": '" + value + "' is none of "
                    + String.join(", ", Arrays.stream(Operation.values()).map(Operation::id).toList()));
        }
        return mapping.withFixed(meaning, value);
    }

    private static Optional<Integer> column(Mapping mapping, String name) {
        return IntStream.range(0, mapping.columns().size())
                .filter(i -> mapping.columns().get(i).header().strip().equalsIgnoreCase(name.strip())).boxed()
                .findFirst();
    }

    private static Optional<Unit> unit(Unit.UnitKind kind, String text) {
        return Arrays.stream(Unit.values()).filter(each -> each.kind() == kind && id(each).equalsIgnoreCase(text))
                .findFirst().or(() -> text.isBlank() ? Optional.empty() : Unit.of(kind, text));
    }

    private static String id(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
