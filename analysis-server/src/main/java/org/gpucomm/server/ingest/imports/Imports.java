package org.gpucomm.server.ingest.imports;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.background.BackgroundTasks;
import org.gpucomm.server.ingest.files.DiskSpace;
import org.gpucomm.server.ingest.imports.ImportMeters.Outcome;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
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
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

import com.github.kagkarlsson.scheduler.HeartbeatState;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.Priority;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;

/**
 * Imports of readings, each a task that one server executes at a time. An interrupted import resumes where it stopped, here or on another
 * server. An import that failed for reasons other than its file is retried after pauses of up to a minute.
 */
@Component
public class Imports implements ApplicationListener<ContextClosedEvent> {

    static final TaskDescriptor<Void> TASK = TaskDescriptor.of(ReadingVersion.taskName("import"), Void.class);

    private static final Logger LOG = LoggerFactory.getLogger(Imports.class);
    /** Time after which an import gives way if something waits, unless it has the permit for long imports. */
    private static final Duration TURN = Duration.ofSeconds(5);
    /** Limit of consecutive failures, most of them a minute apart: a disk may be full for a night. */
    private static final int MOST_TRIES = 1500;
    /** SQL states that pass: connection, resources, operator, system, lost transactions, and H2's time-outs and disk errors. */
    private static final Pattern PASSING_STATE = Pattern.compile("(?:08|53|57|58|40).*|HYT00|90028|90031|90098");

    private final Readings readings;
    private final BackgroundTasks tasks;
    private final DiskSpace disk;
    private final ImportJobs jobs;
    private final JobOperator operator;
    private final JobRepository repository;
    private final Publication publication;
    private final TransactionOperations transaction;
    private final ImportMeters meters;
    /** Permit for one thread to continue a long import while others wait. */
    private final Semaphore longImport = new Semaphore(1);
    private volatile boolean stopping;

    Imports(Readings readings, BackgroundTasks tasks, DiskSpace disk, ImportJobs jobs, JobOperator operator,
            JobRepository repository, Publication publication, TransactionOperations transaction,
            ImportMeters meters) {
        this.readings = readings;
        this.tasks = tasks;
        this.disk = disk;
        this.jobs = jobs;
        this.operator = operator;
        this.repository = repository;
        this.publication = publication;
        this.transaction = transaction;
        this.meters = meters;
    }

    /** Schedules the import of a reading, with priority over those that {@link #submitUnfinished} finds. */
    public void submit(long reading) {
        submit(reading, Priority.HIGH);
    }

    /** Schedules waiting readings without a task, left when a server died or the database failed before scheduling. */
    public void submitUnfinished() {
        readings.unscheduled().forEach(reading -> submit(reading, Priority.MEDIUM));
    }

    private void submit(long reading, int priority) {
        tasks.schedule(TASK.instance(Long.toString(reading)).priority(priority).build());
    }

    /** Returns whether this server is shutting down; its imports resume elsewhere, or at its next start. */
    public boolean isStopping() {
        return stopping;
    }

    /** Deletes Batch's records of the import of a deleted reading. */
    public void forget(Reading reading) {
        instance(reading).ifPresent(repository::deleteJobInstance);
    }

    /** Makes imports end at their next chunk, before the web server waits for its requests. */
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stopping = true;
    }

    /** Executes the task of a reading for one turn. @throws TryAgain if the import failed for reasons other than its file */
    void execute(long id, ExecutionContext context) {
        var reading = pending(id);
        if (reading.isPresent() && !stopping) {
            try (var turn = new Turn(context.getCurrentlyExecuting().getHeartbeatState())) {
                run(reading.get(), turn, context.getExecution().consecutiveFailures);
            }
        }
    }

    /** Returns the reading if these parsers should import it; readings of another version wait for {@code Reimports}. */
    Optional<Reading> pending(long id) {
        return readings.find(id).filter(found -> found.state().equals("importing")
                && found.parserVersion().equals(ReadingVersion.current()));
    }

    private void run(Reading reading, Turn turn, int failures) {
        List<Throwable> causes;
        try {
            disk.requireForImport();
            forgetAttempts(reading);
            var execution = operator.start(jobs.of(reading, turn::isOver), ImportJobs.parameters(reading));
            causes = execution.getAllFailureExceptions();
            if (execution.getStatus() == BatchStatus.COMPLETED) {
                meters.countEnd(Outcome.ready);
                return;
            }
            if (execution.getStatus() == BatchStatus.STOPPED
                    || isAny(causes, EntryReader.Interrupted.class::isInstance)) {
                LOG.debug("import of {} goes on later", reading.uploadId());
                return;
            }
        } catch (JobExecutionException | IOException | RuntimeException e) {
            causes = List.of(e);
        }
        if (turn.isLost()) {
            LOG.warn("import of {} ({}) is another server's now", reading.filename(), reading.uploadId());
        } else {
            end(reading, causes, failures);
        }
    }

    private void end(Reading reading, List<Throwable> causes, int failures) {
        if (isAny(causes, MappingNeeded.class::isInstance)) {
            var open = reason(reading, causes);
            transaction.executeWithoutResult(status -> readings.needsMapping(reading.id(), open));
            meters.countEnd(Outcome.mapping);
        } else if (isAny(causes, Imports::isPassing) && failures < MOST_TRIES) {
            meters.countEnd(Outcome.again);
            LOG.atLevel(failures == 0 ? Level.WARN : Level.DEBUG).log("import of {} ({}) will be tried again: {}",
                    reading.filename(), reading.uploadId(), passing(causes));
            readings.note(reading.id(),
                    "The import will be tried again by itself: the database or the disk failed it.");
            throw new TryAgain();
        } else {
            fail(reading, reason(reading, causes));
            meters.countEnd(Outcome.failed);
        }
    }

    private static boolean isAny(List<Throwable> failures, Predicate<Throwable> is) {
        return failures.stream().anyMatch(failure -> causes(failure).anyMatch(is));
    }

    /** Returns whether a failure may pass: of the database, of a disk, or through another server that changed Batch's records. */
    private static boolean isPassing(Throwable cause) {
        return cause instanceof OptimisticLockingFailureException
                || cause instanceof JobExecutionAlreadyRunningException
                || cause instanceof SQLException sql && PASSING_STATE.matcher(Objects.requireNonNullElse(
                        sql.getSQLState(), "")).matches()
                || cause instanceof SQLTransientException
                || cause instanceof TransactionException || cause instanceof FileSystemException;
    }

    /** Returns the message of the database or the disk on one line. */
    private static String passing(List<Throwable> failures) {
        return failures.stream().flatMap(Imports::causes).filter(Imports::isPassing).map(Throwable::toString)
                .findFirst().orElse("").replaceAll("\\R\\s*", " ");
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }

    /** Removes the rows of a reading and stores the reason; its next import begins from the start. */
    private void fail(Reading reading, String message) {
        transaction.executeWithoutResult(status -> {
            publication.lock();
            publication.requireImporting(reading.id());
            publication.removeRows(reading.id());
            readings.fail(reading.id(), message);
        });
    }

    /** Deletes Batch's records of an earlier attempt, and its rows unless some entries are complete; the reader resumes after these. */
    private void forgetAttempts(Reading reading) {
        instance(reading).ifPresent(earlier -> {
            if (readings.entriesInTables(reading.id()) == 0) {
                transaction.executeWithoutResult(status -> publication.remove(reading.id()));
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
        return "The import failed through no fault of the file; the server's log says why. Upload it again to retry.";
    }

    /** Failure of an import for reasons other than its file. */
    static final class TryAgain extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Time slice of an import on its thread. */
    private final class Turn implements AutoCloseable {

        private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

        private final HeartbeatState heartbeats;
        private long nextLook = System.nanoTime() + TURN.toNanos();
        private boolean hasPermit;

        Turn(HeartbeatState heartbeats) {
            this.heartbeats = heartbeats;
        }

        /** Returns whether the import should stop, to resume later. */
        boolean isOver() {
            return stopping || isLost() || isTooLong();
        }

        /** Returns whether another server may have taken over the import, because this one was paused or had no database. */
        boolean isLost() {
            return heartbeats.getFailedHeartbeats() > 0 || heartbeats.getFractionDead() >= 1;
        }

        private boolean isTooLong() {
            if (hasPermit || System.nanoTime() - nextLook < 0) {
                return false;
            }
            nextLook = System.nanoTime() + BETWEEN_LOOKS.toNanos();
            hasPermit = longImport.tryAcquire();
            return !hasPermit && tasks.isAnyDue();
        }

        @Override
        public void close() {
            if (hasPermit) {
                longImport.release();
            }
        }
    }
}
