package org.gpucomm.server.analysis.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Parts cells of different numbers of ranks where some were measured twice on one number of ranks, on other nodes: 16 GPUs on
 * two nodes and on four are two points, and neither is on the way from one to the other. Those with as many ranks a node
 * belong together; a part of one node belongs to the fullest nodes.
 */
final class LikeLayouts {

    private LikeLayouts() {}

    /** Returns groups in which each number of ranks occurs once, each in ascending order of ranks. */
    static List<List<Cell>> of(List<Cell> cells) {
        if (cells.stream().map(Cell::ranks).distinct().count() == cells.size()) {
            return List.of(inOrder(cells));
        }
        double fullest = cells.stream().mapToDouble(LikeLayouts::ranksOfANode).max().orElseThrow();
        var byNode = new TreeMap<Double, List<Cell>>();
        for (var cell : cells) {
            byNode.computeIfAbsent(cell.nodes() == 1 ? fullest : ranksOfANode(cell), added -> new ArrayList<>())
                    .add(cell);
        }
        var groups = new ArrayList<List<Cell>>();
        byNode.descendingMap().values().forEach(alike -> groups.addAll(withoutDoubles(inOrder(alike))));
        return groups;
    }

    /** Cells of one number of ranks that are still several, as by layouts that only a text tells, go into groups of their own. */
    private static List<List<Cell>> withoutDoubles(List<Cell> cells) {
        var groups = new ArrayList<List<Cell>>();
        for (var cell : cells) {
            groups.stream().filter(group -> group.getLast().ranks() != cell.ranks()).findFirst().orElseGet(() -> {
                var added = new ArrayList<Cell>();
                groups.add(added);
                return added;
            }).add(cell);
        }
        return groups;
    }

    private static List<Cell> inOrder(List<Cell> cells) {
        return cells.stream().sorted((one, other) -> Integer.compare(one.ranks(), other.ranks())).toList();
    }

    private static double ranksOfANode(Cell cell) {
        return cell.nodes() == 0 ? 0 : (double) cell.ranks() / cell.nodes();
    }
}
