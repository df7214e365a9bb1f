package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.output.ShownDuration;
import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.PlanStep;
import org.gpucomm.runner.rig.ExitCode;

/**
 * Run of the remaining steps of a plan, one after the other.
 *
 * @param uploads receive the progress of the plan
 */
record PlanRun(Plan plan, Path output, StepLauncher launcher, Journal journal, WhenDone whenDone, PlanUploads uploads,
        PrintWriter says, InstantSource clock, StepTime times) {

    /** Listener for completed steps. */
    interface WhenDone {

        void accept(PlanStep step, Duration took) throws IOException;
    }

    /**
     * Runs the remaining steps.
     *
     * @return 0; 1 if data was wrong or a step failed; 2 (usage) or 3 (something missing) if a step shows that no step can run
     */
    int run() throws IOException, InterruptedException {
        var left = new ArrayList<PlanStep>();
        for (var step : plan.steps()) {
            if (journal.isDone(step)) {
                times.measured(step, journal.took(step));
            } else {
                left.add(step);
            }
        }
        var failures = new ArrayList<String>();
        while (!left.isEmpty()) {
            var step = left.removeFirst();
            announce(step, left);
            var began = clock.instant();
            var ended = launcher.run(step, output, plan.limit());
            var took = Duration.between(began, clock.instant());
            if (ended.endsPlan()) {
                if (plan.work().stream().allMatch(step.work()::isOfTheKindOf)) {
                    Cluster.say(says, "step " + step.number() + " ended with code " + ended.code()
                            + ", as all others would; nothing more is run");
                    return ended.code();
                }
                int before = left.size();
                left.removeIf(other -> other.work().isOfTheKindOf(step.work()));
                failures.add(
                        "step " + step.number() + " ended with code " + ended.code() + ", as all of its kind would; "
                                + (before - left.size()) + " more of them are not run");
                Cluster.say(says, failures.getLast());
            } else if (ended.code() == 0 || ended.code() == ExitCode.WRONG_DATA && hasWrongData(step::owns)) {
                journal.done(step, took);
                whenDone.accept(step, took);
                times.measured(step, took);
            } else {
                failures.add("step " + step.number() + " " + ended.words());
                Cluster.say(says, failures.getLast());
            }
            uploads.betweenSteps();
        }
        return summary(failures, hasWrongData(section -> true));
    }

    private void announce(PlanStep step, List<PlanStep> after) {
        var left = times.of(step).plus(times.of(after));
        says.println("# Step " + step.number() + " of " + plan.steps().size() + ", about " + ShownDuration.of(left)
                + " left; " + step);
        says.flush();
        uploads.beginStep(step, plan.steps().size() - after.size() - 1, left);
    }

    private int summary(List<String> failures, boolean wrong) {
        if (!failures.isEmpty()) {
            Cluster.say(says,
                    failures.size() + " of " + plan.steps().size() + " steps failed; --resume tries them again");
        }
        if (wrong) {
            Cluster.say(says, "some results are wrong data; they are in " + output + ", column wrong");
        }
        return failures.isEmpty() && !wrong ? 0 : ExitCode.WRONG_DATA;
    }

    /**
     * Returns whether any result has wrong data. Code 1 of a step means wrong data, which is a result, or a failure, after which the step
     * must run again.
     */
    private boolean hasWrongData(IntPredicate sections) throws IOException {
        if (!Files.exists(output)) {
            return false;
        }
        try (var reader = LogReader.open(Files.newInputStream(output), output.toString())) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row && row.measurements().stream()
                        .anyMatch(m -> sections.test(m.section()) && StepRows.isWrong(m))) {
                    return true;
                }
            }
            return false;
        } catch (UnreadableFile e) {
            return false;
        }
    }
}
