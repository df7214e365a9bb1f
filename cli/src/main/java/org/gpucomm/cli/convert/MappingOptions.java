package org.gpucomm.cli.convert;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Meaning;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.Unit;

/**
 * Values of {@code --map}: {@code COLUMN=MEANING[:UNIT[:LABEL]]}, or a value for all rows without one, {@code operation=all_reduce}. A
 * prefix {@code 2:} limits a value to the second table of a file; {@code 2=ignored} omits that table.
 */
final class MappingOptions implements CustomTable.Answers {

    private static final Pattern OF_TABLE = Pattern.compile("(\\d{1,4}):(.+)");
    private static final Pattern LEFT_OUT = Pattern.compile("(\\d{1,4})=ignored");

    private final List<String> words;
    private final Set<String> used = new HashSet<>();
    private final Set<String> columns = new LinkedHashSet<>();

    /** @param words the values as given */
    MappingOptions(List<String> words) {
        this.words = List.copyOf(words);
    }

    /** @throws IllegalArgumentException for a malformed value, with the reason */
    @Override
    public Mapping of(CustomTable proposed) {
        var mapping = proposed.mapping();
        mapping.columns().forEach(column -> columns.add("'" + column.header() + "'"));
        for (var word : words) {
            var leftOut = LEFT_OUT.matcher(word);
            if (leftOut.matches()) {
                boolean isIt = Integer.parseInt(leftOut.group(1)) == proposed.number();
                mapping = isIt ? mapping.leftOut() : mapping;
                used.addAll(isIt ? Set.of(word) : Set.of());
                continue;
            }
            var numbered = OF_TABLE.matcher(word);
            if (!numbered.matches()) {
                mapping = over(mapping, word, word);
            } else if (Integer.parseInt(numbered.group(1)) == proposed.number()) {
                mapping = over(mapping, word, numbered.group(2));
            }
        }
        return mapping;
    }

    /** Returns a sentence for each value that matched no table. */
    List<String> unused() {
        return words.stream().filter(word -> !used.contains(word))
                .map(word -> "--map " + word + ": it says nothing of any table that was read, " + (columns.isEmpty()
                        ? "since there was none of your own: that is a header and rows with as many cells"
                        : "since none has such a column or number, or each says it itself; there are "
                                + String.join(", ", columns)))
                .toList();
    }

    private Mapping over(Mapping mapping, String word, String said) {
        int equals = said.lastIndexOf('=');
        var before = Set.copyOf(used);
        used.add(word);
        if (equals < 1 || equals + 1 == said.length()) {
            throw new IllegalArgumentException("--map " + word + ": it must be COLUMN=MEANING[:UNIT[:LABEL]]");
        }
        var name = said.substring(0, equals);
        var value = said.substring(equals + 1);
        var column = column(mapping, name);
        var after = column.isPresent() ? column(mapping, column.get(), word, value) : fixed(mapping, name, word, value);
        if (column.isEmpty() && after.equals(mapping) && !before.contains(word)) {
            used.remove(word);
        }
        return after;
    }

    /** Returns an example of {@code --map} for the first uncertain column. */
    static String hint(List<CustomTable> tables) {
        var open = tables.stream().filter(table -> !table.mapping().isCertain()).findFirst().orElseThrow();
        // In an archive, each file numbers its own tables.
        boolean alone = tables.stream().filter(table -> table.source().equals(open.source())).count() == 1;
        var number = alone ? "" : open.number() + ":";
        var leaveOut = alone ? "" : ", or leave the table out with --map " + open.number() + "=ignored";
        boolean sized = open.mapping().columns().stream().anyMatch(column -> column.meaning() == Meaning.SIZE);
        return open.mapping().columns().stream().filter(column -> column.certainty() != Certainty.CERTAIN).findFirst()
                .map(column -> "say so with --map '" + number + column.header() + "=" + guess(column, sized)
                        + "' or --map '" + number + column.header() + "=ignored'")
                .orElse("say so with --map " + number + "operation=all_reduce") + leaveOut;
    }

    /** Returns the likely meaning of a column, or an example if nothing is known about the column. */
    private static String guess(Mapping.MappedColumn column, boolean sized) {
        if (column.certainty() == Certainty.UNKNOWN) {
            return sized ? "busbw:GB/s" : "size:bytes";
        }
        var unit = column.unit();
        if (unit == null) {
            return id(column.meaning());
        }
        var name = Unit.of(unit.kind(), unit.title()).isPresent() ? unit.title() : id(unit);
        return id(column.meaning()) + ":" + (column.certainty() == Certainty.CONTRADICTED ? "UNIT" : name);
    }

    private static Mapping column(Mapping mapping, int index, String word, String value) {
        var parts = value.split(":", 3);
        var meaning = Arrays.stream(Meaning.values()).filter(each -> id(each).equals(parts[0].toLowerCase(Locale.ROOT)))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("--map " + word + ": '" + parts[0]
                        + "' is none of "
                        + String.join(", ", Arrays.stream(Meaning.values()).map(MappingOptions::id).toList())));
        var kind = meaning.kind();
        var unit = kind == null
                ? null
                : unit(kind, parts.length > 1 ? parts[1] : "").orElseThrow(() -> new IllegalArgumentException("--map "
                        + word + ": a " + kind.name().toLowerCase(Locale.ROOT) + " needs a unit, one of "
                        + String.join(", ", Arrays.stream(Unit.values()).filter(each -> each.kind() == kind)
                                .map(MappingOptions::id).toList())));
        var label = parts.length > 2 ? parts[2] : mapping.columns().get(index).label();
        return mapping.with(index, meaning, unit, label == null || label.isBlank() ? null : label);
    }

    /** Sets a value for all rows. An unknown name changes nothing, since it may be a column of another table. */
    private static Mapping fixed(Mapping mapping, String name, String word, String value) {
        if (id(Meaning.SIZE).equals(name.toLowerCase(Locale.ROOT)) && value.equals(Mapping.NO_SIZE)) {
            return mapping.withFixed(Meaning.SIZE, value);
        }
        var meaning = Arrays.stream(Meaning.values())
                .filter(each -> each.kind() == null && id(each).equals(name.toLowerCase(Locale.ROOT))
                        && each != Meaning.IGNORED && each != Meaning.SETTING
                        && each != Meaning.METRIC)
                .findFirst();
        if (meaning.isEmpty()) {
            return mapping;
        }
        if (meaning.get() == Meaning.OPERATION && Operation.ofId(value).isEmpty()) {
            throw new IllegalArgumentException("--map " + word + ": '" + value + "' is none of "
                    + String.join(", ", Arrays.stream(Operation.values()).map(Operation::id).toList()));
        }
        boolean isSaid = meaning.get() == Meaning.OPERATION && mapping.saysOperation();
        return isSaid ? mapping : mapping.withFixed(meaning.get(), value);
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
