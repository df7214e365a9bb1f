package org.gpucomm.analysis.statistics;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The scale of a t distribution of the logarithm of a time that one process measured: 0.01 = 1 %.
 *
 * @param sigma   above 0
 * @param degrees of freedom: the fewer, the more often a time lies far off
 * @param source what shows it
 */
public record Noise(double sigma, double degrees, Source source) {

    /** Times are printed with few digits: equal ones are not without noise. */
    static final double LEAST = 1e-4;

    public Noise {
        if (!(sigma > 0) || !(degrees > 0)) {
            throw new IllegalArgumentException(
                    "sigma and degrees must be above 0, were " + sigma + " and " + degrees);
        }
    }

    /** Source of an estimate of noise, the best first. */
    public enum Source {
        /** Several processes measured the same here, or at the neighbouring sizes. */
        REPETITIONS,
        /** Earlier runs of the same at the same place. */
        HISTORY,
        /** The rounds of the bundled H200 set. */
        BUNDLED;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns that of earlier runs at the same place. @param sigma 0 where they print the same time */
    public static Noise ofHistory(double sigma, double degrees) {
        return new Noise(Math.max(LEAST, sigma), degrees, Source.HISTORY);
    }

    /** Returns this with a larger sigma where another is larger. */
    Noise atLeast(double other) {
        return other > sigma ? new Noise(other, degrees, source) : this;
    }

}
