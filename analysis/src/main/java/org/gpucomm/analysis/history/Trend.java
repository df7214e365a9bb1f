package org.gpucomm.analysis.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Gradual change over all runs of a history, by the test of Mann ("Nonparametric Tests Against Trend", Econometrica, 1945) and Kendall
 * ("Rank Correlation Methods", 1975): the number of pairs of runs that rise, minus the number that fall. Correlation of successive runs
 * increases this difference without a trend; its variance is increased by the same factor as that of their mean. Runs that a step, or the
 * detected changes, explain as well as a line are no trend.
 *
 * @param effect time of the last run over that of the first on the line, minus one: the median over the sizes that moved
 * @param sizes  sizes in bytes that moved; all sizes if none stands out
 * @param pValue probability of such an order without a trend
 */
public record Trend(double effect, List<Long> sizes, double pValue) {

    /** Smallest number of runs for which the normal approximation of the test holds. */
    private static final int FEWEST = 10;
    /** Significance level of a trend. */
    private static final double LEVEL = 0.005;
    /** Standard errors between the medians of the outer thirds from which a size has moved: each has (π / 2) · variance / runs. */
    private static final double ERRORS = 3;
    private static final double ROUNDING = 1e-12;
    /** Smallest logarithm of the ratio of a line's likelihood to that of steps. */
    private static final double LIKELIER = 5;

    /**
     * @param sizes sizes of the columns in bytes
     * @param logs  logarithms of times, a row per run in order of time
     * @param steps indexes of the first runs after the detected changes
     */
    static Optional<Trend> in(List<Long> sizes, double[][] logs, int[] steps) {
        int n = logs.length;
        if (n < FEWEST) {
            return Optional.empty();
        }
        var levels = NormalizedRuns.levels(NormalizedRuns.of(logs));
        double pValue = pValue(levels);
        if (!(pValue < LEVEL) || !isLikelierThanSteps(levels, steps)) {
            return Optional.empty();
        }
        double error = ERRORS * (n - 1) / (n - third(n)) * Math.sqrt(Math.PI / third(n));
        var effects = IntStream.range(0, sizes.size())
                .mapToDouble(size -> slope(NormalizedRuns.column(logs, size)) * (n - 1))
                .toArray();
        var moved = IntStream.range(0, sizes.size())
                .filter(size -> Math.abs(effects[size]) > error
                        * NormalizedRuns.noise(NormalizedRuns.column(logs, size)))
                .toArray();
        var shown = moved.length > 0 ? moved : IntStream.range(0, sizes.size()).toArray();
        double effect = Median.withDefaults()
                .evaluate(Arrays.stream(shown).mapToDouble(size -> effects[size]).toArray());
        return Optional.of(new Trend(Math.expm1(effect), Arrays.stream(shown).mapToObj(sizes::get).toList(), pValue));
    }

    private static double pValue(double[] levels) {
        int n = levels.length;
        double rising = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                rising += Math.signum(levels[j] - levels[i]);
            }
        }
        double slope = slope(levels);
        var off = new double[n];
        double mean = Arrays.stream(levels).average().orElseThrow() - slope * (n - 1) / 2;
        Arrays.setAll(off, run -> levels[run] - slope * run - mean);
        double variance = (n * (n - 1.0) * (2 * n + 5) - ofTies(levels)) / 18 * ChangePoints.resemblance(off, 2);
        return variance > 0
                ? Math.min(1, 2 * NormalDistribution.of(0, 1)
                        .survivalProbability(Math.max(0, Math.abs(rising) - 1) / Math.sqrt(variance)))
                : 1;
    }

    private static double ofTies(double[] levels) {
        var sorted = levels.clone();
        Arrays.sort(sorted);
        double sum = 0;
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] != sorted[from]) {
                double ties = i - (double) from;
                sum += ties * (ties - 1) * (2 * ties + 5);
                from = i;
            }
        }
        return sum;
    }

    /**
     * Returns the growth per run of the resistant line through the medians of the outer thirds (Tukey, "Exploratory Data Analysis",
     * 1977).
     */
    private static double slope(double[] levels) {
        int third = third(levels.length);
        double first = Median.withDefaults().evaluate(Arrays.copyOf(levels, third));
        double last = Median.withDefaults()
                .evaluate(Arrays.copyOfRange(levels, levels.length - third, levels.length));
        return (last - first) / (levels.length - third);
    }

    private static int third(int runs) {
        return (runs + 1) / 3;
    }

    /** Compares by least squares of the medians of three runs each, so that one bad run is neither a step nor a line. */
    private static boolean isLikelierThanSteps(double[] levels, int[] steps) {
        int n = levels.length - 2;
        var smooth = new double[n];
        Arrays.setAll(smooth, run -> Median.withDefaults().evaluate(Arrays.copyOfRange(levels, run, run + 3)));
        double mean = Arrays.stream(smooth).average().orElseThrow();
        var sums = new double[n + 1];
        double all = 0;
        double products = 0;
        for (int run = 0; run < n; run++) {
            double off = smooth[run] - mean;
            all += off * off;
            products += off * (run - (n - 1) / 2.0);
            sums[run + 1] = sums[run] + off;
        }
        double bySteps = explained(sums, steps);
        for (int at = 1; at < n; at++) {
            bySteps = Math.max(bySteps, explained(sums, at + 1));
        }
        double byLine = products * products / (n * (n * (double) n - 1) / 12);
        return n / 2.0 * Math.log((all - bySteps) / Math.max(all - byLine, ROUNDING * all)) > LIKELIER;
    }

    /** Returns the squares that the means of the parts between steps explain. @param sums sums of the first numbers, from none to all */
    private static double explained(double[] sums, int... steps) {
        double explained = 0;
        int from = 0;
        for (int part = 0; part <= steps.length; part++) {
            // A median of three runs belongs to the middle one.
            int to = part == steps.length ? sums.length - 1 : Math.clamp(steps[part] - 1, from, sums.length - 1);
            double sum = sums[to] - sums[from];
            explained += to > from ? sum * sum / (to - from) : 0;
            from = to;
        }
        return explained;
    }
}
