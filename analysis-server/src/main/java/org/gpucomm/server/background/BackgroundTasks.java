package org.gpucomm.server.background;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import javax.sql.DataSource;

import org.gpucomm.server.database.DatabaseProduct;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import com.github.kagkarlsson.scheduler.Clock;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.shaded.jdbc.SQLRuntimeException;

/** Scheduler of background tasks; one server at a time executes a task. See docs/decisions/0025-background-work.md. */
@Component
public class BackgroundTasks extends AbstractSchedulerListener {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundTasks.class);
    private static final int THREADS = 2;
    private static final Duration POLLING = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final int MISSED_HEARTBEATS = 4;
    /** Time without a heartbeat after which a server is considered dead. */
    public static final Duration DEAD_AFTER = HEARTBEAT.multipliedBy(MISSED_HEARTBEATS);
    /** Half of the time that a stopping server waits for its tasks. */
    private static final Duration STOPPING = Duration.ofSeconds(2);
    /** Age at which tasks unknown to this server are deleted: never, since others may execute them; not all send alerts. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final JdbcClient jdbc;
    private final DataSource database;
    private final ObjectProvider<Task<?>> tasks;
    private volatile Clock clock = Instant::now;
    private volatile List<String> names = List.of();
    private volatile @Nullable Scheduler scheduler;
    private volatile boolean away;

    /** @param tasks looked up at the start, since they may themselves schedule others */
    BackgroundTasks(JdbcClient jdbc, DataSource database, ObjectProvider<Task<?>> tasks) {
        this.jdbc = jdbc;
        this.database = database;
        this.tasks = tasks;
    }

    public synchronized void start() {
        if (scheduler != null) {
            return;
        }
        clock = clockOfDatabase();
        var all = tasks.stream().toList();
        var recurring = all.stream().filter(RecurringTask.class::isInstance).map(RecurringTask.class::cast).toList();
        var others = all.stream().filter(task -> !recurring.contains(task)).toList();
        var builder = Scheduler.create(database, others).threads(THREADS)
                .executorService(new UninterruptedThreads(THREADS)).enablePriority().enableImmediateExecution()
                .pollingInterval(POLLING).heartbeatInterval(HEARTBEAT).missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .deleteUnresolvedAfter(FOREVER).shutdownMaxWait(STOPPING).clock(clock)
                .failureLogging(LogLevel.OFF, false)
                .schedulerName(new SchedulerName.Fixed(UUID.randomUUID().toString())).addSchedulerListener(this);
        recurring.forEach(builder::startTasks);
        if (!DatabaseProduct.isPostgresql(new JdbcTemplate(database))) {
            // Only one server at a time opens a file, so the one that executed these tasks is dead; they need not wait for its heartbeats
            // to expire.
            jdbc.sql("""
                    update scheduled_tasks set picked = false, picked_by = null, execution_time = current_timestamp
                    """).update();
        }
        names = all.stream().map(Task::getName).toList();
        var built = builder.build();
        built.start();
        scheduler = built;
    }

    /** Stops, after waiting some seconds for running tasks. */
    public synchronized void stop() {
        if (scheduler != null) {
            scheduler.stop();
        }
    }

    /** Schedules a task to run soon, unless it is scheduled. Does nothing before {@link #start}, or if the database is unavailable. */
    public void schedule(TaskInstance<Void> task) {
        try {
            if (scheduler != null) {
                scheduler.scheduleIfNotExists(task, clock.now());
            }
        } catch (SQLRuntimeException e) {
            LOG.debug("cannot schedule {}", task, e);
        }
    }

    /** Returns whether a task is due that this server could execute. */
    public boolean isAnyDue() {
        return jdbc.sql("""
                select exists (select 1 from scheduled_tasks
                                where not picked and execution_time <= current_timestamp and task_name in (:names))
                """).param("names", names).query(Boolean.class).single();
    }

    /** Returns whether this server executes the task, even if its heartbeats have stopped after a pause of the whole server. */
    public boolean isExecuting(TaskInstance<?> task) {
        return scheduler != null && scheduler.getCurrentlyExecuting().stream()
                .anyMatch(each -> each.getTaskInstance().getTaskAndInstance().equals(task.getTaskAndInstance()));
    }

    /** Logs once that the database does not answer, and once that it answers again. */
    @Override
    public void onSchedulerEvent(SchedulerEventType type) {
        if (type == SchedulerEventType.RAN_EXECUTE_DUE && away) {
            away = false;
            LOG.warn("The database answers again.");
        } else if (type == SchedulerEventType.UNEXPECTED_ERROR && !away && !isStopping()) {
            try {
                jdbc.sql("select 1").query(Integer.class).single();
            } catch (DataAccessException e) {
                away = true;
                LOG.error(
                        "The database does not answer: {}. See that it runs and make room on its disk: imports go on by themselves then, on H2 when the server is started again.",
                        String.valueOf(e.getMostSpecificCause().getMessage()).replaceAll("\\R\\s*", " "));
            }
        }
    }

    private boolean isStopping() {
        return scheduler != null && scheduler.getSchedulerState().isShuttingDown();
    }

    /** Returns a clock with the time of the database, since the clocks of servers differ. */
    private Clock clockOfDatabase() {
        var now = jdbc.sql("select current_timestamp").query(OffsetDateTime.class).single();
        var ahead = Duration.between(Instant.now(), now);
        return () -> Instant.now().plus(ahead);
    }

    /** Thread pool that is never interrupted, since H2 closes its file when a thread that uses it is interrupted. */
    private static final class UninterruptedThreads extends ScheduledThreadPoolExecutor {

        UninterruptedThreads(int threads) {
            super(threads, Thread.ofPlatform().name("background-", 1).factory());
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }
    }
}
