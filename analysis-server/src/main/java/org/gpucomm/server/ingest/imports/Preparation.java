package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.imports.MeasurementTable.Packed;
import org.gpucomm.server.ingest.readings.NumberedEntry;
import org.gpucomm.server.ingest.readings.Readings.Reading;
import org.gpucomm.server.series.ColumnText;
import org.gpucomm.server.series.SeriesRow;
import org.jspecify.annotations.Nullable;

/**
 * This class makes of entries what goes into the tables: all of an import that can be done while the database is busy with
 * what came before. For one import, in one thread.
 */
final class Preparation {

    /** Problems that are kept with their text; all are counted. */
    static final int MAX_PROBLEMS = 10_000;
    /** Of a run: a large job has thousands of hosts, and what else is told of it comes after them. */
    private static final int MAX_HOSTS = 4_096;
    private static final int MAX_OTHERS = 300;
    private static final int MAX_FACTS = 20_000;

    private final Reading reading;
    private final RunRows runs;
    private final SeriesIds series;
    private final MeasurementTable table;
    private final Map<Integer, Set<Entry.Fact>> hosts = new HashMap<>();
    private final Map<Integer, Set<Entry.Fact>> others = new HashMap<>();
    private int factCount;
    /** Null once it is certain that it cannot become what the whole reading has. */
    private @Nullable Gathered gathered = new Gathered();
    private boolean ended;

    Preparation(Reading reading, RunRows runs, SeriesIds series, MeasurementTable table) {
        this.reading = reading;
        this.runs = runs;
        this.series = series;
        this.table = table;
    }

    Prepared of(List<NumberedEntry> entries) {
        runs.make(entries);
        var tally = new AddedCounts();
        var rows = new ArrayList<MeasurementRow>(entries.size());
        var problems = new ArrayList<@Nullable Object[]>();
        var newFacts = new ArrayList<Object[]>();
        for (var item : entries) {
            tally.count(item);
            switch (item.entry()) {
                case Entry.Row row -> addRows(row, item, rows);
                case Entry.Problem problem -> addProblem(problem, item, problems);
                case Entry.Note note -> addFacts(note, newFacts);
            }
        }
        var curves = gather(rows);
        var problemsOfRuns = tally.problemsOfRuns.entrySet().stream()
                .map(run -> new Object[]{run.getValue(), runs.id(run.getKey())}).toList();
        return new Prepared(entries.size(), table.pack(rows), curves, problems, newFacts, problemsOfRuns, tally);
    }

    /** Some entries are in the tables already and will not be given. */
    void skip() {
        gathered = null;
    }

    /** All entries have been given. */
    void end() {
        ended = true;
        if (gathered != null) {
            gathered.end();
        }
    }

    /** Of the whole reading; empty where only the table can tell. To be asked when all is written. */
    Optional<Gathered> gathered() {
        return ended ? Optional.ofNullable(gathered) : Optional.empty();
    }

    /** Returns the rows of packed curves that these have completed. */
    private List<Object[]> gather(List<MeasurementRow> rows) {
        if (gathered == null) {
            return List.of();
        }
        rows.forEach(gathered::add);
        gathered = gathered.isInVain() ? null : gathered;
        return gathered == null ? List.of() : gathered.completed();
    }

    private void addRows(Entry.Row row, NumberedEntry item, List<MeasurementRow> rows) {
        long ordinal = item.firstOrdinal();
        for (var measurement : row.measurements()) {
            rows.add(new MeasurementRow(runs.id(item.run()), ordinal++, series.of(SeriesRow.of(measurement)),
                    row.line(), measurement));
        }
    }

    private void addProblem(Entry.Problem problem, NumberedEntry item, List<@Nullable Object[]> problems) {
        if (item.problemOrdinal() <= MAX_PROBLEMS) {
            problems.add(new @Nullable Object[]{reading.id(), item.problemOrdinal(), problem.line(), item.run(),
                    ColumnText.cut(Secrets.hide(problem.reason()), 1000),
                    ColumnText.cut(Secrets.hide(problem.text()), 600),
                    ColumnText.cutOrNull(item.source(), 500), item.position()});
        }
    }

    private void addFacts(Entry.Note note, List<Object[]> rows) {
        for (var fact : note.facts()) {
            boolean isHost = fact.name().equals("host");
            var ofRun = (isHost ? hosts : others).computeIfAbsent(note.section(), section -> new HashSet<>());
            // A run has few flags, and none may be lost.
            boolean room = fact.isFlag()
                    || ofRun.size() < (isHost ? MAX_HOSTS : MAX_OTHERS) && factCount < MAX_FACTS;
            if (room && ofRun.add(fact)) {
                factCount++;
                rows.add(new Object[]{reading.id(), note.section(), ColumnText.cut(fact.name(), 100),
                        ColumnText.cut(shown(fact), 500), note.line()});
            }
        }
    }

    private static String shown(Entry.Fact fact) {
        return Secrets.isOne(fact.name(), fact.value()) ? Secrets.HIDDEN : Secrets.hide(fact.value());
    }

    /**
     * Entries on their way into the tables.
     *
     * @param entries        how many
     * @param curves         rows of the table of packed curves, as far as they are complete
     * @param problems       rows of their table, as are {@code facts}
     * @param problemsOfRuns how many, and the id of the run
     */
    record Prepared(int entries, Packed measurements, List<Object[]> curves, List<@Nullable Object[]> problems,
            List<Object[]> facts, List<Object[]> problemsOfRuns, AddedCounts tally) {}
}
