package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;
import org.jspecify.annotations.Nullable;

/**
 * Text form of a mapping: a line with the version of the form, one for the table and one for each column, with cells separated by tabs.
 * Tabs, line ends and backslashes within a cell are escaped as {@code \t}, {@code \n}, {@code \r}, {@code \\}.
 */
public final class MappingText {

    private static final String FORM = "csv-mapping 1";
    private static final String NONE = "-";
    private static final int MOST_COLUMNS = 10_000;

    private MappingText() {}

    static String of(Mapping mapping) {
        var text = new StringBuilder(FORM).append('\n');
        line(text, "table", String.valueOf(mapping.separator()), mapping.decimalComma() ? "comma" : "point");
        for (var column : mapping.columns()) {
            line(text, "column", column.meaning().name(), column.unit() == null ? NONE : column.unit().name(),
                    column.certainty().name(), column.label() == null ? NONE : column.label(), column.header());
        }
        mapping.fixed().entrySet().stream().sorted(java.util.Map.Entry.comparingByKey())
                .forEach(entry -> line(text, "fixed", entry.getKey().name(), entry.getValue()));
        return text.toString();
    }

    /** Reads a mapping. @throws IllegalArgumentException if the text is not one; the message names the line */
    public static Mapping parse(String text) {
        var lines = text.lines().toList();
        if (lines.size() < 2 || !lines.getFirst().equals(FORM) || lines.size() > MOST_COLUMNS) {
            throw new IllegalArgumentException("no mapping: it does not begin with '" + FORM + "'");
        }
        var table = cells(lines.get(1));
        if (table.size() != 3 || !table.getFirst().equals("table") || table.get(1).length() != 1) {
            throw new IllegalArgumentException("no mapping: line 2 names no separator");
        }
        var columns = new ArrayList<MappedColumn>();
        var fixed = new EnumMap<Meaning, String>(Meaning.class);
        for (int i = 2; i < lines.size(); i++) {
            var cells = cells(lines.get(i));
            try {
                if (cells.getFirst().equals("column") && cells.size() == 6) {
                    columns.add(column(cells));
                } else if (cells.getFirst().equals("fixed") && cells.size() == 3) {
                    fixed.put(Meaning.valueOf(cells.get(1)), cells.get(2));
                } else {
                    throw new IllegalArgumentException("neither a column nor a fixed value");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("no mapping: line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return new Mapping(table.get(1).charAt(0), table.get(2).equals("comma"), columns, fixed);
    }

    private static MappedColumn column(List<String> cells) {
        return new MappedColumn(cells.get(5), Meaning.valueOf(cells.get(1)),
                cells.get(2).equals(NONE) ? null : Unit.valueOf(cells.get(2)), none(cells.get(4)),
                Certainty.valueOf(cells.get(3)));
    }

    private static @Nullable String none(String cell) {
        return cell.equals(NONE) ? null : cell;
    }

    private static void line(StringBuilder text, String... cells) {
        for (int i = 0; i < cells.length; i++) {
            text.append(i == 0 ? "" : "\t").append(cells[i].replace("\\", "\\\\").replace("\t", "\\t")
                    .replace("\n", "\\n").replace("\r", "\\r"));
        }
        text.append('\n');
    }

    private static List<String> cells(String line) {
        var cells = new ArrayList<String>();
        for (var cell : line.split("\t", -1)) {
            var plain = new StringBuilder();
            for (int i = 0; i < cell.length(); i++) {
                boolean escape = cell.charAt(i) == '\\' && i + 1 < cell.length();
                plain.append(escape ? unescaped(cell.charAt(++i)) : cell.charAt(i));
            }
            cells.add(plain.toString());
        }
        return cells;
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> c;
        };
    }
}
