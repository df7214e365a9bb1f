package org.gpucomm.runner.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.output.ShownDuration;
import org.jspecify.annotations.Nullable;

/** Runs the steps of a plan that are not done, one after the other. */
final class PlanRun {

    private static final int WRONG = 1;

    private final Plan plan;
    private final Path output;
    private final StepLauncher launcher;
    private final Journal journal;
    private final Runnable betweenSteps;
    private final PrintWriter says;
    private final InstantSource clock;
    private final StepTime times = new StepTime();

    /** @param betweenSteps called while nothing is measured */
    PlanRun(Plan plan, Path output, StepLauncher launcher, Journal journal, Runnable betweenSteps, PrintWriter says,
            InstantSource clock) {
        this.plan = plan;
        this.output = output;
        this.launcher = launcher;
        this.journal = journal;
        this.betweenSteps = betweenSteps;
        this.says = says;
        this.clock = clock;
    }

    /**
     * @return 0; 1 if data was wrong or a step failed, the others having been run; what a step gave if it says that no step
     *         can run: 2 usage, 3 something is missing
     */
    int run() throws IOException, InterruptedException {
        var left = new ArrayList<Step>();
        for (var step : plan.steps()) {
            if (journal.isDone(step)) {
                times.measured(step.benchmark(), journal.took(step));
            } else {
                left.add(step);
            }
        }
        var failures = new ArrayList<String>();
        while (!left.isEmpty()) {
            var step = left.removeFirst();
            announce(step, left);
            var began = clock.instant();
            int code = launcher.run(step, output, plan.limit());
            var took = Duration.between(began, clock.instant());
            if (code == 2 || code == 3) {
                say("step " + step.number() + " ended with code " + code
                        + ", as all others would; nothing more is run");
                return code;
            }
            if (code == 0 || code == WRONG && hasWrongData(section -> section == step.number())) {
                journal.done(step, took);
                times.measured(step.benchmark(), took);
            } else {
                failures.add(failure(step, code));
                say(failures.getLast());
            }
            betweenSteps.run();
        }
        return summary(failures, hasWrongData(section -> true));
    }

    private void announce(Step step, List<Step> after) {
        var left = times.of(step).plus(times.of(after));
        says.println("# Step " + step.number() + " of " + plan.steps().size() + ", about " + ShownDuration.of(left)
                + " left; " + step);
        says.flush();
    }

    private String failure(Step step, int code) {
        return "step " + step.number() + (code == StepLauncher.TIMED_OUT
                ? " took longer than " + ShownDuration.of(plan.limit()) + " and was ended"
                : " failed with code " + code);
    }

    private int summary(List<String> failures, boolean wrong) {
        if (!failures.isEmpty()) {
            say(failures.size() + " of " + plan.steps().size() + " steps failed; --resume tries them again");
        }
        if (wrong) {
            say("some results are wrong data; they are in " + output + ", column wrong");
        }
        return failures.isEmpty() && !wrong ? 0 : WRONG;
    }

    /** Code 1 is a step's answer to wrong data, which is a result, and to failures, after which it is to run again. */
    private boolean hasWrongData(IntPredicate sections) throws IOException {
        if (!Files.exists(output)) {
            return false;
        }
        try (var reader = LogReader.open(Files.newInputStream(output), output.toString())) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row && row.measurements().stream()
                        .anyMatch(m -> sections.test(m.section()) && isWrong(m.outcome().wrong()))) {
                    return true;
                }
            }
            return false;
        } catch (UnreadableFile e) {
            return false;
        }
    }

    private static boolean isWrong(@Nullable Decimal wrong) {
        return wrong != null && wrong.doubleValue() > 0;
    }

    private void say(String message) {
        says.println("gpucomm: " + message);
        says.flush();
    }
}
