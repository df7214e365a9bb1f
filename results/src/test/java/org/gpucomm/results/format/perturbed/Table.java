package org.gpucomm.results.format.perturbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;

/**
 * A table of a sample: a header, and the rows below it that were read, all with as many cells.
 *
 * @param header index of its line
 * @param rows   indices of theirs
 * @param comma  whether commas part the cells, and not white space
 */
record Table(int header, List<Integer> rows, List<String> names, boolean comma) {

    private static final Pattern ANY_SPACE = Pattern.compile("\\s+");
    private static final Pattern WIDE_SPACE = Pattern.compile("\\s{2,}|\\t");
    private static final int ABOVE = 4;

    /** All tables whose header and rows have the same number of cells. */
    static List<Table> in(List<String> lines, Set<Integer> rowLines) {
        var tables = new ArrayList<Table>();
        for (int at = 0; at < lines.size(); at++) {
            if (!rowLines.contains(at) || rowLines.contains(at - 1)) {
                continue;
            }
            var rows = new ArrayList<Integer>();
            boolean comma = isComma(lines.get(at));
            int width = cells(lines.get(at), comma).size();
            for (int next = at; next < lines.size() && rowLines.contains(next)
                    && cells(lines.get(next), comma).size() == width; next++) {
                rows.add(next);
            }
            if (cells(lines.get(at), comma).stream().filter(cell -> Decimal.parse(cell).isPresent()).count()
                    * 2 < width) {
                continue; // words with numbers between them are no table
            }
            for (int above = at - 1; above >= Math.max(0, at - ABOVE); above--) {
                var names = names(lines.get(above), width, comma);
                if (names.isPresent()) {
                    tables.add(new Table(above, rows, names.get(), comma));
                    break;
                }
            }
        }
        return tables;
    }

    static List<String> cells(String row, boolean comma) {
        return comma ? List.of(row.split(",", -1)) : List.of(ANY_SPACE.split(row.strip()));
    }

    /** A line of these cells, laid out as the table is. */
    String line(List<String> cells) {
        if (comma) {
            return String.join(",", cells);
        }
        var line = new StringBuilder();
        for (var cell : cells) {
            line.append("  ").append(" ".repeat(Math.max(0, 12 - cell.length()))).append(cell);
        }
        return line.toString();
    }

    String header(List<String> changed, String printed) {
        var mark = !comma && printed.stripLeading().startsWith("#") && !changed.getFirst().startsWith("#") ? "#" : "";
        var line = line(changed);
        return mark.isEmpty() ? line : mark + line.substring(1);
    }

    private static boolean isComma(String row) {
        return row.chars().filter(c -> c == ',').count() >= 2 && !row.contains("\"");
    }

    private static Optional<List<String>> names(String line, int width, boolean comma) {
        var text = line.strip();
        if (comma) {
            var names = List.of(text.split(",", -1));
            return names.size() == width && isHeader(names) ? Optional.of(names) : Optional.empty();
        }
        var bare = text.startsWith("# ") ? text.substring(1).strip() : text;
        for (var space : List.of(ANY_SPACE, WIDE_SPACE)) {
            var names = List.of(space.split(bare));
            if (names.size() == width && isHeader(names)) {
                return Optional.of(names);
            }
        }
        return Optional.empty();
    }

    /** The line of units below the names is none. */
    private static boolean isHeader(List<String> names) {
        return names.stream().allMatch(name -> name.chars().anyMatch(Character::isLetter))
                && names.stream().noneMatch(name -> name.startsWith("("));
    }
}
