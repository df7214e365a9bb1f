package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Separation of measurements on one number of ranks that lay on nodes in several ways: 16 GPUs on two nodes and on four are two points,
 * and neither is on the way from one to the other. What has as many ranks a node belongs together; what lies on one node belongs to the
 * fullest nodes. Ranks in blocks and ranks by turns are two ways as well, whichever numbers of ranks they were measured on; a way that
 * no log says is one by itself.
 */
public final class LikeLayouts {

    private LikeLayouts() {}

    /** Ranks and nodes of something, 0 = not known, and what else is known of how the ones lie on the others. */
    public record Layout(int ranks, int nodes, String onNodes) {

        public static Layout of(Identity identity) {
            return new Layout(identity.ranks(), identity.nodes(), identity.layout());
        }

        /** On one node, or each rank on one of its own, there is only one way to lie. */
        boolean liesOneWayOnly() {
            return nodes == 1 || nodes == ranks && nodes > 0;
        }

        /**
         * Returns how ranks follow one another on nodes, whatever their numbers: {@code a node}, {@code a node by turns}, {@code
         * 4+4+2}.
         */
        String way() {
            return onNodes.replaceFirst("^\\d+ (?=a node)", "");
        }

        double ranksOfANode() {
            return nodes == 0 ? 0 : (double) ranks / nodes;
        }
    }

    /** Returns groups in each of which each number of ranks lies on nodes in one way, in ascending order of ranks. */
    public static List<List<Layout>> of(Collection<Layout> layouts) {
        var ways = new TreeMap<String, List<Layout>>();
        var anyWay = new ArrayList<Layout>();
        for (var layout : layouts.stream().distinct().toList()) {
            if (layout.liesOneWayOnly()) {
                anyWay.add(layout);
            } else {
                ways.computeIfAbsent(layout.way(), added -> new ArrayList<>()).add(layout);
            }
        }
        if (ways.size() < 2) {
            return byNodes(layouts);
        }
        // One node, or a rank each, is where every way begins.
        return ways.values().stream()
                .flatMap(way -> byNodes(Stream.concat(anyWay.stream(), way.stream()).toList()).stream())
                .filter(alike -> !anyWay.containsAll(alike)).toList();
    }

    private static List<List<Layout>> byNodes(Collection<Layout> layouts) {
        var distinct = layouts.stream().distinct()
                .sorted(Comparator.comparing(Layout::ranks).thenComparing(Layout::nodes).thenComparing(Layout::onNodes))
                .toList();
        if (distinct.stream().map(Layout::ranks).distinct().count() == distinct.size()) {
            return List.of(distinct);
        }
        double fullest = distinct.stream().mapToDouble(Layout::ranksOfANode).max().orElseThrow();
        var byNode = new TreeMap<Double, List<Layout>>();
        for (var layout : distinct) {
            byNode.computeIfAbsent(layout.nodes() == 1 ? fullest : layout.ranksOfANode(), added -> new ArrayList<>())
                    .add(layout);
        }
        var groups = new ArrayList<List<Layout>>();
        byNode.descendingMap().values().forEach(alike -> groups.addAll(withoutDoubles(alike)));
        return groups;
    }

    private static List<List<Layout>> withoutDoubles(List<Layout> layouts) {
        var groups = new ArrayList<List<Layout>>();
        for (var layout : layouts) {
            groups.stream().filter(group -> group.getLast().ranks() != layout.ranks()).findFirst().orElseGet(() -> {
                var added = new ArrayList<Layout>();
                groups.add(added);
                return added;
            }).add(layout);
        }
        return groups;
    }
}
