package org.gpucomm.runner.submit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.gpucomm.runner.live.LiveFeed;
import org.gpucomm.runner.live.RunProgress;
import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.PlanStep;
import org.gpucomm.runner.upload.ResultUploads;
import org.jspecify.annotations.Nullable;

/** Optional upload of a plan's results to a server: live during the run, and as a file when all steps are done. */
final class PlanUploads implements AutoCloseable {

    /** Interval of reading the result file, to which the processes of steps write. */
    private static final Duration LOOKS = Duration.ofSeconds(2);

    private final Optional<ResultUploads> uploads;
    private final Plan plan;
    private final Path results;
    private @Nullable LiveFeed live;

    PlanUploads(Optional<ResultUploads> uploads, Plan plan, Path results) {
        this.uploads = uploads;
        this.plan = plan;
        this.results = results;
    }

    /** Starts the live view. */
    void begin() {
        live = uploads.map(to -> to.live(results, "plan " + plan.name(), LOOKS)).orElse(null);
    }

    /** Reports a new step; {@code left} is the estimated time for this step and later ones. */
    void beginStep(PlanStep step, int done, Duration left) {
        if (live != null) {
            live.report(
                    new RunProgress("step " + step.number() + ", " + step, done, plan.steps().size(), "steps", left));
        }
    }

    /** Retries waiting uploads while nothing is measured. */
    void betweenSteps() {
        uploads.ifPresent(ResultUploads::retryWaiting);
    }

    /** Uploads the complete results and ends the live view. */
    void send() {
        var upload = uploads.flatMap(to -> to.send(results));
        if (live != null) {
            live.ended(upload.orElse(null));
            live.close();
            live = null;
        }
    }

    @Override
    public void close() {
        if (live != null) {
            live.stopped();
            live.close();
        }
        uploads.ifPresent(ResultUploads::close);
    }
}
