package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;

/**
 * Several tables as text, for storage: for each table a line with its source, number and heading, separated by tabs, followed by its
 * mapping. A text with only a mapping, the older form, applies to every table with its header.
 */
public final class CustomTables {

    private static final String PLACE = "of\t";

    private CustomTables() {}

    public static String text(List<CustomTable> tables) {
        var text = new StringBuilder();
        for (var table : tables) {
            text.append(PLACE).append(word(table.source())).append('\t').append(table.number()).append('\t')
                    .append(word(table.heading())).append('\n').append(table.mapping());
        }
        return text.toString();
    }

    /** Reads tables from their text. @throws IllegalArgumentException if the text does not have this form */
    public static List<CustomTable> parse(String text) {
        if (!text.startsWith(PLACE)) {
            return List.of(new CustomTable("", 1, "", MappingText.parse(text)));
        }
        var tables = new ArrayList<CustomTable>();
        var lines = text.lines().toList();
        for (int at = 0; at < lines.size();) {
            var place = lines.get(at).split("\t", -1);
            if (place.length != 4 || !lines.get(at).startsWith(PLACE)) {
                throw new IllegalArgumentException("no tables: line " + (at + 1) + " names none");
            }
            int end = at + 1;
            while (end < lines.size() && !lines.get(end).startsWith(PLACE)) {
                end++;
            }
            tables.add(new CustomTable(place[1], Integer.parseInt(place[2]), place[3],
                    MappingText.parse(String.join("\n", lines.subList(at + 1, end)))));
            at = end;
        }
        return tables;
    }

    private static String word(String text) {
        return text.replaceAll("[\\t\\r\\n]", " ");
    }
}
