package org.gpucomm.server.ingest.imports;

import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Mappings;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.series.CurvePart;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Batch job of one import: <em>parse</em> writes entries in chunks, <em>publish</em> makes the runs visible. */
@Component
class ImportJobs {

    static final String NAME = "import";
    private static final String CURVES = "insert into curve (" + CurvePart.COLUMNS + ") values ("
            + Stream.of(CurvePart.COLUMNS.split(",")).map(column -> "?").collect(Collectors.joining(", ")) + ")";

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final JdbcTemplate jdbc;
    private final Mappings mappings;
    private final Readings readings;
    private final Publication publication;
    private final ImportMeters meters;

    ImportJobs(JobRepository repository, PlatformTransactionManager transactions, JdbcTemplate jdbc, Mappings mappings,
            Readings readings, Publication publication, ImportMeters meters) {
        this.repository = repository;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.mappings = mappings;
        this.readings = readings;
        this.publication = publication;
        this.meters = meters;
    }

    /** Returns the parameters that identify an import for Batch: the upload and the version of the parsers. */
    static JobParameters parameters(Reading reading) {
        return new JobParametersBuilder().addLong("reading", reading.id()).addString("upload", reading.uploadId())
                .addString("parsers", reading.parserVersion()).toJobParameters();
    }

    /** @param stopping whether to stop; asked before the first chunk and between chunks. True ends the job so that it can be restarted */
    Job of(Reading reading, BooleanSupplier stopping) {
        var runs = new RunRows(reading, jdbc, new TransactionTemplate(transactions));
        return new JobBuilder(NAME, repository).start(parse(reading, new Preparation(reading, runs), stopping))
                .next(publish(reading)).build();
    }

    private Step parse(Reading reading, Preparation preparation, BooleanSupplier stopping) {
        return new StepBuilder("parse", repository).<Prepared, Prepared>chunk(1)
                .transactionManager(transactions)
                .reader(new EntryReader(reading, mappings, preparation, readings, stopping))
                .writer(chunk -> chunk.forEach(item -> write(reading, item)))
                .interruptionPolicy(step -> stop(step, stopping))
                .build();
    }

    /**
     * Writes measurements, problems, facts, and the counts of the reading, all in the chunk's transaction.
     *
     * @throws OptimisticLockingFailureException if the tables lack the entries before these, since another import of the upload goes on
     */
    private void write(Reading reading, Prepared item) {
        jdbc.batchUpdate(CURVES, item.parts, item.parts.size(), (statement, part) -> part.fill(statement));
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
        count(reading, item);
    }

    private void count(Reading reading, Prepared item) {
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

    private Step publish(Reading reading) {
        return new StepBuilder("publish", repository).tasklet((contribution, context) -> {
            // Counting concerns only this reading, so it comes before the lock.
            var counts = ReadingCounts.of(reading.id(), JdbcClient.create(jdbc));
            publication.lock();
            publication.publish(reading, counts);
            return RepeatStatus.FINISHED;
        }, transactions).build();
    }

    private static void stop(StepExecution step, BooleanSupplier stopping) throws JobInterruptedException {
        if (stopping.getAsBoolean()) {
            // Without this mark, Batch considers a step that was interrupted between chunks complete.
            step.setTerminateOnly();
            throw new JobInterruptedException("the server is stopping");
        }
    }
}
