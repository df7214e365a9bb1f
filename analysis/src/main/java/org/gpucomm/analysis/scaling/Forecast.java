package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A curve along GPUs continued to twice and four times its largest count. Every way to continue it ({@link Guesses}) had to predict the
 * measured counts
 * from those before them ({@link Backtest}); what the ways missed weighs them, and makes the
 * interval.
 *
 * @param law      formula of the way that weighs most, and whether it is one of the fewest counts; "" where none was tried
 * @param backtest root mean square of what was missed, as a share of the time; NaN where none was tried
 * @param points   empty when the forecast is refused
 * @param refusal  why there is none; empty when there is
 */
public record Forecast(String law, double backtest, List<Point> points, String refusal) {

    /** The share of points that lie in their intervals; docs/analysis.md has how often they do. */
    public static final double LEVEL = 0.9;
    /** Of the largest measured count; what lies further is faith. */
    private static final int[] TIMES = {2, 4};
    static final int FEWEST = 3;
    private static final String OF_FEWEST = " (of three counts only)";
    /** An interval whose ends are further apart than this factor says nothing. */
    private static final double WIDEST = 4;

    /** @param time µs, as are both ends of the interval that holds it with {@link #LEVEL} */
    public record Point(int ranks, double time, double low, double high) {}

    /**
     * Returns a forecast, or why there is none, for each of the curves.
     *
     * @param curves    all message sizes of one stack, ascending
     * @param busFactor of the operation on so many ranks, where it has one: it shows when bus bandwidth rises
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
            double[] guesses = believed(Guesses.at(ranks, curve, curves), backtest, level);
            double[] weights = backtest.weights(guesses);
            int heaviest = heaviest(weights);
            double mean = weighted(weights, guesses);
            double apart = weighted(weights, Arrays.stream(guesses).map(guess -> Math.pow(guess - mean, 2)).toArray());
            double steps = Math.log(times) / Math.log(2) / curve.doublings();
            double perStep = backtest.rootMeanSquare(weights);
            if (law.isEmpty()) {
                law = Guesses.formulas().get(heaviest) + (curve.size() == FEWEST ? OF_FEWEST : "");
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
                ? "the smaller counts tell the larger ones so badly that the interval would be wider than a factor of 4"
                : "");
    }

    /**
     * Returns what each way predicts, but no rise of bandwidth by one that predicted the measured counts no better than the constant law.
     *
     * @param level log time below which bandwidth rises although it falls at every neighbouring size
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
