package org.gpucomm.server.analysis.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Change points in a sequence of vectors by the E-divisive method (Matteson and James, "A Nonparametric Approach for Multiple
 * Change Point Analysis of Multivariate Data", JASA 2014): the split with the largest energy distance between its sides is
 * a change point if fewer than {@link #LEVEL} of permutations have one as large; then each side is searched. Permutations
 * come from a fixed seed, so that the answer is always the same.
 */
final class ChangePoints {

    /** One test a split and a few splits a history: a false change point in a few of a hundred histories. */
    private static final double LEVEL = 0.01;
    private static final int PERMUTATIONS = 499;
    private static final int FEWEST = 3;
    private static final long SEED = 20251014;

    private final double[][] distance;
    private final List<Change> changes = new ArrayList<>();

    private ChangePoints(double[][] distance) {
        this.distance = distance;
    }

    /** @param index of the first vector after the change */
    record Change(int index, double pValue) {}

    /** @param vectors of equal length, in order of time */
    static List<Change> in(double[][] vectors) {
        var search = new ChangePoints(distances(vectors));
        search.divide(0, vectors.length);
        search.changes.sort(Comparator.comparingInt(Change::index));
        return search.changes;
    }

    private void divide(int from, int to) {
        var order = new int[to - from];
        for (int i = 0; i < order.length; i++) {
            order[i] = from + i;
        }
        var split = bestSplit(order);
        if (split.isEmpty()) {
            return;
        }
        var random = new Random(SEED + from);
        int asLarge = 0;
        for (int i = 0; i < PERMUTATIONS; i++) {
            shuffle(order, random);
            asLarge += bestSplit(order).orElseThrow().energy() >= split.get().energy() ? 1 : 0;
        }
        double pValue = (asLarge + 1.0) / (PERMUTATIONS + 1);
        if (pValue < LEVEL) {
            int index = from + split.get().at();
            changes.add(new Change(index, pValue));
            divide(from, index);
            divide(index, to);
        }
    }

    private record Split(int at, double energy) {}

    /** The sums within and between the sides are kept as the split moves, so that one order costs n². */
    private Optional<Split> bestSplit(int[] order) {
        int n = order.length;
        if (n < 2 * FEWEST) {
            return Optional.empty();
        }
        double left = 0;
        double right = 0;
        double between = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                right += distance[order[i]][order[j]];
            }
        }
        Split best = null;
        for (int at = 1; at < n; at++) {
            double toLeft = 0;
            double toRight = 0;
            for (int i = 0; i < at - 1; i++) {
                toLeft += distance[order[at - 1]][order[i]];
            }
            for (int i = at; i < n; i++) {
                toRight += distance[order[at - 1]][order[i]];
            }
            left += toLeft;
            right -= toRight;
            between += toRight - toLeft;
            if (at >= FEWEST && n - at >= FEWEST) {
                double energy = energy(left, right, between, at, n - at);
                if (best == null || energy > best.energy()) {
                    best = new Split(at, energy);
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static double energy(double left, double right, double between, int m, int n) {
        double distance = 2 * between / ((double) m * n) - 2 * left / ((double) m * (m - 1))
                - 2 * right / ((double) n * (n - 1));
        return distance * m * n / (m + n);
    }

    private static double[][] distances(double[][] vectors) {
        int n = vectors.length;
        var distance = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double squares = 0;
                for (int k = 0; k < vectors[i].length; k++) {
                    double gap = vectors[i][k] - vectors[j][k];
                    squares += gap * gap;
                }
                distance[i][j] = Math.sqrt(squares);
                distance[j][i] = distance[i][j];
            }
        }
        return distance;
    }

    private static void shuffle(int[] order, Random random) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
    }
}
