package org.gpucomm.runner.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

/**
 * Measurements to make, in their order.
 *
 * @param output   file of results, relative to the working directory; null = the command line says
 * @param work     each is done under each setting in each repetition
 * @param settings at least one
 * @param limit    longest time of a step
 * @param upload   server that gets the results, as {@code --upload} has it; null = the command line says
 */
public record Plan(String name, @Nullable Path output, int repetitions, List<Work> work, List<Setting> settings,
        Duration limit, Clusters clusters, @Nullable String upload) {

    public Plan {
        work = List.copyOf(work);
        settings = List.copyOf(settings);
    }

    /** Returns the largest of a number over all work: of nodes, or of processes on each. */
    public int most(ToIntFunction<Work> what) {
        return work.stream().mapToInt(what).max().orElse(1);
    }

    /**
     * Returns the steps in order: repetition by repetition; within one, work by work; for each, the settings in turn, which
     * are so measured within minutes of each other and drift does not look like a difference between them. Each repetition
     * begins with the next setting, so that none is always the first on a cold machine. More repetitions only add steps at
     * the end.
     */
    public List<PlanStep> steps() {
        var steps = new ArrayList<PlanStep>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (var each : work) {
                for (int turn = 0; turn < settings.size(); turn++) {
                    var setting = settings.get((turn + repetition - 1) % settings.size());
                    steps.add(new PlanStep(steps.size() + 1, repetition, each, setting));
                }
            }
        }
        return steps;
    }
}
