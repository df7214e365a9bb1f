package org.gpucomm.server.history;

import java.time.Duration;

import org.gpucomm.server.series.Sequence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import com.github.kagkarlsson.scheduler.SchedulerState;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** Background task that computes the summaries of changed histories, so that requests need not. One server at a time executes it. */
@Configuration(proxyBeanMethods = false)
class HistorySummaryTask {

    private static final Logger LOG = LoggerFactory.getLogger(HistorySummaryTask.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    /** Longest run of the task, since imports wait for its thread. */
    private static final Duration TURN = Duration.ofSeconds(5);

    private final HistorySummaries summaries;
    private final Sequence sequence;
    private long done = -1;

    HistorySummaryTask(HistorySummaries summaries, Sequence sequence) {
        this.summaries = summaries;
        this.sequence = sequence;
    }

    @Bean
    Task<Void> refreshHistories() {
        return Tasks.recurring("histories", FixedDelay.of(BETWEEN_LOOKS))
                .execute((task, context) -> refresh(context.getSchedulerState()));
    }

    /** Computes summaries if the data have changed since the last complete run. */
    private synchronized void refresh(SchedulerState state) {
        long end = System.nanoTime() + TURN.toNanos();
        try {
            long version = sequence.version();
            if (version != done
                    && summaries.refreshAll(() -> state.isShuttingDown() || System.nanoTime() - end > 0)) {
                done = version;
            }
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database is away", e);
        } catch (RuntimeException e) {
            // A list computes missing summaries on request.
            LOG.warn("the summaries of histories could not be refreshed; it is tried again", e);
        }
    }
}
