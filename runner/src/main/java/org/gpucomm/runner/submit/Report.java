package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

import org.gpucomm.runner.plan.Step;

/**
 * The results of steps as lines of a log: how a run in a pod, whose files nobody sees, tells them. A line
 * {@code #gpucomm-row } is a line of the JSON lines format, {@code #gpucomm-done } a line of the journal,
 * {@code #gpucomm-exit } the exit code.
 */
final class Report {

    static final String ROW = "#gpucomm-row ";
    static final String DONE = "#gpucomm-done ";
    static final String EXIT = "#gpucomm-exit ";

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    /** Prints what the file of results has of a step, and that the step is done. */
    void done(Step step, Duration took, Path results) throws IOException {
        StepRows.of(step, results).lines().lines().forEach(line -> out.println(ROW + line));
        out.println(DONE + Journal.line(step, took));
        out.flush();
    }
}
