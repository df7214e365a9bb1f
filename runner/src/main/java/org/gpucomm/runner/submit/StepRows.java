package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.gpucomm.runner.output.RowFormat;
import org.gpucomm.runner.plan.Benchmark;
import org.gpucomm.runner.plan.PlanStep;

/** Rows that a step printed, in the sections of the results that belong to the step. */
final class StepRows {

    private final PlanStep step;
    private final Path output;
    private final String startedAt;
    private final Map<List<Integer>, Integer> sections = new LinkedHashMap<>();
    private final Map<Integer, List<Fact>> facts = new LinkedHashMap<>();
    private final List<Measurement> rows = new ArrayList<>();
    private int files;
    private int problems;
    private Optional<Entry.Problem> firstProblem = Optional.empty();

    /** @param startedAt start of the step, for rows without a start time */
    StepRows(PlanStep step, Path output, String startedAt) {
        this.step = step;
        this.output = output;
        this.startedAt = startedAt;
    }

    /** Returns the rows of a step in a result file. */
    static StepRows of(PlanStep step, Path results) throws IOException {
        var all = new StepRows(step, results, "");
        if (Files.exists(results)) {
            entries(results).forEach(all::take);
        }
        return all;
    }

    private static List<Entry> entries(Path results) throws IOException {
        var entries = new ArrayList<Entry>();
        try (var reader = LogReader.open(Files.newInputStream(results), String.valueOf(results.getFileName()))) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            return entries;
        } catch (UnreadableFile e) {
            throw new IOException(results + " is no file of results: " + e.getMessage(), e);
        }
    }

    private void take(Entry entry) {
        if (isMine(entry) && entry instanceof Entry.Row row) {
            rows.addAll(row.measurements());
        } else if (isMine(entry) && entry instanceof Entry.Note note) {
            facts.put(note.section(), new ArrayList<>(note.facts()));
        }
    }

    /** Reads one file of any format; its sections follow those of earlier files. */
    void read(InputStream in, String name) throws IOException, UnreadableFile {
        int file = files++;
        try (var reader = LogReader.open(in, name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                switch (entry) {
                    case Entry.Row row -> row.measurements().forEach(m -> rows.add(placed(m, file)));
                    case Entry.Note note -> {
                        if (!note.facts().isEmpty()) {
                            facts.computeIfAbsent(sectionOf(Math.max(1, note.section()), file),
                                    _ -> new ArrayList<>()).addAll(note.facts());
                        }
                    }
                    case Entry.Problem problem -> {
                        problems++;
                        firstProblem = firstProblem.or(() -> Optional.of(problem));
                    }
                }
            }
            reader.requireResults();
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    boolean hasWrongData() {
        return rows.stream().anyMatch(StepRows::isWrong);
    }

    /** Returns one clause about unusable lines; empty if there are none. */
    String problems() {
        return firstProblem.map(first -> problems + (problems == 1 ? " line" : " lines")
                + " could not be used, the first is line " + first.line() + ": " + first.reason()).orElse("");
    }

    /** Replaces the rows of this step in the result file, by one atomic replacement of the file. */
    void write() throws IOException {
        var format = RowFormat.of(output);
        var kept = keptLines();
        var text = new StringBuilder(kept.isEmpty() ? format.head() : kept);
        for (var section : facts.entrySet()) {
            text.append(format.fingerprint(section.getKey(), section.getValue()));
        }
        text.append(format.lines(rows));
        var replacement = output.resolveSibling(output.getFileName() + ".new");
        Files.writeString(replacement, text);
        Files.move(replacement, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns fingerprints and rows as JSON lines. */
    String lines() throws IOException {
        var text = new StringBuilder();
        var writer = new JsonLinesWriter(text);
        for (var section : facts.entrySet()) {
            writer.write(section.getKey(), section.getValue());
        }
        for (var row : rows) {
            writer.write(row);
        }
        return text.toString();
    }

    static boolean isWrong(Measurement row) {
        var wrong = row.outcome().wrong();
        return wrong != null && wrong.doubleValue() > 0;
    }

    private Measurement placed(Measurement m, int file) {
        var source = step.work() instanceof Benchmark
                ? Objects.requireNonNull(output.getFileName()).toString()
                : m.source();
        var settings = m.settings();
        for (var variable : step.setting().variables().entrySet()) {
            if (variable.getValue().isPresent()) {
                settings = settings.with(variable.getKey(), variable.getValue().get());
            }
        }
        var started = m.startedAt() == null && !startedAt.isEmpty() ? startedAt : m.startedAt();
        return new Measurement(source, sectionOf(m.section(), file), m.stack(), m.platform(), m.workload(),
                m.outcome(), started, settings);
    }

    private int sectionOf(int printed, int file) {
        return sections.computeIfAbsent(List.of(file, printed), _ -> step.section(sections.size() + 1));
    }

    /** Returns the complete lines of the result file that do not belong to this step. */
    private String keptLines() throws IOException {
        if (!Files.exists(output)) {
            return "";
        }
        var text = Files.readString(output);
        var entries = text.isBlank() ? List.<Entry>of() : entries(output);
        var mine = entries.stream().filter(this::isMine).map(Entry::line).collect(Collectors.toSet());
        var kept = new StringBuilder();
        long number = 0;
        // A last line without line end is incomplete, because the run was killed.
        for (var line : text.substring(0, text.lastIndexOf('\n') + 1).split("(?<=\n)")) {
            number++;
            kept.append(mine.contains(number) ? "" : line);
        }
        return kept.toString();
    }

    private boolean isMine(Entry entry) {
        return switch (entry) {
            case Entry.Row row -> row.measurements().stream().anyMatch(m -> step.owns(m.section()));
            case Entry.Note note -> !note.facts().isEmpty() && note.section() > 0 && step.owns(note.section());
            case Entry.Problem _ -> false;
        };
    }
}
