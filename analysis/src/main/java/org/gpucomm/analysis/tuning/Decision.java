package org.gpucomm.analysis.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.tuning.Trials.TriedCase;

/**
 * Line of a tuner file for one place.
 *
 * @param choice  choice; empty if none is known to be as fast as NCCL's own
 * @param gain    share of NCCL's own time that the choice saves; 0 if it only keeps NCCL's choice
 * @param isWin   whether the gain is significant
 * @param nearest text about the nearest choice, for a place without a choice
 */
public record Decision(TriedCase place, Optional<Choice> choice, double gain, boolean isWin, String nearest) {

    /** Smallest number of processes per side. Fewer cannot distinguish a choice from a mode of its processes. */
    static final int FEWEST = 6;
    private static final double ERROR = 0.05;
    /** Smallest gain that is worth a plugin, and largest loss that counts as none. */
    private static final double WORTH = 0.02;

    /** @param tests number of choices judged at all places together */
    static Decision at(TriedCase place, Trials trials, int tests) {
        var own = trials.own(place);
        var candidates = trials.pinned(place);
        var best = wins(place, trials, tests).stream()
                .min((a, b) -> Double.compare(TrimmedMean.of(candidates.get(a)).mean(),
                        TrimmedMean.of(candidates.get(b)).mean()));
        if (best.isPresent()) {
            return new Decision(place, best, gain(own, candidates.get(best.get())), true, "");
        }
        var chosen = trials.chosen(place);
        if (chosen.isPresent()) {
            return new Decision(place, chosen, 0, false, "");
        }
        var kept = candidates.entrySet().stream().filter(each -> mostLost(own, each.getValue()) <= Math.log1p(WORTH))
                .min((a, b) -> Double.compare(mostLost(own, a.getValue()), mostLost(own, b.getValue())))
                .map(Map.Entry::getKey);
        return new Decision(place, kept, 0, false, nearest(own, candidates));
    }

    /** Returns the decision with NCCL's own choice, since no neighbour supports the win. */
    Decision without(Trials trials) {
        var kept = trials.chosen(place).or(() -> choice);
        return new Decision(place, kept, 0, false, nearest);
    }

    /**
     * Returns the choices that win both tests: the test of trimmed means at 5 % over all tests, which suits small noise and outliers, and
     * the exact test of Mann and Whitney on whole processes at 5 % over all choices of all collectives, since modes of processes
     * invalidate t-tests.
     */
    private static List<Choice> wins(TriedCase place, Trials trials, int tests) {
        var own = trials.own(place);
        var candidates = trials.pinned(place);
        var wins = new ArrayList<Choice>();
        candidates.forEach((choice, times) -> {
            if (own.length < FEWEST || times.length < FEWEST || gain(own, times) < WORTH) {
                return;
            }
            double trimmed = TrimmedMean.of(times).isLess(TrimmedMean.of(own));
            double ranks = MannWhitneyUTest.withDefaults().with(AlternativeHypothesis.LESS_THAN)
                    .test(trials.around(place, choice), trials.around(place, null)).getPValue();
            if (trimmed * tests < ERROR && ranks * candidates.size() * Trials.COLLECTIVES.size() < ERROR) {
                wins.add(choice);
            }
        });
        return wins;
    }

    /** Returns the upper limit, at 95 %, of the difference of the logarithms. */
    private static double mostLost(double[] own, double[] times) {
        if (own.length < FEWEST || times.length < FEWEST) {
            return Double.POSITIVE_INFINITY;
        }
        double a = spread(own) / own.length;
        double b = spread(times) / times.length;
        double degrees = a + b == 0
                ? 1
                : (a + b) * (a + b) / (a * a / (own.length - 1) + b * b / (times.length - 1));
        return mean(times) - mean(own)
                + TDistribution.of(degrees).inverseSurvivalProbability(ERROR) * Math.sqrt(a + b);
    }

    private static String nearest(double[] own, Map<Choice, double[]> candidates) {
        return candidates.entrySet().stream().filter(each -> mostLost(own, each.getValue()) < 1)
                .min((a, b) -> Double.compare(mostLost(own, a.getValue()), mostLost(own, b.getValue())))
                .map(each -> "the nearest, " + each.getKey().words() + ", may be "
                        + Math.round(1000 * Math.expm1(mostLost(own, each.getValue()))) / 10.0 + " % slower")
                .orElse("no choice was measured in " + FEWEST + " processes, as NCCL's own must be");
    }

    static double gain(double[] own, double[] times) {
        return -Math.expm1(Spread.median(times) - Spread.median(own));
    }

    private static double mean(double[] values) {
        return Mean.of(values).getAsDouble();
    }

    private static double spread(double[] values) {
        return Variance.of(values).getAsDouble();
    }
}
