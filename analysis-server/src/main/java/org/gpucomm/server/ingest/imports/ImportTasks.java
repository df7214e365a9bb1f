package org.gpucomm.server.ingest.imports;

import java.time.Duration;
import java.time.Instant;

import org.gpucomm.server.background.BackgroundTasks;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.DeadExecutionHandler.ReviveDeadExecution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;

/** Task of an import: when it is executed and retried, and what happens if its server dies. */
@Configuration(proxyBeanMethods = false)
class ImportTasks {

    private static final Duration BETWEEN_TURNS = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;

    /** Returns the task. The ids of its instances are those of readings. */
    @Bean
    Task<Void> importTask(Imports imports, BackgroundTasks tasks, ImportMeters meters) {
        var revive = new ReviveDeadExecution<Void>();
        return Tasks.custom(Imports.TASK)
                .onFailure((failed, operations) -> operations.reschedule(failed, nextTry(failed)))
                .onDeadExecution((dead, operations) -> {
                    if (!tasks.isExecuting(dead.getExecution().taskInstance)) {
                        meters.countTakeover();
                        revive.deadExecution(dead, operations);
                    }
                })
                .execute((task, context) -> {
                    long reading = Long.parseLong(task.getId());
                    imports.execute(reading, context);
                    return goOnOrEnd(imports, reading);
                });
    }

    private static CompletionHandler<Void> goOnOrEnd(Imports imports, long reading) {
        return (completed, operations) -> {
            if (imports.pending(reading).isPresent()) {
                operations.reschedule(completed, completed.getTimeDone().plus(BETWEEN_TURNS));
            } else {
                operations.stop();
            }
        };
    }

    private static Instant nextTry(ExecutionComplete failed) {
        int failures = failed.getExecution().consecutiveFailures;
        return failed.getTimeDone().plus(Duration.ofSeconds(1L << Math.min(failures, MOST_DOUBLINGS)));
    }
}
