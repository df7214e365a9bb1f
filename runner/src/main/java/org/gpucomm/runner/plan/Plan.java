package org.gpucomm.runner.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

/**
 * Plan of measurements.
 *
 * @param output   result file, relative to the working directory; null if not given
 * @param work     work to be done under each setting in each repetition
 * @param settings settings to compare, at least one
 * @param limit    time limit of a step
 * @param upload   URL of the server for the results, like {@code --upload}; null if not given
 */
public record Plan(String name, @Nullable Path output, int repetitions, List<Work> work, List<Setting> settings,
        Duration limit, Clusters clusters, @Nullable String upload) {

    public Plan {
        work = List.copyOf(work);
        settings = List.copyOf(settings);
    }

    /** Returns the maximum of a number over all work, such as the number of nodes. */
    public int most(ToIntFunction<Work> what) {
        return work.stream().mapToInt(what).max().orElse(1);
    }

    /**
     * Returns the steps in order: by repetition, then by work, then by setting. Settings are thus measured within minutes of each other, so
     * that drift does not look like a difference between them. Each repetition starts with the next setting, so that no setting is always
     * the first on a cold machine. More repetitions only add steps at the end.
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
