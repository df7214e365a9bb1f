package org.gpucomm.server.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.history.ChangePoints;
import org.gpucomm.server.history.HistorySummary.Last;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.StoredHistories.Chosen;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

import com.github.kagkarlsson.scheduler.SchedulerState;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** Summaries of histories, stored in their table. The runs are read once after each change, or if a filter selects only some of them. */
@Configuration(proxyBeanMethods = false)
public class HistorySummaries {

    private static final Logger LOG = LoggerFactory.getLogger(HistorySummaries.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    /** Longest run of the background task, since imports wait for its thread. */
    private static final Duration TURN = Duration.ofSeconds(5);
    /** Limit of runs of histories that are read together; a single history may have more. */
    private static final long RUNS_AT_A_TIME = 500;
    /** Limit of the time that a request waits for summaries that are not stored. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Histories histories;
    private final JdbcClient jdbc;
    private final Sequence sequence;
    private final TransactionOperations transaction;
    private long done = -1;

    HistorySummaries(Histories histories, JdbcClient jdbc, Sequence sequence, TransactionOperations transaction) {
        this.histories = histories;
        this.jdbc = jdbc;
        this.sequence = sequence;
        this.transaction = transaction;
    }

    /** Returns summaries in the order of the histories; long histories are pending until the background task has computed theirs. */
    List<HistorySummary> of(List<Chosen> chosen, Filter filter) {
        var whole = chosen.stream().filter(Chosen::whole).map(Chosen::history).toList();
        var summaries = new HashMap<>(stored(whole));
        var unknown = whole.stream().filter(history -> !summaries.containsKey(history.hash())).toList();
        if (!unknown.isEmpty()) {
            summaries.putAll(readSoon(unknown));
        }
        for (var some : together(chosen.stream().filter(each -> !each.whole()).map(Chosen::history).toList())) {
            read(some, filter).forEach((history, summary) -> summaries.put(history.hash(), summary));
        }
        return chosen.stream().map(each -> summaries.get(each.history().hash())).filter(Objects::nonNull).toList();
    }

    private Map<String, HistorySummary> readSoon(List<StoredHistory> unknown) {
        var summaries = new HashMap<String, HistorySummary>();
        unknown.forEach(history -> summaries.put(history.hash(), HistorySummary.pending(history)));
        long end = System.nanoTime() + PATIENCE.toNanos();
        var shortest = unknown.stream().sorted(Comparator.comparing(StoredHistory::runs)).toList();
        for (var some : together(shortest)) {
            boolean isLong = some.getFirst().runs() > RUNS_AT_A_TIME;
            if (isLong || System.nanoTime() > end) {
                break;
            }
            read(some, Filter.ALL).forEach((history, summary) -> summaries.put(history.hash(), summary));
        }
        return summaries;
    }

    /** Splits histories, in their order, into parts of few runs or of a single history, which bounds the memory. */
    private static List<List<StoredHistory>> together(List<StoredHistory> histories) {
        var parts = new ArrayList<List<StoredHistory>>();
        long runs = 0;
        for (var history : histories) {
            runs += history.runs();
            if (parts.isEmpty() || runs > RUNS_AT_A_TIME) {
                parts.add(new ArrayList<>());
                runs = history.runs();
            }
            parts.getLast().add(history);
        }
        return parts;
    }

    /** Returns the background task that computes summaries, so that requests need not. One server at a time executes it. */
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
            if (version != done && refreshAll(() -> state.isShuttingDown() || System.nanoTime() - end > 0)) {
                done = version;
            }
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database is away", e);
        } catch (RuntimeException e) {
            // A list computes missing summaries on request.
            LOG.warn("the summaries of histories could not be refreshed; it is tried again", e);
        }
    }

    /** @param stopping asked between two parts of the work @return whether no summary is left to compute */
    private boolean refreshAll(BooleanSupplier stopping) {
        for (var some : together(histories.chosen(Filter.ALL).stream().map(Chosen::history).toList())) {
            if (stopping.getAsBoolean()) {
                return false;
            }
            var known = stored(some);
            var unknown = some.stream().filter(history -> !known.containsKey(history.hash())).toList();
            if (!unknown.isEmpty()) {
                store(read(unknown, Filter.ALL));
            }
        }
        return true;
    }

    private void store(Map<StoredHistory, HistorySummary> summaries) {
        transaction.executeWithoutResult(status -> {
            sequence.change();
            summaries.forEach(this::store);
        });
    }

    /** Returns the stored summaries that are up to date, by hash. */
    private Map<String, HistorySummary> stored(List<StoredHistory> histories) {
        if (histories.isEmpty()) {
            return Map.of();
        }
        var byId = histories.stream().collect(Collectors.toMap(StoredHistory::number, history -> history));
        var arguments = new ArrayList<Object>();
        var summaries = new HashMap<String, HistorySummary>();
        jdbc.sql("select * from history where summary_version = changed and search_version = ?"
                + FilterSql.in("id", byId.keySet(), arguments)).param(ChangePoints.VERSION).params(arguments)
                .query(row -> {
                    var history = Objects.requireNonNull(byId.get(row.getLong("id")));
                    if (history.changed() == row.getLong("changed")) {
                        summaries.put(history.hash(),
                                new HistorySummary(history.key(), row.getInt("compared"), history.firstAt(),
                                        history.lastAt(), last(row), row.getObject("trend_effect", Double.class)));
                    }
                });
        return summaries;
    }

    private static @Nullable Last last(ResultSet row) throws SQLException {
        var at = row.getObject("change_at", OffsetDateTime.class);
        return at == null
                ? null
                : new Last(at.toInstant(), row.getDouble("change_effect"),
                        Stream.of(row.getString("change_sizes").split(" ")).map(Long::valueOf).toList(),
                        row.getDouble("change_p"));
    }

    private Map<StoredHistory, HistorySummary> read(List<StoredHistory> unknown, Filter filter) {
        var byHash = unknown.stream().collect(Collectors.toMap(StoredHistory::hash, history -> history));
        var summaries = new HashMap<StoredHistory, HistorySummary>();
        histories.latest(unknown, filter)
                .forEach(past -> summaries.put(Objects.requireNonNull(byHash.get(past.key().hash())),
                        HistorySummary.of(past)));
        return summaries;
    }

    /** Stores a summary, unless the runs have changed since they were read. */
    private void store(StoredHistory history, HistorySummary summary) {
        var change = summary.change();
        jdbc.sql("""
                update history set summary_version = changed, search_version = ?, compared = ?, change_at = ?, change_effect = ?,
                       change_sizes = ?, change_p = ?, trend_effect = ?
                 where id = ? and changed = ?
                """)
                .params(ChangePoints.VERSION, summary.compared(),
                        change == null ? null : change.at().atOffset(ZoneOffset.UTC),
                        change == null ? null : change.effect(),
                        change == null
                                ? null
                                : change.sizes().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                        change == null ? null : change.pValue(), summary.trend(), history.number(), history.changed())
                .update();
    }

    /**
     * @param at     time of the first run after the last change
     * @param effect time after the change / time before − 1
     * @param sizes  message sizes in bytes at which it changed
     * @param runs   number of runs that were compared
     */
    public record Changed(String hash, OffsetDateTime at, OffsetDateTime lastAt, double effect, List<Long> sizes,
            double pValue, int runs) {}

    /** Returns the histories with a stored change and an upload in the last 24 hours, ordered by the time of the change. */
    public List<Changed> changedInTheLastDay() {
        return jdbc.sql("""
                select h.hash, h.change_at, h.last_at, h.change_effect, h.change_sizes, h.change_p, h.compared
                  from history h join upload u on u.sequence = h.last_sequence
                 where h.summary_version = h.changed and h.search_version = ? and h.change_at is not null and h.runs > 1
                   and not u.bundled and u.stored_at > current_timestamp - interval '1' day
                   and not exists (select 1 from history t where t.hash = h.twin and t.runs > 1)
                 order by h.change_at
                """).param(ChangePoints.VERSION)
                .query((row, number) -> new Changed(row.getString(1), row.getObject(2, OffsetDateTime.class),
                        row.getObject(3, OffsetDateTime.class), row.getDouble(4),
                        Stream.of(row.getString(5).split(" ")).map(Long::valueOf).toList(), row.getDouble(6),
                        row.getInt(7)))
                .list();
    }

    /** Returns a title, for example {@code All-Reduce with NCCL on 16 GPUs}. */
    public String title(Changed changed) {
        return histories.named(changed.hash()).map(history -> {
            var key = history.key();
            int ranks = key.identity().ranks();
            return key.withLibrary() + " on " + ranks + (ranks == 1 ? " GPU" : " GPUs");
        }).orElse("A history");
    }
}
