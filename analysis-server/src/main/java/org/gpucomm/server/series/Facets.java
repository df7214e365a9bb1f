package org.gpucomm.server.series;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** What can be chosen: for each dimension its values, counted under the choices in the other dimensions. */
record Facets(List<Value> tool, List<Value> toolVersion, List<Value> library, List<Value> libraryVersion,
        List<Value> operation, List<Value> variant, List<Value> placement, List<Value> instanceType, List<Value> gpu,
        List<Value> datatype, List<Value> redop, List<Value> root, List<Value> problem, List<Value> settings,
        List<Value> ranks, List<Value> nodes, List<Value> bytes, List<Metric> metrics) {

    /** @param metric counts measurements that have it only; null = all */
    static Facets of(Grid grid, Filter filter, @Nullable Metric metric) {
        var facets = new LinkedHashMap<Dimension, List<Value>>();
        for (var dimension : Dimension.ofGrid()) {
            facets.put(dimension, values(dimension, grid.counts(dimension, filter.without(dimension), metric)));
        }
        return new Facets(get(facets, Dimension.tool), get(facets, Dimension.toolVersion),
                get(facets, Dimension.library), get(facets, Dimension.libraryVersion),
                get(facets, Dimension.operation), get(facets, Dimension.variant), get(facets, Dimension.placement),
                get(facets, Dimension.instanceType), get(facets, Dimension.gpu), get(facets, Dimension.datatype),
                get(facets, Dimension.redop), get(facets, Dimension.root), get(facets, Dimension.problem),
                get(facets, Dimension.settings), get(facets, Dimension.ranks), get(facets, Dimension.nodes),
                get(facets, Dimension.bytes), List.copyOf(grid.metrics(filter)));
    }

    private static List<Value> values(Dimension dimension, Map<Object, Long> counts) {
        var values = counts.entrySet().stream().map(count -> new Value(
                count.getKey().equals(dimension.none()) ? Filter.NONE : count.getKey(), count.getValue()));
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
