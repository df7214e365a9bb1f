package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;

/**
 * Ranks, or whole nodes, whose times stand apart from the others. Inside a collective all end together: who comes last waits least, so
 * that its time is the shortest; who comes first has the longest.
 *
 * @param excess  logarithms of time over the median of all ranks, by place and rank
 * @param nodeOf  number of the node of each rank; empty where that is not known
 * @param typical of each rank, the median over the places
 * @param noise   standard deviation of a rank's excess from place to place
 */
record Arrivals(double[][] excess, int[] nodeOf, double[] typical, double noise) {

    /** A rank or node that is apart by less is of no consequence. */
    static final double LEAST = 0.03;
    /** In standard deviations of what the others differ by. */
    private static final double FAR = 5;
    private static final double MAD_TO_SIGMA = 1.4826;
    /** Standard error of a median of normal numbers over that of their mean. */
    private static final double OF_A_MEDIAN = 1.2533;
    /** Of the ranks of a node that are to be apart as it is. */
    private static final double MOST_OF_A_NODE = 0.75;

    /**
     * Ranks that stand apart in one direction.
     *
     * @param ranks   in order
     * @param node    whose ranks they are; -1 where they are single ranks
     * @param shorter whether their times are shorter than those of the others
     * @param by      how much longer the longer ones take, 0.05 = 5 %
     * @param times   at how many places they are the shortest or longest
     * @param chance  probability of that for any equal ranks
     */
    record Apart(List<Integer> ranks, int node, boolean shorter, double by, int times, double chance) {}

    static Arrivals of(List<double[]> timesByPlace, int[] nodeOf) {
        var excess = timesByPlace.stream().map(times -> {
            double middle = median(times);
            return Arrays.stream(times).map(time -> Math.log(time / middle)).toArray();
        }).toArray(double[][]::new);
        int ranks = excess[0].length;
        var typical = IntStream.range(0, ranks)
                .mapToDouble(rank -> median(Arrays.stream(excess).mapToDouble(place -> place[rank]).toArray()))
                .toArray();
        double noise = MAD_TO_SIGMA * median(Arrays.stream(excess).flatMapToDouble(place -> IntStream.range(0, ranks)
                .mapToDouble(rank -> Math.abs(place[rank] - typical[rank]))).toArray());
        return new Arrivals(excess, nodeOf, typical, noise);
    }

    /** Returns whole nodes that stand apart, else single ranks: the shorter before the longer ones. */
    List<Apart> apart() {
        var nodes = nodes();
        if (!nodes.isEmpty()) {
            return nodes;
        }
        double center = median(typical);
        double spread = MAD_TO_SIGMA * median(Arrays.stream(typical).map(each -> Math.abs(each - center)).toArray());
        double far = Math.max(FAR * Math.max(spread, noise / Math.sqrt(excess.length)), Math.log1p(LEAST));
        var found = new ArrayList<Apart>();
        for (boolean shorter : new boolean[]{true, false}) {
            var ranks = IntStream.range(0, typical.length)
                    .filter(rank -> (shorter ? center - typical[rank] : typical[rank] - center) >= far).boxed()
                    .toList();
            if (!ranks.isEmpty() && 2 * ranks.size() < typical.length) {
                found.add(apart(ranks, -1, shorter, center));
            }
        }
        return found;
    }

    private List<Apart> nodes() {
        int nodes = Arrays.stream(nodeOf).max().orElse(-1) + 1;
        if (nodes < 2 || typical.length < 2 * nodes) {
            return List.of();
        }
        var ofNode = IntStream.range(0, nodes).mapToDouble(node -> median(ofNode(node))).toArray();
        double within = MAD_TO_SIGMA * median(IntStream.range(0, typical.length)
                .mapToDouble(rank -> Math.abs(typical[rank] - ofNode[nodeOf[rank]])).toArray());
        double error = OF_A_MEDIAN * Math.max(within, noise / Math.sqrt(excess.length))
                / Math.sqrt((double) typical.length / nodes);
        // Of two nodes neither is usual: then the earlier one is what the other is held against.
        double center = nodes == 2 ? Math.max(ofNode[0], ofNode[1]) : median(ofNode);
        double spread = nodes == 2
                ? 0
                : MAD_TO_SIGMA * median(Arrays.stream(ofNode).map(each -> Math.abs(each - center)).toArray());
        double far = Math.max(FAR * Math.max(spread, error * (nodes == 2 ? Math.sqrt(2) : 1)), Math.log1p(LEAST));
        var found = new ArrayList<Apart>();
        for (boolean shorter : nodes == 2 ? new boolean[]{true} : new boolean[]{true, false}) {
            var apart = IntStream.range(0, nodes)
                    .filter(node -> (shorter ? center - ofNode[node] : ofNode[node] - center) >= far)
                    .filter(node -> isWhole(node, center, shorter ? -far / 2 : far / 2)).boxed().toList();
            if (2 * apart.size() <= nodes) {
                apart.forEach(node -> found.add(apart(ranksOf(node), node, shorter, center)));
            }
        }
        return found;
    }

    private boolean isWhole(int node, double center, double least) {
        var all = ofNode(node);
        long beyond = Arrays.stream(all).filter(each -> least < 0 ? each - center < least : each - center > least)
                .count();
        return beyond >= MOST_OF_A_NODE * all.length;
    }

    private Apart apart(List<Integer> ranks, int node, boolean shorter, double center) {
        double of = median(ranks.stream().mapToDouble(rank -> typical[rank]).toArray());
        int times = (int) Arrays.stream(excess).filter(place -> areExtreme(place, ranks, shorter)).count();
        int nodes = Arrays.stream(nodeOf).max().orElse(0) + 1;
        int candidates = node < 0 ? typical.length : nodes;
        double share = node < 0 ? (double) ranks.size() / typical.length : 1.0 / nodes;
        double chance = Math.min(1, candidates * Stragglers.atLeast(times, excess.length, share));
        return new Apart(ranks, node, shorter, Math.expm1(Math.abs(of - center)), times, chance);
    }

    /** Whether the middle one of these ranks is beyond the middle of all at this place by half of what it is typically. */
    private boolean areExtreme(double[] place, List<Integer> ranks, boolean shorter) {
        double all = median(IntStream.range(0, place.length).filter(rank -> !ranks.contains(rank))
                .mapToDouble(rank -> place[rank]).toArray());
        double these = median(ranks.stream().mapToDouble(rank -> place[rank]).toArray());
        return ranks.size() == 1
                ? IntStream.range(0, place.length)
                        .noneMatch(rank -> shorter ? place[rank] < these : place[rank] > these)
                : shorter ? these < all : these > all;
    }

    private double[] ofNode(int node) {
        return ranksOf(node).stream().mapToDouble(rank -> typical[rank]).toArray();
    }

    private List<Integer> ranksOf(int node) {
        return IntStream.range(0, typical.length).filter(rank -> nodeOf[rank] == node).boxed().toList();
    }

    static double median(double[] values) {
        return values.length == 0 ? 0 : Median.withDefaults().withCopy(true).evaluate(values);
    }
}
