package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Extrapolation of a curve along GPUs to twice and four times its largest count. Each method ({@link Extrapolations}) predicts the measured
 * counts from smaller ones ({@link Backtest}). Its errors give its weight and the interval.
 *
 * @param law      formula of the method with the largest weight, and whether it has the fewest counts; empty if none was tried
 * @param backtest root mean square of the errors as a share of the time; NaN if none was tried
 * @param points   predicted points; empty if the forecast is refused
 * @param refusal  reason of a refusal; empty if there is a forecast
 */
public record Forecast(String law, double backtest, List<Point> points, String refusal) {

    /** Share of points that lie in their intervals; docs/analysis.md has the observed share. */
    public static final double LEVEL = 0.9;
    /** Multiples of the largest measured count. Larger ones cannot be predicted. */
    private static final int[] TIMES = {2, 4};
    static final int FEWEST = 3;
    private static final String OF_FEWEST = " (of three counts only)";
    /** Largest ratio of the ends of a useful interval. */
    private static final double WIDEST = 4;

    /** @param time time in µs, like both ends of the interval that contains it with {@link #LEVEL} */
    public record Point(int ranks, double time, double low, double high) {}

    /**
     * Returns a forecast or a refusal for each curve.
     *
     * @param curves    curves of all message sizes of one stack, ascending
     * @param busFactor bus factor by number of ranks, if the operation has one; it shows whether bus bandwidth rises
     */
    public static List<Forecast> of(List<GpuCounts> curves, IntFunction<OptionalDouble> busFactor) {
        var beyond = curves.stream().map(GpuCounts::beyondTheBoundary).toList();
        return IntStream.range(0, curves.size())
                .mapToObj(i -> curves.get(i).refusal(FEWEST).map(Forecast::refused)
                        .orElseGet(() -> continued(beyond, i, busFactor)))
                .toList();
    }

    private static Forecast refused(String why) {
        return new Forecast("", Double.NaN, List.of(), why);
    }

    private static Forecast continued(List<GpuCounts> curves, int index, IntFunction<OptionalDouble> busFactor) {
        var curve = curves.get(index);
        var backtest = Backtest.of(curves, index);
        boolean mayRise = !Neighbours.allFall(curves, index, busFactor);
        var points = new ArrayList<Point>();
        String law = "";
        double missed = Double.NaN;
        for (int times : TIMES) {
            int ranks = times * curve.last().ranks();
            double level = mayRise ? Double.NEGATIVE_INFINITY : Neighbours.level(curve, ranks, busFactor);
            double[] guesses = believed(Extrapolations.at(ranks, curve, curves), backtest, level);
            double[] weights = backtest.weights(guesses);
            int heaviest = heaviest(weights);
            double mean = weighted(weights, guesses);
            double apart = weighted(weights, Arrays.stream(guesses).map(guess -> Math.pow(guess - mean, 2)).toArray());
            double steps = Math.log(times) / Math.log(2) / curve.doublings();
            double perStep = backtest.rootMeanSquare(weights);
            if (law.isEmpty()) {
                law = Extrapolations.formulas().get(heaviest) + (curve.size() == FEWEST ? OF_FEWEST : "");
                missed = perStep;
            }
            double predicted = guesses[heaviest] < level ? mean : Math.max(mean, level);
            var interval = Interval.of(curve, ranks, predicted, perStep, steps, apart);
            if (Math.exp(interval.high() - interval.low()) > WIDEST) {
                break;
            }
            points.add(new Point(ranks, Math.exp(predicted), Math.exp(interval.low()), Math.exp(interval.high())));
        }
        return new Forecast(law, missed, points, points.isEmpty()
                ? "the smaller counts predict the larger ones so badly that the interval would be wider than a factor of 4"
                : "");
    }

    /**
     * Returns the predictions. A method that predicted the measured counts no better than the constant law may not predict a rise of
     * bandwidth.
     *
     * @param level logarithm of the time below which bandwidth rises although it falls at every neighbouring size
     */
    private static double[] believed(double[] guesses, Backtest backtest, double level) {
        return IntStream.range(0, guesses.length)
                .mapToDouble(way -> guesses[way] < level && backtest.meanSquares()[way] >= backtest.ofFlat()
                        ? level
                        : guesses[way])
                .toArray();
    }

    private static double weighted(double[] weights, double[] values) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] == 0 ? 0 : weights[i] * values[i];
        }
        return sum;
    }

    private static int heaviest(double[] weights) {
        return IntStream.range(0, weights.length).reduce((one, other) -> weights[other] > weights[one] ? other : one)
                .orElseThrow();
    }
}
