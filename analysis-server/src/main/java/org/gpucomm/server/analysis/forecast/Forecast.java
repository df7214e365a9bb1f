package org.gpucomm.server.analysis.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A curve along GPUs continued to twice and four times its largest count. Every way to continue it ({@link Guesses}) had to
 * tell the measured counts from those before them ({@link Backtest}); what the ways missed weighs them, and makes the
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
    private static final int FEWEST = 3;
    /** Half an interval in standard deviations, tuned on planted laws to hold {@link #LEVEL} of the points. */
    private static final double HALF = 1.45;
    /**
     * The same below and above the time that is told, of {@link #FEWEST} counts: only one could be told from those before it,
     * and one miss tells little of the next.
     */
    private static final double BELOW_OF_FEWEST = 1.9;
    private static final double ABOVE_OF_FEWEST = 1;
    /** The same above the time that another algorithm would take which began at the second or third of them. */
    private static final double ABOVE_ANOTHER = 0.95;
    /** By what factor a step is larger than the one before where the time clearly grows faster. */
    private static final double FASTER = 1.15;
    private static final String OF_FEWEST = " (of three counts only)";
    /** What {@link #FEWEST} counts miss at least: among many ways some tells a single count by chance. */
    private static final double LEAST_MISS_OF_FEWEST = 0.05;
    /** By how much of a step's miss each further step misses more. */
    private static final double GROWTH = 0.45;
    /** An interval whose ends are further apart than this factor tells nothing. */
    private static final double WIDEST = 4;

    /** @param time µs, as are both ends of the interval that holds it with {@link #LEVEL} */
    public record Point(int ranks, double time, double low, double high) {}

    /**
     * Returns a forecast, or why there is none, for each of the curves.
     *
     * @param curves    all message sizes of one stack, ascending
     * @param busFactor of the operation on so many ranks, where it has one: it tells when bus bandwidth rises
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
            double grown = 1 + GROWTH * Math.max(0, steps - 1);
            if (law.isEmpty()) {
                law = Guesses.formulas().get(heaviest) + (curve.size() == FEWEST ? OF_FEWEST : "");
                missed = perStep;
            }
            double told = guesses[heaviest] < level ? mean : Math.max(mean, level);
            double[] ends = ends(curve, ranks, told, grown, perStep, apart);
            if (Math.exp(ends[1] - ends[0]) > WIDEST) {
                break;
            }
            points.add(new Point(ranks, Math.exp(told), Math.exp(ends[0]), Math.exp(ends[1])));
        }
        return new Forecast(law, missed, points, points.isEmpty()
                ? "the smaller counts tell the larger ones so badly that the interval would be wider than a factor of 4"
                : "");
    }

    /**
     * Returns both ends of the interval, as logarithms. Where the time grows faster and faster, the line through the last two
     * counts lies within it. Three counts do not tell a law that slows from one that another algorithm has interrupted: both lie
     * in theirs.
     *
     * @param apart the variance of what the ways tell
     */
    private static double[] ends(GpuCounts curve, int ranks, double told, double grown, double perStep, double apart) {
        if (curve.size() > FEWEST) {
            double half = HALF * Math.hypot(grown * perStep, Math.sqrt(apart));
            return new double[]{told - half, Math.max(told + half, Guesses.ifItGoesOnFaster(ranks, curve, FASTER))};
        }
        double deviation = Math.hypot(grown * Math.hypot(perStep, LEAST_MISS_OF_FEWEST), Math.sqrt(apart));
        double another = Math.max(Guesses.ifItGoesOnFaster(ranks, curve, 1), Guesses.ifAnotherBegan(ranks, curve));
        return new double[]{told - BELOW_OF_FEWEST * deviation,
                Math.max(told + ABOVE_OF_FEWEST * deviation, another + ABOVE_ANOTHER * deviation)};
    }

    /**
     * Returns what each way tells, but no rise of bandwidth by one that told the measured counts no better than the constant law.
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
