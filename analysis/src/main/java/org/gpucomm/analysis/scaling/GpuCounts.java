package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.rules.Phrases;

/**
 * Times of one message size on several numbers of ranks, in ascending order.
 *
 * @param bytes message size; -1 if the operation has none
 */
public record GpuCounts(long bytes, List<Count> all) {

    /** Largest change of a monotonic curve against its direction by noise, in logarithms. */
    private static final double TURN = 0.1;

    public GpuCounts {
        all = List.copyOf(all);
    }

    /** @param nodes number of nodes; 0 if unknown @param time time in µs, above 0 */
    public record Count(int ranks, int nodes, double time) {

        /** Returns the number of ranks per node; 0 if unknown or not the same on all nodes. */
        int perNode() {
            return nodes > 0 && ranks % nodes == 0 ? ranks / nodes : 0;
        }
    }

    /**
     * Returns the counts beyond the last boundary: on several nodes, with the ranks per node of the largest count. Within a node, another
     * network carries the data; with another number of ranks per node, it carries another share.
     */
    GpuCounts beyondTheBoundary() {
        var beyond = new ArrayList<Count>();
        for (var count : all.reversed()) {
            if (count.nodes() < 2 || count.perNode() == 0 || count.perNode() != all.getLast().perNode()) {
                break;
            }
            beyond.addFirst(count);
        }
        return new GpuCounts(bytes, beyond);
    }

    /** Returns the reason why these cannot be extrapolated; empty if they can. @param fewest counts needed beyond the last boundary */
    Optional<String> refusal(int fewest) {
        if (all.stream().anyMatch(count -> count.nodes() == 0)) {
            return Optional.of("it is not known how the GPUs lie on nodes");
        }
        if (last().nodes() == 1) {
            return Optional
                    .of("all was measured within one node, and nothing shows what the network between nodes adds");
        }
        var beyond = beyondTheBoundary();
        if (beyond.size() < fewest) {
            return Optional.of("it takes " + fewest + " numbers of GPUs beyond the last boundary, and "
                    + (beyond.size() == 0 ? "none was measured there" : "there are only " + beyond.list()));
        }
        return beyond.size() == fewest && beyond.turns()
                ? Optional.of("on " + beyond.list()
                        + " GPUs the time both rises and falls, and so few counts do not show which of both continues")
                : Optional.empty();
    }

    /** Returns whether the time both rises and falls between counts, in one direction by more than {@link #TURN}. */
    private boolean turns() {
        double rises = 0;
        double falls = 0;
        for (int i = 1; i < size(); i++) {
            double step = Math.log(all.get(i).time() / all.get(i - 1).time());
            rises = Math.max(rises, step);
            falls = Math.max(falls, -step);
        }
        return rises > 0 && falls > 0 && Math.max(rises, falls) > TURN;
    }

    int size() {
        return all.size();
    }

    GpuCounts first(int count) {
        return new GpuCounts(bytes, all.subList(0, count));
    }

    Count last() {
        return all.getLast();
    }

    double[] ranks() {
        return all.stream().mapToDouble(Count::ranks).toArray();
    }

    double[] times() {
        return all.stream().mapToDouble(Count::time).toArray();
    }

    /** Returns the logarithm of the time on this number of ranks; NaN if not measured. */
    double logAt(double ranks) {
        return all.stream().filter(count -> count.ranks() == ranks).mapToDouble(count -> Math.log(count.time()))
                .findFirst().orElse(Double.NaN);
    }

    /** Returns the growth of the number of ranks from one count to the next, as the mean of log₂. */
    double doublings() {
        double[] ranks = ranks();
        return Math.log(ranks[ranks.length - 1] / ranks[0]) / Math.log(2) / (ranks.length - 1);
    }

    String list() {
        return Phrases.list(all.stream().map(count -> String.valueOf(count.ranks())).toList());
    }
}
