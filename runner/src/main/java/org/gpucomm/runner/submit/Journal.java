package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.gpucomm.runner.plan.PlanStep;

/** Journal of completed steps, in {@code <output>.steps} next to the results: a line {@code number<TAB>seconds<TAB>step} for each. */
final class Journal {

    private static final Pattern LINE = Pattern.compile("(\\d{1,9})\t(\\d{1,9}\\.\\d{3})\t(.+)");

    private final Path file;
    private final Map<Integer, Duration> done = new HashMap<>();

    private Journal(Path file) {
        this.file = file;
    }

    static Path beside(Path output) {
        return output.resolveSibling(output.getFileName() + ".steps");
    }

    /** Returns an empty journal. */
    static Journal empty(Path output) {
        return new Journal(beside(output));
    }

    /**
     * Reads a journal; it is empty if the file does not exist. An incomplete last line is dropped.
     *
     * @throws PlanException if a completed step is not the step of that number in the plan
     */
    static Journal open(Path output, List<PlanStep> steps) throws IOException, PlanException {
        var journal = new Journal(beside(output));
        if (Files.exists(journal.file)) {
            journal.read(Files.readString(journal.file), steps);
        }
        return journal;
    }

    /** Returns the content of the file; empty if it does not exist. */
    String text() throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    boolean isDone(PlanStep step) {
        return done.containsKey(step.number());
    }

    Duration took(PlanStep step) {
        return done.getOrDefault(step.number(), Duration.ZERO);
    }

    void done(PlanStep step, Duration took) throws IOException {
        done.put(step.number(), took);
        Files.writeString(file, line(step, took) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static String line(PlanStep step, Duration took) {
        return step.number() + "\t" + String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0) + "\t" + step;
    }

    private void read(String text, List<PlanStep> steps) throws IOException, PlanException {
        int whole = text.lastIndexOf('\n') + 1;
        if (whole < text.length()) {
            Files.writeString(file, text.substring(0, whole));
        }
        for (var line : text.substring(0, whole).lines().toList()) {
            var entry = parse(line, steps);
            done.put(entry.step().number(), entry.took());
        }
    }

    /** Line of a journal. */
    record Done(PlanStep step, Duration took) {}

    /**
     * Parses a line of a journal of this plan.
     *
     * @throws PlanException if the step is not the step of that number in the plan
     */
    Done parse(String line, List<PlanStep> steps) throws PlanException {
        var parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new PlanException(file + " is no journal of a plan: '" + line + "'; move it and the results away");
        }
        int number = Integer.parseInt(parts.group(1));
        var planned = number >= 1 && number <= steps.size() ? steps.get(number - 1).toString() : "not in the plan";
        if (!planned.equals(parts.group(3))) {
            throw new PlanException("the results are of another plan: step " + number + " was '" + parts.group(3)
                    + "' and is now '" + planned + "'. Give another --output, or move " + file
                    + " and the results away");
        }
        return new Done(steps.get(number - 1),
                Duration.ofMillis(Math.round(Double.parseDouble(parts.group(2)) * 1000)));
    }
}
