package org.gpucomm.server.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.Readings.Reading;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Writes a chunk of entries: measurements, problems, facts, and the counts of the reading, all in the chunk's
 * transaction. One writer serves one import, in one thread; it dies with the step when a chunk fails.
 */
final class EntryWriter implements ItemWriter<NumberedEntry> {

    /** Problems that are kept with their text; all are counted. */
    static final int MAX_PROBLEMS = 10_000;
    private static final int MAX_FACTS_OF_A_RUN = 300;
    private static final int MAX_FACTS = 20_000;

    private final Reading reading;
    private final JdbcTemplate jdbc;
    private final SeriesIds series;
    private final Map<Integer, Long> runs = new HashMap<>();
    private final Set<Integer> described = new HashSet<>();
    private final Map<Integer, Set<Entry.Fact>> facts = new HashMap<>();
    private int factCount;

    EntryWriter(Reading reading, JdbcTemplate jdbc, SeriesIds series) {
        this.reading = reading;
        this.jdbc = jdbc;
        this.series = series;
    }

    @Override
    public void write(Chunk<? extends NumberedEntry> chunk) {
        var tally = new Tally();
        var rows = new ArrayList<MeasurementRow>();
        var problems = new ArrayList<Object[]>();
        var newFacts = new ArrayList<Object[]>();
        for (var item : chunk) {
            tally.count(item);
            switch (item.entry()) {
                case Entry.Row row -> addRows(row, item, rows);
                case Entry.Problem problem -> addProblem(problem, item, problems);
                case Entry.Note note -> addFacts(note, newFacts);
            }
        }
        MeasurementRow.insert(rows, jdbc);
        jdbc.batchUpdate("""
                insert into problem (reading_id, ordinal, line, section, reason, line_text, source, position)
                values (?, ?, ?, ?, ?, ?, ?, ?)
                """, problems);
        jdbc.batchUpdate("""
                insert into fact (reading_id, section, name, fact_value, line) values (?, ?, ?, ?, ?)
                on conflict do nothing
                """, newFacts);
        tally.problemsOfRuns.forEach((run, count) -> jdbc.update("update run set problems = problems + ? where id = ?",
                count, runId(run)));
        jdbc.update("""
                update reading set line_count = line_count + ?, row_lines = row_lines + ?, note_count = note_count + ?,
                       problem_count = problem_count + ?, file_problems = file_problems + ?,
                       row_count = row_count + ?
                 where id = ?
                """, tally.lines, tally.rowLines, tally.notes, tally.problems, tally.fileProblems, rows.size(),
                reading.id());
    }

    private void addRows(Entry.Row row, NumberedEntry item, List<MeasurementRow> rows) {
        long ordinal = item.firstOrdinal();
        for (var measurement : row.measurements()) {
            describe(item.run(), measurement);
            rows.add(new MeasurementRow(runId(item.run()), ordinal++, series.of(SeriesKey.of(measurement)), row.line(),
                    measurement));
        }
    }

    private void addProblem(Entry.Problem problem, NumberedEntry item, List<Object[]> problems) {
        if (item.problemOrdinal() <= MAX_PROBLEMS) {
            problems.add(new Object[]{reading.id(), item.problemOrdinal(), problem.line(), item.run(),
                    Text.cut(problem.reason(), 1000), Text.cut(problem.text(), 600),
                    Text.cutOrNull(item.source(), 500), item.position()});
        }
    }

    private void addFacts(Entry.Note note, List<Object[]> rows) {
        for (var fact : note.facts()) {
            var ofRun = facts.computeIfAbsent(note.section(), section -> new HashSet<>());
            // A run has few flags, and none may be lost.
            boolean room = fact.isFlag() || ofRun.size() < MAX_FACTS_OF_A_RUN && factCount < MAX_FACTS;
            if (room && ofRun.add(fact)) {
                factCount++;
                rows.add(new Object[]{reading.id(), note.section(), Text.cut(fact.name(), 100),
                        Text.cut(fact.value(), 500), note.line()});
            }
        }
    }

    private long runId(int number) {
        var known = runs.get(number);
        if (known != null) {
            return known;
        }
        jdbc.update("""
                insert into run (reading_id, upload_id, section, state, filename, stored_at, bundled)
                select r.id, r.upload_id, cast(? as int), 'importing', r.filename, u.stored_at, u.bundled
                  from reading r join upload u on u.id = r.upload_id
                 where r.id = ? and not exists (select 1 from run where reading_id = r.id and section = ?)
                """, number, reading.id(), number);
        long id = Objects.requireNonNull(jdbc.queryForObject(
                "select id from run where reading_id = ? and section = ?", Long.class, reading.id(), number));
        runs.put(number, id);
        return id;
    }

    /** The first measurement of a run says what the whole run was made with. */
    private void describe(int run, Measurement measurement) {
        if (described.add(run)) {
            var key = SeriesKey.of(measurement);
            jdbc.update("""
                    update run set tool = ?, tool_version = ?, library = ?, library_version = ?, instance_type = ?,
                           gpu = ?, started_at = ?, source = ?
                     where id = ? and tool is null
                    """, key.tool(), orNull(key.toolVersion()), orNull(key.library()), orNull(key.libraryVersion()),
                    orNull(key.instanceType()), orNull(key.gpu()), Text.cutOrNull(measurement.startedAt(), 64),
                    otherSource(measurement.source()), runId(run));
        }
    }

    /** Null where the source is the upload itself; a CSV that goes up with its fingerprint goes up as JSON lines. */
    private @Nullable String otherSource(String source) {
        return stem(source).equals(stem(reading.filename())) ? null : Text.cut(source, 500);
    }

    private static String stem(String name) {
        return name.replaceFirst("\\.(csv|jsonl)$", "");
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** What a chunk adds to the counts. */
    private static final class Tally {

        private final Map<Integer, Long> problemsOfRuns = new HashMap<>();
        private long lines;
        private long rowLines;
        private long notes;
        private long problems;
        private long fileProblems;

        void count(NumberedEntry item) {
            lines += item.entry().line() > 0 ? 1 : 0;
            switch (item.entry()) {
                case Entry.Row row -> rowLines += row.line() > 0 ? 1 : 0;
                case Entry.Note note -> notes += note.line() > 0 ? 1 : 0; // line 0 speaks of the whole file
                case Entry.Problem problem -> {
                    problems += problem.line() > 0 ? 1 : 0;
                    fileProblems += problem.line() > 0 ? 0 : 1;
                    if (item.run() > 0) {
                        problemsOfRuns.merge(item.run(), 1L, Long::sum);
                    }
                }
            }
        }
    }
}
