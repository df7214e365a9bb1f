package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * A curve of times in one to three straight pieces. The number of pieces is that with the least Bayesian information
 * criterion, n·ln(S/n) + p·ln(n), over relative residuals. p counts two parameters a piece and three a switch point, since
 * its place was searched for among many (after Zhang and Siegmund, "A Modified Bayes Information Criterion", 2007).
 *
 * @param lines    in ascending order of size
 * @param switches index of the first point of each piece but the first
 */
record Segments(List<FittedLine> lines, List<Integer> switches) {

    private static final int MOST = 3;
    private static final int FEWEST_POINTS = 4;
    private static final int PARAMETERS_OF_A_SWITCH = 3;
    /** No measurement is better than this; without a floor a perfect fit of planted data splits at rounding errors. */
    private static final double SMALLEST_RESIDUAL = 0.002;

    static Segments of(double[] bytes, double[] times) {
        var best = new Segments(List.of(FittedLine.through(bytes, times, 0, times.length)), List.of());
        double bestScore = best.score(times.length);
        for (int pieces = 2; pieces <= MOST && pieces * FEWEST_POINTS <= times.length; pieces++) {
            var candidate = bestOf(bytes, times, pieces);
            double score = candidate.score(times.length);
            if (score < bestScore) {
                best = candidate;
                bestScore = score;
            }
        }
        return best;
    }

    double squares() {
        return lines.stream().mapToDouble(FittedLine::squares).sum();
    }

    /** Share of the variance of the logarithms of all times that the pieces explain together. */
    double r2(double[] times) {
        double mean = 0;
        for (double time : times) {
            mean += Math.log(time) / times.length;
        }
        double variance = 0;
        for (double time : times) {
            variance += Math.pow(Math.log(time) - mean, 2);
        }
        return variance > 0 ? 1 - squares() / variance : 1;
    }

    private double score(int points) {
        double variance = Math.max(squares() / points, SMALLEST_RESIDUAL * SMALLEST_RESIDUAL);
        int parameters = 2 * lines.size() + PARAMETERS_OF_A_SWITCH * switches.size();
        return points * Math.log(variance) + parameters * Math.log(points);
    }

    private static Segments bestOf(double[] bytes, double[] times, int pieces) {
        Segments best = null;
        double least = Double.POSITIVE_INFINITY;
        for (var cut : cuts(times.length, pieces)) {
            var lines = new ArrayList<FittedLine>();
            int from = 0;
            for (int to : cut) {
                lines.add(FittedLine.through(bytes, times, from, to));
                from = to;
            }
            lines.add(FittedLine.through(bytes, times, from, times.length));
            double squares = lines.stream().mapToDouble(FittedLine::squares).sum();
            if (squares < least) {
                least = squares;
                best = new Segments(lines, cut);
            }
        }
        return java.util.Objects.requireNonNull(best);
    }

    private static List<List<Integer>> cuts(int points, int pieces) {
        var all = new ArrayList<List<Integer>>();
        if (pieces == 2) {
            for (int i = FEWEST_POINTS; i <= points - FEWEST_POINTS; i++) {
                all.add(List.of(i));
            }
            return all;
        }
        for (int i = FEWEST_POINTS; i <= points - 2 * FEWEST_POINTS; i++) {
            for (int j = i + FEWEST_POINTS; j <= points - FEWEST_POINTS; j++) {
                all.add(List.of(i, j));
            }
        }
        return all;
    }
}
