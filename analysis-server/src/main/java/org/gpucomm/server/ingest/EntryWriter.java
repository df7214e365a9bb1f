package org.gpucomm.server.ingest;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
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
        insertMeasurements(rows);
        jdbc.batchUpdate("""
                insert into problem (reading_id, ordinal, line, section, reason, line_text) values (?, ?, ?, ?, ?, ?)
                """, problems);
        jdbc.batchUpdate("""
                insert into fact (reading_id, section, name, fact_value, line) values (?, ?, ?, ?, ?)
                on conflict do nothing
                """, newFacts);
        tally.problemsOfRuns.forEach((run, count) -> jdbc.update("update run set problems = problems + ? where id = ?",
                count, runId(run)));
        jdbc.update("""
                update reading set line_count = line_count + ?, row_lines = row_lines + ?, note_count = note_count + ?,
                       problem_count = problem_count + ?, row_count = row_count + ?
                 where id = ?
                """, tally.lines, tally.rowLines, tally.notes, tally.problems, rows.size(), reading.id());
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
                    Text.cut(problem.reason(), 1000), Text.cut(problem.text(), 600)});
        }
    }

    private void addFacts(Entry.Note note, List<Object[]> rows) {
        for (var fact : note.facts()) {
            var ofRun = facts.computeIfAbsent(note.section(), section -> new HashSet<>());
            if (ofRun.size() < MAX_FACTS_OF_A_RUN && factCount < MAX_FACTS && ofRun.add(fact)) {
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
                           gpu = ?, started_at = ?
                     where id = ? and tool is null
                    """, key.tool(), orNull(key.toolVersion()), orNull(key.library()), orNull(key.libraryVersion()),
                    orNull(key.instanceType()), orNull(key.gpu()), Text.cutOrNull(measurement.startedAt(), 64),
                    runId(run));
        }
    }

    private void insertMeasurements(List<MeasurementRow> rows) {
        jdbc.batchUpdate("""
                insert into measurement (run_id, ordinal, series_id, line, ranks, nodes, message_bytes, iterations,
                                         time_us, time_min_us, time_p50_us, time_p99_us, time_max_us, algbw_gbps,
                                         busbw_gbps, wrong, baseline_us, speedup, efficiency_pct)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, rows, Math.max(1, rows.size()), (statement, row) -> row.fill(statement));
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

        void count(NumberedEntry item) {
            lines += item.entry().line() > 0 ? 1 : 0;
            switch (item.entry()) {
                case Entry.Row row -> rowLines += row.line() > 0 ? 1 : 0;
                case Entry.Note note -> notes += note.line() > 0 ? 1 : 0; // line 0 speaks of the whole file
                case Entry.Problem problem -> {
                    problems++;
                    if (item.run() > 0) {
                        problemsOfRuns.merge(item.run(), 1L, Long::sum);
                    }
                }
            }
        }
    }

    private record MeasurementRow(long run, long ordinal, long series, long line, Measurement measurement) {

        void fill(PreparedStatement statement) throws SQLException {
            var platform = measurement.platform();
            var workload = measurement.workload();
            var outcome = measurement.outcome();
            statement.setLong(1, run);
            statement.setLong(2, ordinal);
            statement.setLong(3, series);
            statement.setLong(4, line);
            statement.setInt(5, platform.ranks() == null ? 0 : platform.ranks());
            statement.setInt(6, platform.nodes() == null ? 0 : platform.nodes());
            statement.setLong(7, workload.messageSize() == null ? -1 : workload.messageSize().count());
            statement.setObject(8, workload.iterations(), Types.BIGINT);
            set(statement, 9, outcome.time());
            set(statement, 10, outcome.timeMin());
            set(statement, 11, outcome.timeP50());
            set(statement, 12, outcome.timeP99());
            set(statement, 13, outcome.timeMax());
            set(statement, 14, outcome.algbw());
            set(statement, 15, outcome.busbw());
            set(statement, 16, outcome.wrong());
            set(statement, 17, outcome.baseline());
            set(statement, 18, outcome.speedup());
            set(statement, 19, outcome.efficiency());
        }

        private static void set(PreparedStatement statement, int index, @Nullable Micros time) throws SQLException {
            set(statement, index, time == null ? null : time.value());
        }

        private static void set(PreparedStatement statement, int index, @Nullable Bandwidth bandwidth)
                throws SQLException {
            set(statement, index, bandwidth == null ? null : bandwidth.gigabytesPerSecond());
        }

        private static void set(PreparedStatement statement, int index, @Nullable Decimal value) throws SQLException {
            statement.setObject(index, value == null ? null : value.doubleValue(), Types.DOUBLE);
        }
    }
}
