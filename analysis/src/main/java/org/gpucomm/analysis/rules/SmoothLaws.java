package org.gpucomm.analysis.rules;

import java.util.Arrays;

/**
 * Smooth transitions from a latency to a bandwidth: (α^p + (size/β)^p)^(1/p), which is Hockney's line for p = 1, and α + γ·√size +
 * size/β. A curve that follows such a law has no protocol switch.
 */
final class SmoothLaws {

    private static final double[] SHARPNESS = {0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 1.5, 2, 3, 4};

    private SmoothLaws() {}

    /** Returns the smallest sum of squared relative residuals among these laws. @param weights weight of each residual */
    static double leastSquares(double[] bytes, double[] times, double[] weights) {
        return Math.min(ofRoot(bytes, times, weights),
                Arrays.stream(SHARPNESS).map(p -> ofPower(bytes, times, weights, p)).min().orElseThrow());
    }

    /** Fits a line to the p-th powers, whose relative residuals near the law are p times those of the times. */
    private static double ofPower(double[] bytes, double[] times, double[] weights, double p) {
        var line = FittedLine.through(Arrays.stream(bytes).map(size -> Math.pow(size, p)).toArray(),
                Arrays.stream(times).map(time -> Math.pow(time, p)).toArray(), weights, 0, times.length);
        double squares = 0;
        for (int i = 0; i < times.length; i++) {
            double power = Math.max(0, line.at(Math.pow(bytes[i], p)));
            squares += square(weights[i] * (Math.pow(power, 1 / p) / times[i] - 1));
        }
        return squares;
    }

    /** Fits the law with the square root, which is linear in α, γ and 1/β. */
    private static double ofRoot(double[] bytes, double[] times, double[] weights) {
        var basis = new double[3][times.length];
        var target = new double[times.length];
        for (int i = 0; i < times.length; i++) {
            double weight = weights[i] / times[i];
            basis[0][i] = weight;
            basis[1][i] = weight * Math.sqrt(bytes[i]);
            basis[2][i] = weight * bytes[i];
            target[i] = weights[i];
        }
        return leftOver(basis, target);
    }

    /** Returns the squared length of a vector after its projections on the others are removed (Gram–Schmidt). */
    private static double leftOver(double[][] basis, double[] target) {
        for (int i = 0; i < basis.length; i++) {
            double length = Math.sqrt(product(basis[i], basis[i]));
            for (int k = 0; k < basis[i].length; k++) {
                basis[i][k] /= length;
            }
            for (int j = i + 1; j < basis.length; j++) {
                takeAway(basis[j], basis[i]);
            }
            takeAway(target, basis[i]);
        }
        return product(target, target);
    }

    private static void takeAway(double[] from, double[] direction) {
        double share = product(from, direction);
        for (int k = 0; k < from.length; k++) {
            from[k] -= share * direction[k];
        }
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    private static double square(double value) {
        return value * value;
    }
}
