package org.gpucomm.runner.submit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.plan.Benchmark;
import org.gpucomm.runner.plan.OtherProgram;
import org.gpucomm.runner.plan.PlanStep;
import org.gpucomm.runner.plan.Work;

/** Estimate of the time of steps: the time of the last step with the same work, else a guess based on a host with NVLink. */
final class StepTime {

    /** Assumptions of the guess, for the user. */
    static final String ASSUMPTION = "4 s to start and 20 µs + size / 100 GB/s an operation, and 1 min a program or problem, are "
            + "assumed where nothing was measured";

    private static final Duration PROGRAM = Duration.ofMinutes(1);
    private static final double START_SECONDS = 4;
    private static final double LATENCY_SECONDS = 20e-6;
    private static final double BYTES_PER_SECOND = 100e9;
    private static final int PLACEMENTS = 2;

    private final Map<Work, Duration> measured = new HashMap<>();

    void measured(PlanStep step, Duration took) {
        measured.put(step.work(), took);
    }

    Duration of(PlanStep step) {
        var known = measured.get(step.work());
        if (known != null) {
            return known;
        }
        return switch (step.work()) {
            case Benchmark benchmark -> guess(benchmark);
            case OtherProgram _ -> PROGRAM;
        };
    }

    Duration of(List<PlanStep> steps) {
        return steps.stream().map(this::of).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration guess(Benchmark benchmark) {
        var sizes = benchmark.sizes();
        if (sizes == null) {
            return PROGRAM;
        }
        double seconds = START_SECONDS + sizes.stream().mapToDouble(
                size -> PLACEMENTS * benchmark.executions() * (LATENCY_SECONDS + size / BYTES_PER_SECOND)).sum();
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
