package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Curve of times in straight pieces. The number of pieces minimises the Bayesian information criterion, n·ln(S/n) + p·ln(n), over
 * relative residuals in units of each size's noise. p counts two parameters per piece and four per switch point, since its place is the
 * best of many (after Zhang and Siegmund, "A Modified Bayes Information Criterion", 2007). A curve that a smooth law with one more
 * parameter than a line describes as well has no switch: its pieces only follow the bend.
 *
 * @param lines    pieces in ascending order of size
 * @param switches switch at the begin of each piece but the first
 * @param bends    whether a smooth law describes the curve as well as several pieces
 * @param chance   chance that the curve is one line, from the criteria of both (Raftery, "Bayesian Model Selection in Social Research",
 * Sociological Methodology 1995); 1 if it has one piece
 * @param line     fit of the whole curve as one line
 */
record Segments(List<FittedLine> lines, List<Switch> switches, boolean bends, double chance, FittedLine line) {

    private static final int FEWEST_POINTS = 4;
    /** Largest number of places considered for switches. Programs that double their sizes have a quarter of it. */
    private static final int MOST_PLACES = 128;
    private static final int PARAMETERS_OF_A_SWITCH = 4;
    /** Parameters of a smooth law: its two ends and its sharpness, for which few values are tried. */
    private static final int PARAMETERS_OF_A_BEND = 3;
    /**
     * Smallest residual. No measurement is more precise, and without this floor a perfect fit of synthetic data splits at rounding errors.
     */
    private static final double SMALLEST_RESIDUAL = 0.002;
    /** Chance of an apparent further switch at any of the points, below which the switch counts. */
    private static final double FURTHER_SWITCH = 0.01;
    /** Largest increase of n times the logarithm of the squares at which another place of a switch is as likely (95 %). */
    private static final double AS_LIKELY = 5.99;

    /**
     * @param at    index of the first point of its piece
     * @param first index of the first point in the 95 % interval of the switch
     * @param last  index of the last point in this interval
     */
    record Switch(int at, int first, int last) {}

    /** @param noise relative noise of each time; only the ratios matter */
    static Segments of(double[] bytes, double[] times, double[] noise) {
        int n = times.length;
        int step = Math.ceilDiv(n, MOST_PLACES);
        var places = new TreeSet<Integer>(evenly(0, n, step));
        var search = new Search(bytes, times, noise, places);
        while (step > 1 && search.cuts.length > 0) {
            int finer = Math.ceilDiv(step * 2 * search.cuts.length, MOST_PLACES);
            if (finer >= step) {
                break;
            }
            for (int cut : search.cuts) {
                int at = search.places[cut];
                places.addAll(evenly(Math.max(0, at - step), Math.min(n, at + step), finer));
            }
            step = finer;
            search = new Search(bytes, times, noise, places);
        }
        return search.segments();
    }

    private static List<Integer> evenly(int from, int to, int step) {
        return IntStream.iterate(from, at -> at < to + step, at -> at + step).map(at -> Math.min(at, to)).boxed()
                .toList();
    }

    /** Returns the curve as one line. */
    Segments straight() {
        return new Segments(List.of(line), List.of(), false, 1, line);
    }

    double squares() {
        return lines.stream().mapToDouble(FittedLine::squares).sum();
    }

    /** Returns the share of the variance of the logarithms of all times that the pieces explain together. */
    double r2(double[] times) {
        double mean = Arrays.stream(times).map(Math::log).average().orElseThrow();
        double variance = Arrays.stream(times).map(time -> Math.pow(Math.log(time) - mean, 2)).sum();
        return variance > 0 ? 1 - squares() / variance : 1;
    }

    /**
     * Search for switches at given places: at each point or, on long curves, at some points in equal steps and then at more points around
     * the results. The cost therefore grows linearly with the points, not with their cube.
     */
    private static final class Search {

        private final double[] bytes;
        private final double[] times;
        private final double[] weights;
        private final int n;
        /** Indexes of the points where a piece may begin, and finally the number of points. */
        private final int[] places;
        /** Squares that one line leaves from a place to the point before another place. */
        private final double[][] cost;

        /** Indexes of the places where the pieces but the first begin. */
        private final int[] cuts;
        private final double chance;
        private final boolean bends;

        Search(double[] bytes, double[] times, double[] noise, SortedSet<Integer> places) {
            this.bytes = bytes;
            this.times = times;
            this.n = times.length;
            double typical = Math.sqrt(n / Arrays.stream(noise).map(each -> 1 / (each * each)).sum());
            this.weights = Arrays.stream(noise).map(each -> typical / each).toArray();
            this.places = places.stream().mapToInt(Integer::intValue).toArray();
            this.cost = IntStream.range(0, this.places.length - 1).mapToObj(this::costsFrom).toArray(double[][]::new);
            this.cuts = best();
            int end = this.places.length - 1;
            double least = score(squares(cuts), cuts.length);
            this.bends = cuts.length > 0
                    && score(SmoothLaws.leastSquares(bytes, times, weights), 0) + bendCost() <= least;
            this.chance = cuts.length == 0 ? 1 : 1 / (1 + Math.exp((score(cost[0][end], 0) - least) / 2));
        }

        private double[] costsFrom(int from) {
            var squares = new RunningLine();
            var costs = new double[places.length];
            Arrays.fill(costs, Double.POSITIVE_INFINITY);
            for (int to = from + 1; to < places.length; to++) {
                for (int i = places[to - 1]; i < places[to]; i++) {
                    squares.add(bytes[i], times[i], weights[i] / times[i]);
                }
                boolean isWhole = from == 0 && to == places.length - 1;
                if (isWhole || places[to] - places[from] >= FEWEST_POINTS) {
                    costs[to] = squares.squares();
                }
            }
            return costs;
        }

        private int[] best() {
            int end = places.length - 1;
            int most = Math.clamp(n / FEWEST_POINTS, 1, end);
            var squares = new double[most + 1][end + 1];
            var from = new int[most + 1][end + 1];
            var scores = new double[most];
            squares[1] = cost[0];
            for (int pieces = 2; pieces <= most; pieces++) {
                Arrays.fill(squares[pieces], Double.POSITIVE_INFINITY);
                for (int to = pieces; to <= end; to++) {
                    for (int at = pieces - 1; at < to; at++) {
                        double sum = squares[pieces - 1][at] + cost[at][to];
                        if (sum < squares[pieces][to]) {
                            squares[pieces][to] = sum;
                            from[pieces][to] = at;
                        }
                    }
                }
            }
            Arrays.setAll(scores, switches -> score(squares[switches + 1][end], switches));
            return cuts(from, 1 + switches(scores));
        }

        /** Returns the smallest number of switches whose score no larger number clearly beats. */
        private int switches(double[] scores) {
            double least = Arrays.stream(scores).min().orElseThrow();
            double clearly = 2 * Math.log(n / FURTHER_SWITCH);
            if (least >= scores[0]) {
                return 0;
            }
            return IntStream.range(1, scores.length).filter(switches -> scores[switches] - least < clearly).findFirst()
                    .orElseThrow();
        }

        private double squares(int[] cuts) {
            return IntStream.rangeClosed(0, cuts.length)
                    .mapToDouble(piece -> cost[begin(cuts, piece)][begin(cuts, piece + 1)]).sum();
        }

        /** Returns the penalty of a bend relative to a line. */
        private double bendCost() {
            return (PARAMETERS_OF_A_BEND - 2) * Math.log(n);
        }

        private int[] cuts(int[][] from, int pieces) {
            var cuts = new int[pieces - 1];
            int to = places.length - 1;
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

        Segments segments() {
            var lines = new ArrayList<FittedLine>();
            var switches = new ArrayList<Switch>();
            for (int piece = 0; piece <= cuts.length; piece++) {
                lines.add(FittedLine.through(bytes, times, weights, places[begin(cuts, piece)],
                        places[begin(cuts, piece + 1)]));
                if (piece > 0) {
                    switches.add(place(piece - 1));
                }
            }
            return new Segments(lines, bends ? List.of() : switches, bends, chance,
                    FittedLine.through(bytes, times, weights, 0, n));
        }

        /** Returns the index of the place where a piece begins, or the end for the piece after the last. */
        private int begin(int[] cuts, int piece) {
            return piece == 0 ? 0 : piece > cuts.length ? places.length - 1 : cuts[piece - 1];
        }

        /** Returns a switch with its 95 % interval, for fixed places of the other switches. */
        private Switch place(int which) {
            int low = begin(cuts, which);
            int high = begin(cuts, which + 2);
            double rest = squares(cuts) - cost[low][cuts[which]] - cost[cuts[which]][high];
            double floor = n * SMALLEST_RESIDUAL * SMALLEST_RESIDUAL;
            double least = Math.max(floor, rest + cost[low][cuts[which]] + cost[cuts[which]][high]);
            var likely = IntStream.range(low + 1, high).filter(
                    at -> n * Math.log(Math.max(floor, rest + cost[low][at] + cost[at][high]) / least) < AS_LIKELY)
                    .toArray();
            return new Switch(places[cuts[which]], places[likely[0]], places[likely[likely.length - 1]]);
        }
    }

    /** Squares that a line leaves, updated point by point without cancellation between large sums (Welford 1962, weighted). */
    private static final class RunningLine {

        private double weight;
        private double meanX;
        private double meanY;
        private double xx;
        private double xy;
        private double yy;

        /** @param root square root of the weight of the point */
        void add(double x, double y, double root) {
            double ofPoint = root * root;
            weight += ofPoint;
            double dx = x - meanX;
            double dy = y - meanY;
            meanX += dx * ofPoint / weight;
            meanY += dy * ofPoint / weight;
            xx += ofPoint * dx * (x - meanX);
            xy += ofPoint * dx * (y - meanY);
            yy += ofPoint * dy * (y - meanY);
        }

        double squares() {
            return Math.max(0, xx > 0 ? yy - xy * xy / xx : yy);
        }
    }
}
