package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.yaml.YamlMap;
import org.jspecify.annotations.Nullable;

/**
 * Property that selects, groups and places rows: a column of the canonical CSV, a named value in a column ({@code settings.blocks}), one
 * side of the {@link DevicePair} in the settings, or the bytes per rank.
 *
 * @param column null for {@value #BYTES_PER_RANK}, {@value #PAIR_ROW} and {@value #PAIR_COLUMN}
 * @param part   name of the value in the column; null for the whole column
 */
record Field(String name, @Nullable Column column, @Nullable String part) {

    private static final String BYTES_PER_RANK = "bytes_per_rank";
    private static final String PAIR_ROW = "pair.row";
    private static final String PAIR_COLUMN = "pair.column";
    private static final List<String> DERIVED = List.of(BYTES_PER_RANK, PAIR_ROW, PAIR_COLUMN);
    private static final List<Column> OF_NAMED_VALUES = List.of(Column.SETTINGS, Column.METRICS);

    static Optional<Field> named(String name) {
        if (DERIVED.contains(name)) {
            return Optional.of(new Field(name, null, null));
        }
        for (var column : OF_NAMED_VALUES) {
            if (name.startsWith(column.header() + ".")) {
                return Optional.of(new Field(name, column, name.substring(column.header().length() + 1)));
            }
        }
        return Arrays.stream(Column.values()).filter(column -> column.header().equals(name)).findFirst()
                .map(column -> new Field(name, column, null));
    }

    static List<String> names() {
        var names = new ArrayList<>(Column.headers());
        names.addAll(DERIVED);
        OF_NAMED_VALUES.forEach(column -> names.add(column.header() + ".NAME"));
        return names;
    }

    static Field of(YamlMap section, String key, String name) {
        return named(name).orElseThrow(() -> section.error(key,
                "'" + name + "' is no column; columns are " + String.join(", ", names())));
    }

    boolean countsBytes() {
        return name.equals(BYTES_PER_RANK) || column == Column.MESSAGE_BYTES;
    }

    /** Returns the text of the field in a row; empty if the value is unknown or does not apply. */
    String textOf(Measurement row) {
        if (column == null) {
            return name.equals(BYTES_PER_RANK) ? bytesPerRank(row) : sideOfPair(row);
        }
        var text = column.textOf(row);
        return part == null ? text : NamedValues.parse(text).get(part).orElse("");
    }

    private String sideOfPair(Measurement row) {
        return DevicePair.of(row.settings()).map(name.equals(PAIR_ROW) ? DevicePair::row : DevicePair::column)
                .orElse("");
    }

    private static String bytesPerRank(Measurement row) {
        var size = row.workload().messageSize();
        var ranks = row.platform().ranks();
        return size == null || ranks == null || size.count() % ranks != 0 ? "" : Long.toString(size.count() / ranks);
    }
}
