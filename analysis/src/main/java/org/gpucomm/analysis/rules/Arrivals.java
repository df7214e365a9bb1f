package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;

/**
 * Ranks or whole nodes whose times differ from those of the others. In a collective, all ranks end together: the last rank to arrive
 * waits least and has the shortest time, the first to arrive has the longest.
 *
 * @param excess  logarithm of time over the median of all ranks, by place and rank
 * @param nodeOf  node number of each rank; empty if unknown
 * @param typical median excess of each rank over the places
 * @param noise   standard deviation of a rank's excess between places
 */
record Arrivals(double[][] excess, int[] nodeOf, double[] typical, double noise) {

    /** Smallest relative difference that matters. */
    static final double LEAST = 0.03;
    /** Threshold in standard deviations of the other ranks. */
    private static final double FAR = 5;
    private static final double MAD_TO_SIGMA = 1.4826;
    /** Ratio of the standard error of the median to that of the mean, for normal numbers. */
    private static final double OF_A_MEDIAN = 1.2533;
    /** Smallest share of a node's ranks that must differ in the same direction as the node. */
    private static final double MOST_OF_A_NODE = 0.75;

    /**
     * Ranks that differ in one direction.
     *
     * @param ranks   ranks in ascending order
     * @param node    number of their node; -1 for single ranks
     * @param shorter whether their times are shorter than those of the others
     * @param by      relative difference of the times, 0.05 = 5 %
     * @param times   number of places at which the ranks are extreme
     * @param chance  probability of this number if all ranks are equal
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

    /** Returns the nodes that differ, or else single ranks, those with shorter times first. */
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
        // With two nodes, neither is typical. The reference is the one that arrives earlier and therefore has the longer times.
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

    /** Returns whether the ranks are extreme at a place: one rank has the extreme time, or the median of several is beyond the others'. */
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
