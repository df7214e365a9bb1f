package org.gpucomm.server.ingest.imports;

import java.util.function.BooleanSupplier;

import org.gpucomm.server.ingest.imports.Preparation.Prepared;
import org.gpucomm.server.ingest.parsing.Mappings;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
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
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Batch job of one import: <em>parse</em> writes entries in chunks, <em>publish</em> makes the runs visible. */
@Component
class ImportJobs {

    static final String NAME = "import";

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
        var preparation = new Preparation(reading, runs, new SeriesIds(JdbcClient.create(jdbc), transactions));
        return new JobBuilder(NAME, repository).start(parse(reading, preparation, stopping))
                .next(publish(reading)).build();
    }

    private Step parse(Reading reading, Preparation preparation, BooleanSupplier stopping) {
        return new StepBuilder("parse", repository).<Prepared, Prepared>chunk(1)
                .transactionManager(transactions)
                .reader(new EntryReader(reading, mappings, preparation, readings, stopping))
                .writer(new EntryWriter(reading, jdbc, meters))
                .interruptionPolicy(step -> stop(step, stopping))
                .build();
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
