package org.gpucomm.analysis.scaling;

import java.util.Arrays;
import java.util.List;

/**
 * Errors of each method of extrapolation ({@link Extrapolations}) in predicting the measured counts, of this message size and of its neighbours,
 * from smaller counts.
 *
 * @param meanSquares mean squared errors of each method, in logarithms; NaN if it could not predict most counts
 * @param worth       number of independent errors with the same information
 */
record Backtest(double[] meanSquares, double worth) {

    /** Smallest number of counts before a predicted one, for a law of two parameters. */
    private static final int FEWEST_KNOWN = 2;
    /** Number of neighbouring message sizes on each side whose errors count. */
    private static final int NEIGHBOURS = 2;
    private static final double OF_A_NEIGHBOUR = 0.5;
    /** Factor by which each earlier count has less weight, since the last counts resemble the next one most. */
    private static final double OF_AN_EARLIER_COUNT = 0.35;
    /** Smallest error of any method: 0.4 % of the time. */
    private static final double FLOOR = 0.004;
    /** Power of a method's likelihood that is its weight. */
    private static final double TRUST = 1.1;
    /** Largest number of independent errors, since errors of neighbouring sizes resemble each other. */
    private static final double MOST_WORTH = 3;

    /** @param curves curves of all message sizes, ascending @param index index of the extrapolated curve */
    static Backtest of(List<GpuCounts> curves, int index) {
        int ways = Extrapolations.formulas().size();
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
                double[] misses = Extrapolations.misses(curve, j, curves);
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

    /** Returns the weights of the methods, in sum 1. @param guesses prediction of each; NaN if there is none */
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

    /** Returns the smallest mean squared error of the methods with the constant law. */
    double ofFlat() {
        return Extrapolations.FLAT.stream().mapToDouble(way -> meanSquares[way]).min().orElseThrow();
    }

    /** Returns the root mean square of the errors of all methods, weighted. */
    double rootMeanSquare(double[] weights) {
        double sum = 0;
        for (int way = 0; way < weights.length; way++) {
            sum += weights[way] == 0 ? 0 : weights[way] * meanSquares[way];
        }
        return Math.sqrt(sum);
    }
}
