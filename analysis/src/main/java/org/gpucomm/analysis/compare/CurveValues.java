package org.gpucomm.analysis.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Spread;

/**
 * Value of each process for a whole curve: its distance from the median of all processes at the typical size, with more weight for sizes
 * with little noise. A curve can thus show a difference that is too small for any single size.
 */
final class CurveValues {

    private static final double LEAST_NOISE = 1e-4;

    private CurveValues() {}

    /** @param values values by process for each place of the curve */
    static double[] of(List<double[]> values) {
        int processes = values.getFirst().length;
        var above = new double[values.size()][processes];
        var weights = new double[values.size()];
        for (int place = 0; place < values.size(); place++) {
            double middle = Spread.median(values.get(place));
            for (int process = 0; process < processes; process++) {
                above[place][process] = values.get(place)[process] - middle;
            }
            double noise = Spread.MAD_TO_SIGMA * Spread.median(Arrays.stream(above[place]).map(Math::abs).toArray());
            weights[place] = 1 / Math.max(LEAST_NOISE, noise);
        }
        var typical = new double[processes];
        for (int process = 0; process < processes; process++) {
            int of = process;
            typical[process] = weightedMedian(
                    IntStream.range(0, above.length).mapToDouble(place -> above[place][of]).toArray(), weights);
        }
        return typical;
    }

    private static double weightedMedian(double[] values, double[] weights) {
        var order = IntStream.range(0, values.length).boxed().sorted(Comparator.comparingDouble(i -> values[i]))
                .toList();
        double half = Arrays.stream(weights).sum() / 2;
        double sum = 0;
        for (int i : order) {
            sum += weights[i];
            if (sum >= half) {
                return values[i];
            }
        }
        return values[order.getLast()];
    }
}
