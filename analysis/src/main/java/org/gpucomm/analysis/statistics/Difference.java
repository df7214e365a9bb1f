package org.gpucomm.analysis.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Difference of two times, with its uncertainty.
 *
 * @param effect  logarithm of the ratio of the times: 0.03 if the second takes 3 % longer
 * @param error   standard error of the effect, above 0
 * @param degrees degrees of freedom of its t distribution
 */
public record Difference(double effect, double error, double degrees) {

    /** Returns the probability of so large a difference, in either direction, by chance. */
    public double pValue() {
        return Math.min(1, 2 * survival(Math.abs(effect) / error));
    }

    /** Returns the probability of an effect this large if the true one is {@code least} or less. */
    public double pGreater(double least) {
        return survival((effect - least) / error);
    }

    /** Returns the probability of an effect this small if the true one is {@code most} or more. */
    public double pLess(double most) {
        return survival((most - effect) / error);
    }

    /** Returns half of the interval around the effect that contains the true one with this probability, for example 0.95. */
    public double halfInterval(double probability) {
        return error * TDistribution.of(degrees).inverseSurvivalProbability((1 - probability) / 2);
    }

    /** Returns the difference from this logarithm to another one, with both errors. */
    public Difference to(Difference other) {
        return NoiseModel.of(other.effect - effect, this, other);
    }

    /** Returns the difference with a multiple of its error. */
    public Difference withError(double times) {
        return new Difference(effect, times * error, degrees);
    }

    /** Returns the difference with the error and the degrees of freedom of another one, if that error is larger. */
    public Difference atLeastAsUncertainAs(Difference other) {
        return other.error > error ? new Difference(effect, other.error, other.degrees) : this;
    }

    private double survival(double t) {
        return TDistribution.of(degrees).survivalProbability(t);
    }
}
