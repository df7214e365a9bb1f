package org.gpucomm.runner.submit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.plan.Step;

/** Takes over the results that a {@link Report} tells. A log may be read again from its beginning: nothing counts twice. */
final class ReportReader {

    private final List<Step> steps;
    private final Path results;
    private final Journal journal;
    private final StringBuilder rows = new StringBuilder();
    private OptionalInt code = OptionalInt.empty();

    ReportReader(List<Step> steps, Path results, Journal journal) {
        this.steps = steps;
        this.results = results;
        this.journal = journal;
    }

    /** Reads one line, and says whether it is one for people. */
    boolean read(String line) throws IOException, PlanException {
        if (line.startsWith(Report.ROW)) {
            rows.append(line.substring(Report.ROW.length())).append('\n');
            return false;
        }
        if (line.startsWith(Report.DONE)) {
            done(line.substring(Report.DONE.length()));
            return false;
        }
        if (line.startsWith(Report.EXIT)) {
            code = OptionalInt.of(Integer.parseInt(line.substring(Report.EXIT.length()).strip()));
            return false;
        }
        return true;
    }

    /** Returns the exit code, if the run came to its end. */
    OptionalInt code() {
        return code;
    }

    private void done(String line) throws IOException, PlanException {
        var told = rows.toString();
        rows.setLength(0);
        var done = journal.parse(line, steps);
        if (journal.isDone(done.step())) {
            return;
        }
        var taken = new StepRows(done.step(), results, "");
        try {
            taken.read(new ByteArrayInputStream(told.getBytes(StandardCharsets.UTF_8)), "report.jsonl");
        } catch (UnreadableFile e) {
            throw new IOException("step " + done.step().number() + " is done and its rows cannot be read: "
                    + e.getMessage(), e);
        }
        taken.write();
        journal.done(done.step(), done.took());
    }
}
