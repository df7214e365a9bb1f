package org.gpucomm.server.ingest.imports;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.files.DiskSpace;
import org.gpucomm.server.ingest.imports.ImportMeters.Outcome;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.ingest.parsing.RefusedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runner of the imports that this server has claimed, two at a time and in turns. What a server that was stopped or killed left
 * unfinished is taken up by whichever server sees first that nobody holds it, where it stopped. An import that failed through no fault
 * of its file is tried again, after pauses that grow.
 */
@Component
public class Imports implements DisposableBean, ApplicationListener<ContextClosedEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(Imports.class);
    private static final int AT_A_TIME = 2;
    private static final int SECONDS_TO_STOP = 4;
    /** In a row that brought nothing into the tables, most of them a minute apart: a disk may be full for a night. */
    private static final int MOST_TRIES = 1500;
    /** Connection, resources, operator, system, a transaction that lost against another, time-outs of H2 and its disk. */
    private static final Pattern PASSING_STATE = Pattern.compile("(?:08|53|57|58|40).*|HYT00|90028|90031|90098");

    private final Readings readings;
    private final Leases leases;
    private final DiskSpace disk;
    private final ImportJobs jobs;
    private final JobOperator operator;
    private final JobRepository repository;
    private final Publication publication;
    private final TransactionOperations transaction;
    private final ApplicationEventPublisher events;
    private final ImportMeters meters;
    private final ImportTurns turns = new ImportTurns(AT_A_TIME, System::nanoTime);
    private final Set<Long> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    Imports(Readings readings, Leases leases, DiskSpace disk, ImportJobs jobs, JobOperator operator,
            JobRepository repository, Publication publication, TransactionOperations transaction,
            ApplicationEventPublisher events, ImportMeters meters) {
        this.readings = readings;
        this.leases = leases;
        this.disk = disk;
        this.jobs = jobs;
        this.operator = operator;
        this.repository = repository;
        this.publication = publication;
        this.transaction = transaction;
        this.events = events;
        this.meters = meters;
    }

    /** Imports that reading soon, in the background, unless another server does. */
    public void submit(long readingId) {
        if (stopping || waiting.contains(readingId)) {
            return;
        }
        long bytes = leases.bytes(readingId);
        if (waiting.add(readingId)) {
            turns.add(readingId, bytes, () -> {
                waiting.remove(readingId);
                if (!stopping && leases.claim(readingId)) {
                    runClaimed(readingId);
                }
            });
        }
    }

    private void runClaimed(long readingId) {
        boolean isInterrupted = false;
        try {
            var reading = readings.find(readingId);
            isInterrupted = reading.isPresent() && run(reading.get());
        } finally {
            release(readingId);
            goOn(readingId, isInterrupted);
        }
    }

    /** At a start: what a server held that is surely dead is free at once. */
    public void endLeasesOfTheDead() {
        leases.endThoseOfTheDead();
    }

    /** Imports what waits and nobody holds. */
    public void submitUnfinished() {
        leases.free().forEach(this::submit);
    }

    /** Whether this server is about to end; what it imports goes on elsewhere, or at its next start. */
    public boolean isStopping() {
        return stopping;
    }

    /** Forgets what Batch noted of the import of a reading that is no more. */
    public void forget(Reading reading) {
        instance(reading).ifPresent(repository::deleteJobInstance);
    }

    /** Runs a task on a thread of imports: what it submits waits until it has ended, or runs beside it. */
    public void execute(Runnable task) {
        turns.first(task);
    }

    /** Before the web server waits for its requests: imports end at their next chunk. */
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stopping = true;
    }

    @Override
    public void destroy() throws InterruptedException {
        stopping = true;
        turns.close(Duration.ofSeconds(SECONDS_TO_STOP));
    }

    /** @return whether its turn ended before it was done */
    private boolean run(Reading reading) {
        try {
            disk.requireForImport();
            forgetAttempts(reading);
            var turn = turns.begin(reading.id());
            var execution = operator.start(jobs.of(reading, () -> stopping || turn.isOver()),
                    ImportJobs.parameters(reading));
            var failures = execution.getAllFailureExceptions();
            if (execution.getStatus() == BatchStatus.STOPPED
                    || isAny(failures, ReadAhead.Interrupted.class::isInstance)) {
                LOG.debug("import of {} goes on later", reading.uploadId());
                return true;
            }
            if (execution.getStatus() == BatchStatus.FAILED || execution.getStatus() == BatchStatus.UNKNOWN) {
                end(reading, failures);
            } else if (execution.getStatus() == BatchStatus.COMPLETED) {
                meters.countEnd(Outcome.ready);
                tell(new Imported(reading.uploadId()));
            }
        } catch (JobExecutionException | IOException | RuntimeException e) {
            end(reading, List.of(e));
        }
        return false;
    }

    /** An import whose turn has ended waits for its next; another server may be quicker. */
    private void goOn(long reading, boolean isInterrupted) {
        if (!isInterrupted) {
            turns.end(reading);
            return;
        }
        turns.endTurn(reading);
        try {
            submit(reading);
        } catch (DataAccessException e) {
            LOG.debug("reading {} is taken up when the database answers", reading, e);
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

    /** Where the database is away too, the lease ends by itself. */
    private void end(Reading reading, List<Throwable> failures) {
        try {
            if (!leases.holds(reading.id())) {
                LOG.warn("import of {} ({}) is another server's now", reading.filename(), reading.uploadId());
            } else if (isAny(failures, MappingNeeded.class::isInstance)) {
                var open = reason(reading, failures);
                transaction.executeWithoutResult(status -> readings.needsMapping(reading.id(), open));
                meters.countEnd(Outcome.mapping);
            } else if (isAny(failures, Imports::isPassing) && leases.tries(reading.id()) < MOST_TRIES) {
                int tries = leases.pause(reading.id(),
                        "The import will be tried again by itself: the database or the disk failed it.");
                meters.countEnd(Outcome.again);
                LOG.atLevel(tries == 1 ? Level.WARN : Level.DEBUG).log("import of {} ({}) will be tried again: {}",
                        reading.filename(), reading.uploadId(), passing(failures));
            } else {
                fail(reading, reason(reading, failures));
                meters.countEnd(Outcome.failed);
            }
        } catch (DataAccessException | TransactionException e) {
            LOG.warn("import of {} ({}) will be tried again when the database answers: {}", reading.filename(),
                    reading.uploadId(), e.getMessage());
        }
    }

    private void release(long reading) {
        try {
            leases.release(reading);
        } catch (DataAccessException e) {
            LOG.debug("the lease of reading {} ends by itself", reading, e);
        }
    }

    private static boolean isAny(List<Throwable> failures, Predicate<Throwable> is) {
        return failures.stream().anyMatch(failure -> causes(failure).anyMatch(is));
    }

    /**
     * Whether the database was away or busy, a disk failed, or another had changed what Batch noted: things that end without anybody
     * looking at the file.
     */
    private static boolean isPassing(Throwable cause) {
        return cause instanceof OptimisticLockingFailureException
                || cause instanceof JobExecutionAlreadyRunningException
                || cause instanceof SQLException sql && PASSING_STATE.matcher(Objects.requireNonNullElse(
                        sql.getSQLState(), "")).matches()
                || cause instanceof SQLTransientException
                || cause instanceof TransactionException || cause instanceof FileSystemException;
    }

    /** Returns what the database or the disk said, in one line. */
    private static String passing(List<Throwable> failures) {
        return failures.stream().flatMap(Imports::causes).filter(Imports::isPassing).map(Throwable::toString)
                .findFirst().orElse("").replaceAll("\\R\\s*", " ");
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }

    /** Nothing of it stays in the tables but what it says; the next import of the file begins anew. */
    private void fail(Reading reading, String message) {
        transaction.executeWithoutResult(status -> {
            publication.lock();
            leases.hold(reading.id());
            publication.removeRows(reading.id());
            readings.fail(reading.id(), message);
        });
    }

    /**
     * Removes what Batch noted of an earlier attempt. The reader goes on behind the entries that are in the tables, which the reading's
     * row counts; where none are, nothing stays that an earlier attempt wrote.
     */
    private void forgetAttempts(Reading reading) {
        instance(reading).ifPresent(earlier -> {
            if (readings.entriesInTables(reading.id()) == 0) {
                transaction.executeWithoutResult(status -> {
                    leases.hold(reading.id());
                    publication.remove(reading.id());
                });
            }
            repository.deleteJobInstance(earlier);
        });
    }

    private Optional<JobInstance> instance(Reading reading) {
        return Optional.ofNullable(repository.getJobInstance(ImportJobs.NAME, ImportJobs.parameters(reading)));
    }

    private static String reason(Reading reading, List<Throwable> failures) {
        for (var failure : failures) {
            var refusal = causes(failure)
                    .filter(cause -> cause instanceof UnreadableFile || cause instanceof RefusedFile).findFirst();
            if (refusal.isPresent()) {
                return Secrets.hide(String.valueOf(refusal.get().getMessage()));
            }
            LOG.error("import of {} ({}) failed", reading.filename(), reading.uploadId(), failure);
        }
        return unexpected();
    }

    private static String unexpected() {
        return "The import failed through no fault of the file; the server's log says why. Upload it again to retry.";
    }
}
