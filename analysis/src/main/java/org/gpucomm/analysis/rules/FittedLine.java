package org.gpucomm.analysis.rules;

/**
 * Fitted line, time = alpha + slope · bytes, by least squares of the relative residuals, so that small messages count as much as large
 * ones.
 *
 * @param alpha      latency in µs
 * @param slope      µs per byte
 * @param alphaError standard error of alpha in µs
 * @param slopeError standard error of the slope
 * @param squares    sum of the squared relative residuals
 */
record FittedLine(double alpha, double slope, double alphaError, double slopeError, double squares) {

    /** @param bytes at least two different sizes @param weights weights of the relative residuals */
    static FittedLine through(double[] bytes, double[] times, double[] weights, int from, int to) {
        int n = to - from;
        double w = 0;
        double wx = 0;
        double wxx = 0;
        double wt = 0;
        double wxt = 0;
        for (int i = from; i < to; i++) {
            double weight = weights[i] * weights[i] / (times[i] * times[i]);
            w += weight;
            wx += weight * bytes[i];
            wxx += weight * bytes[i] * bytes[i];
            wt += weight * times[i];
            wxt += weight * bytes[i] * times[i];
        }
        double determinant = w * wxx - wx * wx;
        double slope = (w * wxt - wx * wt) / determinant;
        double alpha = (wt - slope * wx) / w;
        double squares = 0;
        double weighted = 0;
        for (int i = from; i < to; i++) {
            double residual = (alpha + slope * bytes[i]) / times[i] - 1;
            squares += residual * residual;
            weighted += weights[i] * weights[i] * residual * residual;
        }
        double ofResidual = n > 2 ? weighted / (n - 2) : Double.NaN;
        return new FittedLine(alpha, slope, Math.sqrt(ofResidual * wxx / determinant),
                Math.sqrt(ofResidual * w / determinant), squares);
    }

    double at(double bytes) {
        return alpha + slope * bytes;
    }

    /** Returns the bandwidth of large messages in GB/s. */
    double beta() {
        return 1 / (slope * 1e3);
    }

    /** Returns the message size in bytes that reaches half of beta. */
    double halfSize() {
        return alpha / slope;
    }
}
