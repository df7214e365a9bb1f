package org.gpucomm.analysis.matrices;

import java.util.Collection;
import java.util.List;

import org.gpucomm.results.Measurement;

/**
 * Layout of ranks on nodes as far as measurements show it. Only the numbers are known, so that ranks are assumed to be numbered node by
 * node.
 *
 * @param each ranks per node; 0 if unknown, or for one node
 */
record Nodes(int each, int ranks) {

    private static final Nodes UNKNOWN = new Nodes(0, 0);

    static Nodes of(List<Measurement> measurements) {
        var platforms = measurements.stream().map(Measurement::platform).distinct().toList();
        if (platforms.size() != 1) {
            return UNKNOWN;
        }
        var nodes = platforms.getFirst().nodes();
        var ranks = platforms.getFirst().ranks();
        return nodes == null || ranks == null || nodes < 2 || ranks % nodes != 0
                ? UNKNOWN
                : new Nodes(ranks / nodes, ranks);
    }

    /** Returns the names with their node in front, for example {@code 1/9}; unchanged if the node is unknown. */
    List<String> named(Collection<String> names) {
        boolean known = each > 0 && names.stream().allMatch(name -> name.matches("\\d{1,6}"))
                && names.stream().allMatch(name -> Integer.parseInt(name) < ranks);
        return names.stream().map(name -> known ? Integer.parseInt(name) / each + "/" + name : name).toList();
    }
}
