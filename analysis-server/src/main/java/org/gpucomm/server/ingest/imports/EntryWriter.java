package org.gpucomm.server.ingest.imports;

import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.readings.Readings.Reading;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.jdbc.core.JdbcTemplate;

/** This class writes measurements, packed curves, problems, facts, and the counts of the reading, all in the chunk's transaction. */
final class EntryWriter implements ItemWriter<Prepared> {

    private final Reading reading;
    private final Leases leases;
    private final JdbcTemplate jdbc;
    private final MeasurementTable table;
    private final ImportMeters meters;

    EntryWriter(Reading reading, Leases leases, JdbcTemplate jdbc, MeasurementTable table, ImportMeters meters) {
        this.reading = reading;
        this.leases = leases;
        this.jdbc = jdbc;
        this.table = table;
        this.meters = meters;
    }

    @Override
    public void write(Chunk<? extends Prepared> chunk) {
        leases.hold(reading.id());
        table.insert(chunk.getItems().stream().map(Prepared::measurements).toList());
        var counts = new AddedCounts();
        long entries = 0;
        for (var item : chunk) {
            CurvePacking.insert(item.curves(), jdbc);
            jdbc.batchUpdate("""
                    insert into problem (reading_id, ordinal, line, section, reason, line_text, source, position)
                    values (?, ?, ?, ?, ?, ?, ?, ?)
                    """, item.problems());
            jdbc.batchUpdate("""
                    insert into fact (reading_id, section, name, fact_value, line) values (?, ?, ?, ?, ?)
                    on conflict do nothing
                    """, item.facts());
            jdbc.batchUpdate("update run set problems = problems + ? where id = ?", item.problemsOfRuns());
            counts.add(item.tally());
            entries += item.entries();
        }
        jdbc.update("""
                update reading set line_count = line_count + ?, row_lines = row_lines + ?, note_count = note_count + ?,
                       problem_count = problem_count + ?, file_problems = file_problems + ?,
                       row_count = row_count + ?, entries = entries + ?, tries = 0
                 where id = ?
                """, counts.lines, counts.rowLines, counts.notes, counts.problems, counts.fileProblems,
                counts.measurements, entries, reading.id());
        meters.countAtCommit(counts.measurements);
    }
}
