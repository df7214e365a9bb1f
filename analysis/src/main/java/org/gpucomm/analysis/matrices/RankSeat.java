package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.DevicePair;

/**
 * Rank, or GPU of a node if a tool counts no ranks.
 *
 * @param node name of the node; empty if unknown
 */
record RankSeat(String node, int number) {

    /** Returns the times in µs that a measurement reports for single ranks; may be empty. */
    static Map<RankSeat, Double> timesOf(PlacedObservation looked) {
        var ranks = looked.observation().ranks();
        var times = new LinkedHashMap<RankSeat, Double>();
        for (int i = 0; i < ranks.times().size(); i++) {
            var node = i < ranks.places().size() ? nodeOf(ranks.places().get(i)) : node(looked, i);
            times.put(new RankSeat(node, i), ranks.times().get(i));
        }
        if (times.isEmpty()) {
            looked.observation().time().ifPresent(time -> ranks.rank()
                    .ifPresentOrElse(rank -> times.put(new RankSeat(node(looked, rank), rank), time),
                            () -> gpu(looked).ifPresent(seat -> times.put(seat, time))));
        }
        times.values().removeIf(time -> time <= 0);
        return times;
    }

    /** Returns the GPU that NCCL Inspector's Prometheus text names; empty if there is none. */
    private static Optional<RankSeat> gpu(PlacedObservation looked) {
        var metrics = looked.measurement().outcome().metrics();
        return metrics.get("node").flatMap(node -> metrics.get("gpu").filter(gpu -> gpu.matches("(?i)(?:gpu)?\\d{1,4}"))
                .map(gpu -> new RankSeat(node, Integer.parseInt(gpu.replaceAll("\\D", "")))));
    }

    private static String node(PlacedObservation looked, int rank) {
        return rank < looked.hosts().size() ? looked.hosts().get(rank) : looked.host();
    }

    /** Returns {@code node-0} for {@code node-0:3}. */
    private static String nodeOf(String place) {
        int colon = place.lastIndexOf(':');
        return colon < 0 ? place : place.substring(0, colon);
    }

    /** Returns the ranks node by node, nodes in the order of their first ranks. */
    static List<RankSeat> sorted(Collection<RankSeat> seats) {
        var first = new HashMap<String, Integer>();
        seats.forEach(seat -> first.merge(seat.node(), seat.number(), Math::min));
        var sorted = new ArrayList<>(seats);
        sorted.sort(Comparator.comparing((RankSeat seat) -> first.getOrDefault(seat.node(), 0))
                .thenComparing(RankSeat::node, DevicePair.AS_COUNTED).thenComparing(RankSeat::number));
        return sorted;
    }

    /** Returns the names of sorted ranks, with their nodes if these are known or follow from the numbers of both. */
    static List<String> names(List<RankSeat> seats, Nodes nodes) {
        if (seats.stream().allMatch(seat -> seat.node().isEmpty())) {
            return nodes.named(seats.stream().map(seat -> String.valueOf(seat.number())).toList());
        }
        return seats.stream().map(seat -> seat.node().isEmpty()
                ? String.valueOf(seat.number())
                : seat.node() + "/" + seat.number()).toList();
    }
}
