package org.gpucomm.analysis.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Correction of chances for the number of tests on the same rows. */
public final class FalseDiscoveries {

    private FalseDiscoveries() {}

    /**
     * Returns, for each p-value, the expected share of false results among all with the same or a smaller p-value (Benjamini and
     * Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B, 1995). Without any true effect, the
     * chance that any share is below a level is at most that level.
     */
    public static double[] rates(double[] pValues) {
        var order = ascending(pValues);
        var rates = new double[pValues.length];
        double least = 1;
        for (int rank = order.length; rank > 0; rank--) {
            least = Math.min(least, pValues[order[rank - 1]] * order.length / rank);
            rates[order[rank - 1]] = least;
        }
        return rates;
    }

    /** Returns each p-value corrected so that the chance of any false result below a level is that level (Holm, 1979). */
    public static double[] familywise(double[] pValues) {
        var order = ascending(pValues);
        var corrected = new double[pValues.length];
        double most = 0;
        for (int rank = 0; rank < order.length; rank++) {
            most = Math.min(1, Math.max(most, pValues[order[rank]] * (order.length - rank)));
            corrected[order[rank]] = most;
        }
        return corrected;
    }

    private static int[] ascending(double[] pValues) {
        return IntStream.range(0, pValues.length).boxed().sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue).toArray();
    }
}
