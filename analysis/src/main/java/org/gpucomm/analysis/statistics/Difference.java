package org.gpucomm.analysis.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Difference of two times, and what chance makes of it.
 *
 * @param effect  logarithm of the ratio of the times: 0.03 = the second takes 3 % longer
 * @param error   standard error of the effect, above 0
 * @param degrees of freedom of the t distribution that it has without a difference
 */
public record Difference(double effect, double error, double degrees) {

    /** Returns the probability that chance alone makes the two so far apart, in either direction. */
    public double pValue() {
        return Math.min(1, 2 * survival(Math.abs(effect) / error));
    }

    /** Returns the probability of an effect this large where the true one is {@code least} or less. */
    public double pGreater(double least) {
        return survival((effect - least) / error);
    }

    /** Returns the probability of an effect this small where the true one is {@code most} or more. */
    public double pLess(double most) {
        return survival((most - effect) / error);
    }

    /** Returns half the interval around the effect that holds the true one with this probability, as 0.95. */
    public double halfInterval(double probability) {
        return error * TDistribution.of(degrees).inverseSurvivalProbability((1 - probability) / 2);
    }

    /** Returns how far another logarithm lies from this one, each known with its error. */
    public Difference to(Difference other) {
        return NoiseModel.of(other.effect - effect, this, other);
    }

    /** Returns this with so many times the error. */
    public Difference withError(double times) {
        return new Difference(effect, times * error, degrees);
    }

    /** Returns this, or where its error is less, with that of another and the other's degrees of freedom. */
    public Difference atLeastAsUncertainAs(Difference other) {
        return other.error > error ? new Difference(effect, other.error, other.degrees) : this;
    }

    private double survival(double t) {
        return TDistribution.of(degrees).survivalProbability(t);
    }
}
