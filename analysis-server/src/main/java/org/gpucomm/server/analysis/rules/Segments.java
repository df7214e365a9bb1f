package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A curve of times in straight pieces, as many as the Bayesian information criterion asks for, n·ln(S/n) + p·ln(n) over relative
 * residuals in units of each size's noise. p counts two parameters a piece and four a switch point, since its place was searched for
 * among many (after Zhang and Siegmund, "A Modified Bayes Information Criterion", 2007). A curve that a smooth law with one more
 * parameter than a line tells as well has no switch: its pieces only follow its bend.
 *
 * @param lines    in ascending order of size
 * @param switches of each piece but the first
 * @param bends    whether a smooth law tells the curve as well as more than one piece
 * @param chance   that one line is all there is, by the criteria of both (Raftery, "Bayesian Model Selection in Social Research",
 *                 Sociological Methodology 1995); 1 where it is
 * @param line     the same curve as one line
 */
record Segments(List<FittedLine> lines, List<Switch> switches, boolean bends, double chance, FittedLine line) {

    private static final int FEWEST_POINTS = 4;
    private static final int PARAMETERS_OF_A_SWITCH = 4;
    /** Of a smooth law: its two ends and how sharply it bends, for which few values were tried. */
    private static final int PARAMETERS_OF_A_BEND = 3;
    /** No measurement is better than this; without a floor a perfect fit of planted data splits at rounding errors. */
    private static final double SMALLEST_RESIDUAL = 0.002;
    /** Other places of a switch are as likely where the logarithm of the squares, times the points, is larger by less (95 %). */
    private static final double AS_LIKELY = 5.99;

    /**
     * @param at    index of the first point of its piece
     * @param first index of the first point that may be it
     * @param last  index of the last
     */
    record Switch(int at, int first, int last) {}

    /** @param noise of each time, as a share of it; only what they are to one another matters */
    static Segments of(double[] bytes, double[] times, double[] noise) {
        return new Search(bytes, times, noise).best();
    }

    /** This, as one line. */
    Segments straight() {
        return new Segments(List.of(line), List.of(), false, 1, line);
    }

    double squares() {
        return lines.stream().mapToDouble(FittedLine::squares).sum();
    }

    /** Share of the variance of the logarithms of all times that the pieces explain together. */
    double r2(double[] times) {
        double mean = Arrays.stream(times).map(Math::log).average().orElseThrow();
        double variance = Arrays.stream(times).map(time -> Math.pow(Math.log(time) - mean, 2)).sum();
        return variance > 0 ? 1 - squares() / variance : 1;
    }

    private static final class Search {

        private final double[] bytes;
        private final double[] times;
        private final double[] weights;
        private final int n;
        /** Squares of one line from a point to the one before another. */
        private final double[][] cost;

        Search(double[] bytes, double[] times, double[] noise) {
            this.bytes = bytes;
            this.times = times;
            this.n = times.length;
            double typical = Math.sqrt(n / Arrays.stream(noise).map(each -> 1 / (each * each)).sum());
            this.weights = Arrays.stream(noise).map(each -> typical / each).toArray();
            this.cost = new double[n][n + 1];
            for (int from = 0; from < n; from++) {
                for (int to = from + FEWEST_POINTS; to <= n; to++) {
                    cost[from][to] = FittedLine.through(bytes, times, weights, from, to).weighted();
                }
            }
            if (n < FEWEST_POINTS) {
                cost[0][n] = FittedLine.through(bytes, times, weights, 0, n).weighted();
            }
        }

        Segments best() {
            var best = new int[0];
            double least = score(cost[0][n], 0);
            int most = Math.max(1, n / FEWEST_POINTS);
            var squares = new double[most + 1][n + 1];
            var from = new int[most + 1][n + 1];
            squares[1] = cost[0].clone();
            for (int pieces = 2; pieces <= most; pieces++) {
                Arrays.fill(squares[pieces], Double.POSITIVE_INFINITY);
                for (int to = pieces * FEWEST_POINTS; to <= n; to++) {
                    for (int at = (pieces - 1) * FEWEST_POINTS; at <= to - FEWEST_POINTS; at++) {
                        double sum = squares[pieces - 1][at] + cost[at][to];
                        if (sum < squares[pieces][to]) {
                            squares[pieces][to] = sum;
                            from[pieces][to] = at;
                        }
                    }
                }
                double score = score(squares[pieces][n], pieces - 1);
                if (score < least) {
                    least = score;
                    best = cuts(from, pieces);
                }
            }
            boolean bends = best.length > 0
                    && score(Bend.leastSquares(bytes, times, weights), 0) + bendCost() <= least;
            double better = score(cost[0][n], 0) - least;
            return segments(best, bends, best.length == 0 ? 1 : 1 / (1 + Math.exp(better / 2)));
        }

        /** What a bend costs more than a line. */
        private double bendCost() {
            return (PARAMETERS_OF_A_BEND - 2) * Math.log(n);
        }

        private int[] cuts(int[][] from, int pieces) {
            var cuts = new int[pieces - 1];
            int to = n;
            for (int piece = pieces; piece > 1; piece--) {
                to = from[piece][to];
                cuts[piece - 2] = to;
            }
            return cuts;
        }

        private double score(double squares, int switches) {
            double variance = Math.max(squares / n, SMALLEST_RESIDUAL * SMALLEST_RESIDUAL);
            int parameters = 2 * (switches + 1) + PARAMETERS_OF_A_SWITCH * switches;
            return n * Math.log(variance) + parameters * Math.log(n);
        }

        private Segments segments(int[] cuts, boolean bends, double chance) {
            var lines = new ArrayList<FittedLine>();
            var switches = new ArrayList<Switch>();
            for (int piece = 0; piece <= cuts.length; piece++) {
                int from = piece == 0 ? 0 : cuts[piece - 1];
                int to = piece == cuts.length ? n : cuts[piece];
                lines.add(FittedLine.through(bytes, times, weights, from, to));
                if (piece > 0) {
                    switches.add(place(cuts, piece - 1));
                }
            }
            return new Segments(lines, bends ? List.of() : switches, bends, chance,
                    FittedLine.through(bytes, times, weights, 0, n));
        }

        /** The other switches stay where they are. */
        private Switch place(int[] cuts, int which) {
            int low = which == 0 ? 0 : cuts[which - 1];
            int high = which + 1 == cuts.length ? n : cuts[which + 1];
            double others = -cost[low][cuts[which]] - cost[cuts[which]][high];
            for (int piece = 0; piece <= cuts.length; piece++) {
                others += cost[piece == 0 ? 0 : cuts[piece - 1]][piece == cuts.length ? n : cuts[piece]];
            }
            double rest = others;
            double floor = n * SMALLEST_RESIDUAL * SMALLEST_RESIDUAL;
            double least = Math.max(floor, rest + cost[low][cuts[which]] + cost[cuts[which]][high]);
            var likely = IntStream.rangeClosed(low + FEWEST_POINTS, high - FEWEST_POINTS).filter(
                    at -> n * Math.log(Math.max(floor, rest + cost[low][at] + cost[at][high]) / least) < AS_LIKELY)
                    .toArray();
            return new Switch(cuts[which], likely[0], likely[likely.length - 1]);
        }
    }
}
