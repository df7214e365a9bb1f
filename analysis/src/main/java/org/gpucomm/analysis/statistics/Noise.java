package org.gpucomm.analysis.statistics;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Noise of a time that one process measured: scale of the t distribution of its logarithm, 0.01 = 1 %.
 *
 * @param sigma   scale, above 0
 * @param degrees degrees of freedom; the fewer, the more frequent are outliers
 * @param source  source of the estimate
 */
public record Noise(double sigma, double degrees, Source source) {

    /** Smallest noise. Times are printed with few digits, so that equal times still have noise. */
    static final double LEAST = 1e-4;

    public Noise {
        if (!(sigma > 0) || !(degrees > 0)) {
            throw new IllegalArgumentException(
                    "sigma and degrees must be above 0, were " + sigma + " and " + degrees);
        }
    }

    /** Source of an estimate of noise, the best first. */
    public enum Source {
        /** Several processes that measured this size or its neighbours. */
        REPETITIONS,
        /** Earlier runs at the same place. */
        HISTORY,
        /** Rounds of the bundled H200 set. */
        BUNDLED;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the noise of earlier runs at the same place. @param sigma 0 if they print equal times */
    public static Noise ofHistory(double sigma, double degrees) {
        return new Noise(Math.max(LEAST, sigma), degrees, Source.HISTORY);
    }

    /** Returns the noise with at least this sigma. */
    Noise atLeast(double other) {
        return other > sigma ? new Noise(other, degrees, source) : this;
    }

}
