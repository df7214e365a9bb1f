package org.gpucomm.analysis.scaling;

import java.util.Arrays;
import java.util.List;

/**
 * Errors of each way to continue a curve ({@link Guesses}) when it had to predict the measured counts, of this message size and of its
 * neighbours, from those before them.
 *
 * @param meanSquares of the misses of each way, in logarithms; NaN where it could not predict most of them
 * @param worth       how many independent misses they are worth
 */
record Backtest(double[] meanSquares, double worth) {

    /** A law of two parameters needs two counts before the one that it predicts. */
    private static final int FEWEST_KNOWN = 2;
    /** Neighbouring message sizes on each side whose misses count. */
    private static final int NEIGHBOURS = 2;
    private static final double OF_A_NEIGHBOUR = 0.5;
    /** The last counts resemble the next one most. */
    private static final double OF_AN_EARLIER_COUNT = 0.35;
    /** What no way is better than: 0.4 % of the time. */
    private static final double FLOOR = 0.004;
    /** The power of a way's likelihood by which it is weighed. */
    private static final double TRUST = 1.1;
    /** Misses of neighbouring sizes resemble one another: together they are worth no more single ones. */
    private static final double MOST_WORTH = 3;

    /** @param curves of all message sizes, ascending @param index of the one that is continued */
    static Backtest of(List<GpuCounts> curves, int index) {
        int ways = Guesses.formulas().size();
        var squares = new double[ways];
        var predicted = new double[ways];
        double weights = 0;
        double weightsSquared = 0;
        for (int i = Math.max(0, index - NEIGHBOURS); i < Math.min(curves.size(), index + NEIGHBOURS + 1); i++) {
            var curve = curves.get(i);
            for (int j = FEWEST_KNOWN; j < curve.size(); j++) {
                double weight = Math.pow(OF_A_NEIGHBOUR, Math.abs(i - index))
                        * Math.pow(OF_AN_EARLIER_COUNT, curve.size() - 1.0 - j);
                weights += weight;
                weightsSquared += weight * weight;
                double[] misses = Guesses.misses(curve, j, curves);
                for (int way = 0; way < ways; way++) {
                    if (!Double.isNaN(misses[way])) {
                        squares[way] += weight * misses[way] * misses[way];
                        predicted[way] += weight;
                    }
                }
            }
        }
        for (int way = 0; way < ways; way++) {
            squares[way] = predicted[way] > weights / 2 ? squares[way] / predicted[way] + FLOOR * FLOOR : Double.NaN;
        }
        return new Backtest(squares, Math.min(MOST_WORTH, weights * weights / weightsSquared));
    }

    /** Returns the weights of the ways, in sum 1. @param guesses what each predicts; NaN where it cannot */
    double[] weights(double[] guesses) {
        var logs = new double[meanSquares.length];
        for (int way = 0; way < logs.length; way++) {
            logs[way] = Double.isNaN(guesses[way]) || Double.isNaN(meanSquares[way])
                    ? Double.NEGATIVE_INFINITY
                    : -0.5 * TRUST * worth * Math.log(meanSquares[way]);
        }
        double largest = Arrays.stream(logs).max().orElseThrow();
        double[] weights = Arrays.stream(logs).map(log -> Math.exp(log - largest)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** Returns the least of what the ways that are the constant law missed. */
    double ofFlat() {
        return Guesses.FLAT.stream().mapToDouble(way -> meanSquares[way]).min().orElseThrow();
    }

    /** Returns the root mean square of the misses of all ways as they are weighed. */
    double rootMeanSquare(double[] weights) {
        double sum = 0;
        for (int way = 0; way < weights.length; way++) {
            sum += weights[way] == 0 ? 0 : weights[way] * meanSquares[way];
        }
        return Math.sqrt(sum);
    }
}
