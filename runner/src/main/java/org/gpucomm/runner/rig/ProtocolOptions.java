package org.gpucomm.runner.rig;

import java.time.Duration;

import org.gpucomm.runner.rig.Protocol.Average;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of the measurement protocol, common to all families and named as in nccl-tests. A picocli mixin. */
public final class ProtocolOptions {

    @Option(names = {"-n", "--iters"}, paramLabel = "N", defaultValue = "20",
            description = "Operations that are timed together. Default: ${DEFAULT-VALUE}")
    private int iterations;

    @Option(names = {"-w", "--warmup_iters", "--warmups"}, paramLabel = "N", defaultValue = "5",
            description = "Operations before measuring, of the largest and of the smallest size. Default: ${DEFAULT-VALUE}")
    private int warmUps;

    @Option(names = {"-a", "--average"}, paramLabel = "0..3", defaultValue = "1",
            description = "Time of the ranks: 0 rank 0's, 1 mean, 2 min, 3 max. Default: ${DEFAULT-VALUE}")
    private int average;

    @Option(names = {"-c", "--check"}, paramLabel = "N", defaultValue = "1",
            description = "How often a result is checked; 0 = not. Default: ${DEFAULT-VALUE}")
    private int checks;

    @Option(names = {"-T", "--timeout"}, paramLabel = "SECONDS", defaultValue = "300",
            description = "Longest that a single step may take; 0 = for ever. Default: ${DEFAULT-VALUE}")
    private long timeout;

    @Option(names = "--until", paramLabel = "PERCENT",
            description = "Repeats batches until the mean time is known this well (95 %% confidence): 1%%.")
    private @Nullable String until;

    @Option(names = "--no-iteration-times", description = "Does not time single iterations, which takes as long again.")
    private boolean noSpread;

    @Option(names = "--code-warmups", paramLabel = "N", defaultValue = "5000", hidden = true,
            description = "Smallest operations at the start, by which the JVM compiles the loop.")
    private int codeWarmUps;

    /** Returns the time limit of a step. */
    public Duration timeout() {
        // A process group needs a finite limit: a day counts as no limit.
        return timeout == 0 ? Duration.ofDays(1) : Duration.ofSeconds(timeout);
    }

    /** Returns the protocol; throws an {@link IllegalArgumentException} that names the option if one is out of range. */
    public Protocol protocol() {
        return new Protocol(atLeast("--warmup_iters", 0, warmUps), atLeast("--iters", 1, iterations),
                Average.values()[within("--average", average, Average.values().length)],
                atLeast("--check", 0, checks), !noSpread, share(), codeWarmUps);
    }

    private double share() {
        if (until == null) {
            return 0;
        }
        try {
            double percent = Double.parseDouble(until.replaceFirst("(?<!\\s)\\s*%$", ""));
            if (percent > 0 && percent < 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // Reported below, like percentages out of range.
        }
        throw new IllegalArgumentException("--until must be a percentage such as 1%, was '" + until + "'");
    }

    /** Returns the value, or throws if it is less than the minimum. */
    public static int atLeast(String option, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + ", was " + value);
        }
        return value;
    }

    /** Returns the value, or throws if it is not within 0 and count − 1. */
    public static int within(String option, int value, int count) {
        if (value < 0 || value >= count) {
            throw new IllegalArgumentException(
                    option + " must be within 0 and " + (count - 1) + ", was " + value);
        }
        return value;
    }
}
