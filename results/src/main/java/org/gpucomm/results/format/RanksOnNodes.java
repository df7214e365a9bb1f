package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Layout of the ranks of a run on nodes, in words that are equal for equal layouts: {@code 8 a node}, {@code 8 a node by turns} if
 * consecutive ranks are on consecutive nodes, {@code 4+4+2}, or stretches of ranks with the number of their node.
 */
public final class RanksOnNodes {

    /** Name of the fact that holds the layout. */
    public static final String FACT = "ranks_on_nodes";

    private static final int LONGEST = 120;

    private final SortedMap<Long, String> hosts = new TreeMap<>();

    public void put(long rank, String host) {
        hosts.put(rank, host);
    }

    /** Returns the number of ranks whose node is known. */
    int size() {
        return hosts.size();
    }

    /** Returns the layout in words; empty if all ranks are on one node or each is on its own, which their numbers already show. */
    public Optional<String> words() {
        int nodes = Set.copyOf(hosts.values()).size();
        if (nodes < 2 || nodes == hosts.size()) {
            return Optional.empty();
        }
        var numbers = new HashMap<String, Integer>();
        var ofRanks = hosts.values().stream().map(host -> numbers.computeIfAbsent(host, added -> numbers.size() + 1))
                .toList();
        var counts = ofRanks.stream().collect(Collectors.groupingBy(node -> node, TreeMap::new, Collectors.counting()));
        var stretches = stretches(ofRanks);
        boolean even = counts.values().stream().distinct().count() == 1;
        if (stretches.size() == nodes) {
            return Optional.of(even ? counts.get(1) + " a node" : cut(joined(counts)));
        }
        boolean byTurns = even && stretches.size() == ofRanks.size() && isCycle(ofRanks, nodes);
        return Optional.of(byTurns
                ? counts.get(1) + " a node by turns"
                : cut(stretches.stream().map(each -> each.length() + " on " + each.node())
                        .collect(Collectors.joining(", "))));
    }

    private record Stretch(int node, int length) {}

    private static List<Stretch> stretches(List<Integer> nodes) {
        var stretches = new ArrayList<Stretch>();
        for (int node : nodes) {
            if (stretches.isEmpty() || stretches.getLast().node() != node) {
                stretches.add(new Stretch(node, 1));
            } else {
                stretches.set(stretches.size() - 1, new Stretch(node, stretches.getLast().length() + 1));
            }
        }
        return stretches;
    }

    private static boolean isCycle(List<Integer> nodes, int count) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) != i % count + 1) {
                return false;
            }
        }
        return true;
    }

    private static String joined(Map<Integer, Long> counts) {
        return counts.values().stream().map(String::valueOf).collect(Collectors.joining("+"));
    }

    /** Shortens a text that is too long to read, and appends a hash of all of it. */
    private static String cut(String words) {
        return words.length() <= LONGEST
                ? words
                : words.substring(0, LONGEST) + "… " + Integer.toHexString(words.hashCode());
    }
}
