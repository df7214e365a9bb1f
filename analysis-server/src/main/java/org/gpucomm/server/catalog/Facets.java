package org.gpucomm.server.catalog;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.gpucomm.server.catalog.Grid.Cell;
import org.jspecify.annotations.Nullable;

/** What can be chosen: for each dimension its values, counted under the choices in the other dimensions. */
record Facets(List<Value> tool, List<Value> library, List<Value> operation, List<Value> variant,
        List<Value> placement, List<Value> instanceType, List<Value> datatype, List<Value> problem, List<Value> ranks,
        List<Value> bytes, List<Metric> metrics) {

    /** @param metric counts measurements that have it only; null = all */
    static Facets of(List<Cell> cells, Selection selection, @Nullable Metric metric) {
        var facets = new LinkedHashMap<Dimension, List<Value>>();
        for (var dimension : Dimension.values()) {
            facets.put(dimension, values(dimension, cells, selection, metric));
        }
        var metrics = Stream.of(Metric.values())
                .filter(each -> cells.stream().anyMatch(c -> c.points(each) > 0 && selection.matches(c.place())))
                .toList();
        return new Facets(get(facets, Dimension.tool), get(facets, Dimension.library),
                get(facets, Dimension.operation), get(facets, Dimension.variant), get(facets, Dimension.placement),
                get(facets, Dimension.instanceType), get(facets, Dimension.datatype), get(facets, Dimension.problem),
                get(facets, Dimension.ranks), get(facets, Dimension.bytes), metrics);
    }

    private static List<Value> values(Dimension dimension, List<Cell> cells, Selection selection,
            @Nullable Metric metric) {
        var counts = new TreeMap<Object, Long>();
        for (var cell : cells) {
            long points = metric == null ? cell.points() : cell.points(metric);
            if (points > 0 && selection.matchesAllBut(dimension, cell.place())) {
                counts.merge(cell.place().value(dimension), points, Long::sum);
            }
        }
        var values = counts.entrySet().stream().map(count -> new Value(
                count.getKey().equals(dimension.none()) ? Selection.NONE : count.getKey(), count.getValue()));
        // Numbers in their order; words by how much there is of them, then in theirs.
        return dimension.isText()
                ? values.sorted(Comparator.comparingLong(Value::count).reversed()).toList()
                : values.toList();
    }

    private static List<Value> get(Map<Dimension, List<Value>> facets, Dimension dimension) {
        return facets.getOrDefault(dimension, List.of());
    }

    /**
     * @param value a text, a number of ranks or bytes, or {@code none}
     * @param count measurements
     */
    record Value(Object value, long count) {}
}
