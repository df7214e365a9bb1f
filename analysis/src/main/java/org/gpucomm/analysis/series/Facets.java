package org.gpucomm.analysis.series;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;

/** Values to choose from in each dimension, counted under the choices in the other dimensions. */
public record Facets(List<Value> tool, List<Value> toolVersion, List<Value> library, List<Value> libraryVersion,
        List<Value> operation, List<Value> variant, List<Value> placement, List<Value> instanceType, List<Value> gpu,
        List<Value> datatype, List<Value> redop, List<Value> root, List<Value> problem, List<Value> settings,
        List<Value> ranks, List<Value> nodes, List<Value> bytes, List<Value> place, List<Value> transport,
        List<Value> environment, List<Value> timing, List<Value> layout, List<Value> links, List<Metric> metrics) {

    public static Facets of(FacetCounts occurrences) {
        var facets = new EnumMap<Dimension, List<Value>>(Dimension.class);
        for (var dimension : Dimension.values()) {
            facets.put(dimension, values(dimension, occurrences.of(dimension)));
        }
        return new Facets(get(facets, Dimension.tool), get(facets, Dimension.toolVersion),
                get(facets, Dimension.library), get(facets, Dimension.libraryVersion),
                get(facets, Dimension.operation), get(facets, Dimension.variant), get(facets, Dimension.placement),
                get(facets, Dimension.instanceType), get(facets, Dimension.gpu), get(facets, Dimension.datatype),
                get(facets, Dimension.redop), get(facets, Dimension.root), get(facets, Dimension.problem),
                get(facets, Dimension.settings), get(facets, Dimension.ranks), get(facets, Dimension.nodes),
                get(facets, Dimension.bytes), get(facets, Dimension.place), get(facets, Dimension.transport),
                get(facets, Dimension.environment), get(facets, Dimension.timing), get(facets, Dimension.layout),
                get(facets, Dimension.links), List.copyOf(occurrences.metrics()));
    }

    private static List<Value> values(Dimension dimension, Map<Object, Long> counts) {
        var values = counts.entrySet().stream().map(count -> new Value(
                count.getKey().equals(dimension.none()) ? Filter.NONE : count.getKey(), count.getValue()));
        // Numbers are in ascending order; words by their count, then in alphabetical order.
        return dimension.isText()
                ? values.sorted(Comparator.comparingLong(Value::count).reversed()).toList()
                : values.toList();
    }

    private static List<Value> get(Map<Dimension, List<Value>> facets, Dimension dimension) {
        return facets.getOrDefault(dimension, List.of());
    }

    /** @param value text, number of ranks or bytes, or {@code none} @param count number of measurements */
    public record Value(Object value, long count) {}
}
