package org.gpucomm.server.ingest.imports;

import java.sql.Connection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.series.CurvePart;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writer of measurements, problems, facts, and the counts of the reading, all in the chunk's transaction. */
final class EntryWriter implements ItemWriter<Prepared> {

    private static final String CURVES = "insert into curve (" + CurvePart.COLUMNS + ") values ("
            + Stream.of(CurvePart.COLUMNS.split(",")).map(column -> "?").collect(Collectors.joining(", ")) + ")";

    private final Reading reading;
    private final JdbcTemplate jdbc;
    private final ImportMeters meters;

    EntryWriter(Reading reading, JdbcTemplate jdbc, ImportMeters meters) {
        this.reading = reading;
        this.jdbc = jdbc;
        this.meters = meters;
    }

    /** @throws OptimisticLockingFailureException if the tables lack the entries before these, since another import of the upload goes on */
    @Override
    public void write(Chunk<? extends Prepared> chunk) {
        for (var item : chunk) {
            insert(item.parts);
            jdbc.batchUpdate("""
                    insert into problem (reading_id, ordinal, line, section, reason, line_text, source, position)
                    values (?, ?, ?, ?, ?, ?, ?, ?)
                    """, item.problems);
            jdbc.batchUpdate("""
                    insert into fact (reading_id, section, name, fact_value, line) values (?, ?, ?, ?, ?)
                    on conflict do nothing
                    """, item.facts);
            jdbc.batchUpdate("update run set problems = problems + ? where id = ?",
                    item.problemsOfRuns.entrySet().stream()
                            .map(run -> new Object[]{run.getValue(), run.getKey()}).toList());
            count(item);
        }
    }

    private void insert(List<CurvePart.Builder> parts) {
        if (!parts.isEmpty()) {
            jdbc.execute((Connection connection) -> {
                try (var statement = connection.prepareStatement(CURVES)) {
                    for (var part : parts) {
                        part.fill(statement);
                        statement.addBatch();
                    }
                    return statement.executeBatch();
                }
            });
        }
    }

    private void count(Prepared item) {
        int updated = jdbc.update("""
                update reading set line_count = line_count + ?, row_lines = row_lines + ?, note_count = note_count + ?,
                       problem_count = problem_count + ?, file_problems = file_problems + ?,
                       row_count = row_count + ?, entries = ?
                 where id = ? and entries = ? and state = 'importing'
                """, item.lines, item.rowLines, item.noteLines, item.problemLines, item.fileProblems, item.measurements,
                item.after(), reading.id(), item.before);
        if (updated == 0) {
            throw new OptimisticLockingFailureException(
                    "the tables do not hold the " + item.before + " entries before these");
        }
        meters.countAtCommit(item.measurements);
    }
}
