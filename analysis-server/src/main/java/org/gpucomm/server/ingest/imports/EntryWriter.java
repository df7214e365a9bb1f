package org.gpucomm.server.ingest.imports;

import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writer of measurements, problems, facts, and the counts of the reading, all in the chunk's transaction. */
final class EntryWriter implements ItemWriter<Prepared> {

    private final Reading reading;
    private final JdbcTemplate jdbc;
    private final ImportMeters meters;

    EntryWriter(Reading reading, JdbcTemplate jdbc, ImportMeters meters) {
        this.reading = reading;
        this.jdbc = jdbc;
        this.meters = meters;
    }

    /** @throws OptimisticLockingFailureException when the tables do not hold what came before: another import of the same upload goes on */
    @Override
    public void write(Chunk<? extends Prepared> chunk) {
        for (var item : chunk) {
            CurveParts.insert(item.parts, jdbc);
            jdbc.batchUpdate("""
                    insert into problem (reading_id, ordinal, line, section, reason, line_text, source, position)
                    values (?, ?, ?, ?, ?, ?, ?, ?)
                    """, item.problems);
            jdbc.batchUpdate("""
                    insert into fact (reading_id, section, name, fact_value, line) values (?, ?, ?, ?, ?)
                    on conflict do nothing
                    """, item.facts);
            jdbc.batchUpdate("update run set problems = problems + ? where id = ?", item.problemsOfRuns);
            count(item);
        }
    }

    private void count(Prepared item) {
        var counts = item.tally;
        int updated = jdbc.update("""
                update reading set line_count = line_count + ?, row_lines = row_lines + ?, note_count = note_count + ?,
                       problem_count = problem_count + ?, file_problems = file_problems + ?,
                       row_count = row_count + ?, entries = ?
                 where id = ? and entries = ? and state = 'importing'
                """, counts.lines, counts.rowLines, counts.notes, counts.problems, counts.fileProblems,
                counts.measurements, item.after(), reading.id(), item.before);
        if (updated == 0) {
            throw new OptimisticLockingFailureException(
                    "the tables do not hold the " + item.before + " entries before these");
        }
        meters.countAtCommit(counts.measurements);
    }
}
