package org.gpucomm.runner.submit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.plan.PlanStep;

/**
 * Results of steps as lines of a log, by which a run in a pod delivers them, because its files are not accessible. A line
 * {@code #gpucomm-row } is a line of the JSON lines format, {@code #gpucomm-done } a line of the journal, {@code #gpucomm-exit } the exit
 * code. Reading a log again does not duplicate results.
 */
final class LoggedResults {

    static final String EXIT = "#gpucomm-exit ";
    private static final String ROW = "#gpucomm-row ";
    private static final String DONE = "#gpucomm-done ";

    private final List<PlanStep> steps;
    private final Path results;
    private final Journal journal;
    private final StringBuilder rows = new StringBuilder();
    private OptionalInt code = OptionalInt.empty();

    /** @param results file to which the results in the log are added */
    LoggedResults(List<PlanStep> steps, Path results, Journal journal) {
        this.steps = steps;
        this.results = results;
        this.journal = journal;
    }

    /** Prints the results of a completed step, and its line of the journal. */
    static void print(PrintWriter log, PlanStep step, Duration took, Path results) throws IOException {
        StepRows.of(step, results).lines().lines().forEach(line -> log.println(ROW + line));
        log.println(DONE + Journal.line(step, took));
        log.flush();
    }

    /** Reads one line. Returns whether it is ordinary output to be shown. */
    boolean read(String line) throws IOException, PlanException {
        if (line.startsWith(ROW)) {
            rows.append(line.substring(ROW.length())).append('\n');
        } else if (line.startsWith(DONE)) {
            done(line.substring(DONE.length()));
        } else if (line.startsWith(EXIT)) {
            code = OptionalInt.of(Integer.parseInt(line.substring(EXIT.length()).strip()));
        } else {
            return true;
        }
        return false;
    }

    /** Returns the exit code; empty if the run has not ended. */
    OptionalInt code() {
        return code;
    }

    private void done(String line) throws IOException, PlanException {
        var received = rows.toString();
        rows.setLength(0);
        var done = journal.parse(line, steps);
        if (journal.isDone(done.step())) {
            return;
        }
        var taken = new StepRows(done.step(), results, "");
        try {
            taken.read(new ByteArrayInputStream(received.getBytes(StandardCharsets.UTF_8)), "report.jsonl");
        } catch (UnreadableFile e) {
            throw new IOException("step " + done.step().number() + " is done and its rows cannot be read: "
                    + e.getMessage(), e);
        }
        taken.write();
        journal.done(done.step(), done.took());
    }
}
