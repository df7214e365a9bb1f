package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Column of a matrix: a thing at which all ranks were timed.
 *
 * @param settings settings of the tool, without those that name ranks
 * @param bytes    message size; -1 if there is none
 */
record TimedColumn(Operation operation, String variant, @Nullable Placement placement, String datatype,
        NamedValues settings,
        long bytes) {

    static final Comparator<TimedColumn> ORDER = Comparator.comparing(TimedColumn::operation)
            .thenComparing(TimedColumn::variant)
            .thenComparing(column -> String.valueOf(column.placement())).thenComparing(TimedColumn::datatype)
            .thenComparing(column -> column.settings().sortedText()).thenComparing(TimedColumn::bytes);

    static TimedColumn of(PlacedObservation looked) {
        var workload = looked.measurement().workload();
        var size = workload.messageSize();
        return new TimedColumn(workload.operation(), Objects.requireNonNullElse(workload.variant(), ""),
                workload.placement(), Objects.requireNonNullElse(workload.datatype(), ""),
                looked.measurement().settings(), size == null ? -1 : size.count());
    }

    /** Returns the common properties of all columns as text, for example {@code All-Reduce}. */
    static String shared(Collection<TimedColumn> columns) {
        return words(columns, true).getFirst();
    }

    /** Returns a name for each column, made of the properties that differ between columns. */
    static List<String> names(Collection<TimedColumn> columns) {
        return words(columns, false);
    }

    private static List<String> words(Collection<TimedColumn> columns, boolean alike) {
        var parts = columns.stream().map(TimedColumn::parts).toList();
        var words = new ArrayList<String>();
        for (var each : parts) {
            var tags = new ArrayList<String>();
            each.forEach((name, value) -> {
                boolean same = parts.stream().map(others -> others.getOrDefault(name, "")).distinct().count() == 1;
                if (same == alike && !value.isEmpty()) {
                    tags.add(value);
                }
            });
            words.add(tags.isEmpty() ? alike ? "Ranks" : each.getOrDefault("operation", "") : String.join(", ", tags));
        }
        return words;
    }

    private Map<String, String> parts() {
        var parts = new LinkedHashMap<String, String>();
        parts.put("operation", operation.title());
        parts.put("variant", variant);
        parts.put("bytes", bytes < 0 ? "" : new Bytes(bytes).toString());
        parts.put("placement", placement == null ? "" : placement.id().replace('_', '-'));
        parts.put("datatype", datatype);
        settings.values().forEach((name, value) -> parts.put("settings." + name, name + "=" + value));
        return parts;
    }
}
