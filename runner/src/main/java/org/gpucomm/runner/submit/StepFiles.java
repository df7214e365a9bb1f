package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.runner.plan.Benchmark;
import org.gpucomm.runner.plan.OtherProgram;
import org.gpucomm.runner.plan.PlanStep;

/**
 * Folder {@code <output>.files/003-name} of a step, with the output of its program and the files that it wrote.
 *
 * @param log standard output of the program
 * @param err standard error of the program
 */
record StepFiles(Path folder, Path log, Path err) {

    private static final Pattern TROUBLE = Pattern
            .compile("(?i)error|fail|abort|denied|not found|no such|cannot|unable|segmentation|killed");
    private static final int LONGEST_WORDS = 300;

    static StepFiles of(PlanStep step, Path output) {
        var name = String.format(Locale.ROOT, "%03d-%s", step.number(), switch (step.work()) {
            case OtherProgram program -> program.name();
            case Benchmark bench -> bench.operation().id();
        });
        var folder = output.resolveSibling(output.getFileName() + ".files").resolve(name);
        return new StepFiles(folder, folder.resolve(name + ".log"), folder.resolve(name + ".err"));
    }

    /** Creates the folder, without files of an earlier attempt. */
    void create() throws IOException {
        if (Files.exists(folder)) {
            try (var old = Files.walk(folder)) {
                for (var file : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(folder);
    }

    /** Returns the files with the results of the step. */
    List<Path> results(PlanStep step) {
        return step.work() instanceof OtherProgram program && !program.reads().isEmpty()
                ? program.reads().stream().map(folder::resolve).toList()
                : List.of(log);
    }

    /** Returns the likely reason of a failure: the first line that looks like an error, else the last line. */
    String lastWords() throws IOException {
        var lines = new ArrayList<String>();
        for (var file : List.of(err, log)) {
            if (Files.exists(file)) {
                new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines()
                        .filter(line -> line.chars().anyMatch(Character::isLetter)).map(String::strip)
                        .forEach(lines::add);
            }
        }
        var cause = lines.stream().filter(line -> TROUBLE.matcher(line).find() && !line.contains(" NCCL INFO "))
                .findFirst().orElse(lines.isEmpty() ? "" : lines.getLast());
        return cause.length() > LONGEST_WORDS ? cause.substring(0, LONGEST_WORDS) + "…" : cause;
    }
}
