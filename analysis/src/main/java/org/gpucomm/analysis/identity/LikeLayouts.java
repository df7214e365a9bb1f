package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Separation of measurements on one number of ranks with different placements on nodes: 16 GPUs on two nodes and on four are two points
 * of different curves. Layouts with the same number of ranks per node belong together; those on one node belong to the fullest nodes.
 * Ranks in blocks and ranks by turns are different placements for any number of ranks, and so is an unknown placement.
 */
public final class LikeLayouts {

    private LikeLayouts() {}

    /** Numbers of ranks and nodes, 0 if unknown, and the placement of the ranks on the nodes as far as known. */
    public record Layout(int ranks, int nodes, String onNodes) {

        public static Layout of(Identity identity) {
            return new Layout(identity.ranks(), identity.nodes(), identity.layout());
        }

        /** Returns whether only one placement is possible: one node, or one rank per node. */
        boolean liesOneWayOnly() {
            return nodes == 1 || nodes == ranks && nodes > 0;
        }

        /** Returns the placement regardless of the numbers: {@code a node}, {@code a node by turns}, {@code 4+4+2}. */
        String way() {
            return onNodes.replaceFirst("^\\d+ (?=a node)", "");
        }

        double ranksOfANode() {
            return nodes == 0 ? 0 : (double) ranks / nodes;
        }
    }

    /** Returns groups with one layout for each number of ranks, in ascending order of ranks. */
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
        // Every placement begins with one node or one rank per node.
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
