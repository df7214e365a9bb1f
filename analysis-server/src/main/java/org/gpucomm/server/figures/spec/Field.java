package org.gpucomm.server.figures.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.yaml.YamlMap;
import org.jspecify.annotations.Nullable;

/**
 * What rows are chosen by and drawn along: a column of the canonical CSV, or the share of the message of one rank.
 *
 * @param column null = {@value #BYTES_PER_RANK}
 */
record Field(String name, @Nullable Column column) {

    private static final String BYTES_PER_RANK = "bytes_per_rank";

    static Optional<Field> named(String name) {
        if (name.equals(BYTES_PER_RANK)) {
            return Optional.of(new Field(name, null));
        }
        return Arrays.stream(Column.values()).filter(column -> column.header().equals(name)).findFirst()
                .map(column -> new Field(name, column));
    }

    static List<String> names() {
        var names = new ArrayList<>(Column.headers());
        names.add(BYTES_PER_RANK);
        return names;
    }

    static Field of(YamlMap section, String key, String name) {
        return named(name).orElseThrow(() -> section.error(key,
                "'" + name + "' is no column; columns are " + String.join(", ", names())));
    }

    boolean countsBytes() {
        return column == null || column == Column.MESSAGE_BYTES;
    }

    /** Empty = not known or not applicable. */
    String textOf(Measurement row) {
        return column == null ? bytesPerRank(row) : column.textOf(row);
    }

    private static String bytesPerRank(Measurement row) {
        var size = row.workload().messageSize();
        var ranks = row.platform().ranks();
        return size == null || ranks == null || size.count() % ranks != 0 ? "" : Long.toString(size.count() / ranks);
    }
}
