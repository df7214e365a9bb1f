package org.gpucomm.server.ingest.imports;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.readings.Readings;
import org.gpucomm.server.ingest.readings.Readings.Reading;
import org.gpucomm.server.ingest.readings.RefusedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs imports, two at a time, in the order in which they came. What a stopped or killed server left unfinished is taken
 * up again at the next start, where it stopped.
 */
@Component
public class Imports implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Imports.class);
    private static final int AT_A_TIME = 2;
    private static final int SECONDS_TO_STOP = 15;

    private final Readings readings;
    private final ImportJobs jobs;
    private final JobOperator operator;
    private final JobRepository repository;
    private final Publication publication;
    private final TransactionOperations transaction;
    private final ApplicationEventPublisher events;
    private final ExecutorService executor = Executors.newFixedThreadPool(AT_A_TIME,
            Thread.ofPlatform().name("import-", 1).factory());
    private volatile boolean stopping;

    Imports(Readings readings, ImportJobs jobs, JobOperator operator, JobRepository repository,
            Publication publication, TransactionOperations transaction, ApplicationEventPublisher events) {
        this.readings = readings;
        this.jobs = jobs;
        this.operator = operator;
        this.repository = repository;
        this.publication = publication;
        this.transaction = transaction;
        this.events = events;
    }

    /** Imports that reading soon, in the background. */
    public void submit(long readingId) {
        executor.execute(() -> readings.find(readingId).filter(reading -> reading.state().equals("importing"))
                .ifPresent(this::run));
    }

    /** Imports what no import has ended yet. */
    public void submitUnfinished() {
        readings.importing().forEach(this::submit);
    }

    /** Forgets what Batch noted of the import of a reading that is no more. */
    public void forget(Reading reading) {
        var instance = repository.getJobInstance(ImportJobs.NAME, ImportJobs.parameters(reading));
        if (instance != null) {
            repository.deleteJobInstance(instance);
        }
    }

    /** Runs a task on a thread of imports: what it submits waits until it has ended, or runs beside it. */
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public void destroy() throws InterruptedException {
        stopping = true;
        executor.shutdown();
        // No interrupts: H2 closes its file when a thread that writes to it is interrupted.
        executor.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    }

    private void run(Reading reading) {
        if (stopping) {
            return;
        }
        try {
            recover(reading);
            var execution = operator.start(jobs.of(reading, () -> stopping), ImportJobs.parameters(reading));
            if (execution.getStatus() == BatchStatus.FAILED || execution.getStatus() == BatchStatus.UNKNOWN) {
                end(reading, execution);
            } else if (execution.getStatus() == BatchStatus.COMPLETED) {
                tell(new Imported(reading.uploadId()));
            }
        } catch (JobExecutionException | RuntimeException e) {
            LOG.error("import of {} ({}) failed", reading.filename(), reading.uploadId(), e);
            fail(reading, unexpected());
        }
    }

    /** What others make of it is no part of the import, and nothing begins in a server that ends. */
    private void tell(Imported imported) {
        if (stopping) {
            return;
        }
        try {
            events.publishEvent(imported);
        } catch (RuntimeException e) {
            LOG.warn("nobody could be told that {} is imported", imported.upload(), e);
        }
    }

    private void end(Reading reading, JobExecution execution) {
        boolean asks = execution.getAllFailureExceptions().stream()
                .anyMatch(failure -> causes(failure).anyMatch(MappingNeeded.class::isInstance));
        if (asks) {
            readings.needsMapping(reading.id(), reason(reading, execution));
        } else {
            fail(reading, reason(reading, execution));
        }
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }

    private void fail(Reading reading, String message) {
        readings.fail(reading.id(), message);
        if (reading.replaces() != null) {
            // It is never taken up again; what it replaces is shown on.
            transaction.executeWithoutResult(status -> publication.remove(reading.id()));
        }
    }

    /**
     * Marks what a killed server left as running, so that Batch restarts it. Rows, counts and the place in the file are
     * committed together, so whatever Batch last knew of the job, its tables are where the reader resumes.
     */
    private void recover(Reading reading) {
        var instance = repository.getJobInstance(ImportJobs.NAME, ImportJobs.parameters(reading));
        if (instance == null) {
            return;
        }
        var executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // Killed between the two inserts; Batch neither starts nor restarts such an instance.
            repository.deleteJobInstance(instance);
        }
        for (var execution : executions) {
            if (execution.getStatus().isRunning()) {
                operator.recover(execution);
            } else if (execution.getStatus() == BatchStatus.UNKNOWN) {
                execution.setStatus(BatchStatus.FAILED);
                repository.update(execution);
            }
            execution.getStepExecutions().stream().filter(step -> step.getStatus() == BatchStatus.UNKNOWN)
                    .forEach(step -> {
                        step.setStatus(BatchStatus.FAILED);
                        repository.update(step);
                    });
        }
    }

    private static String reason(Reading reading, JobExecution execution) {
        for (var failure : execution.getAllFailureExceptions()) {
            var refusal = causes(failure)
                    .filter(cause -> cause instanceof UnreadableFile || cause instanceof RefusedFile).findFirst();
            if (refusal.isPresent()) {
                return String.valueOf(refusal.get().getMessage());
            }
            LOG.error("import of {} ({}) failed", reading.filename(), reading.uploadId(), failure);
        }
        return unexpected();
    }

    private static String unexpected() {
        return "The import failed through no fault of the file; the server's log says why. Upload it again to retry.";
    }
}
