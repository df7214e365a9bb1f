package org.gpucomm.server.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
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
import org.gpucomm.server.history.Told.Last;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.StoredHistories.Chosen;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Summaries of histories, stored beside them: the runs are read once, when they have changed. Where a filter chooses some of the runs,
 * these are read.
 */
@Component
class ToldHistories {

    /** Of all histories that are read together; one alone may have more. */
    private static final long RUNS_AT_A_TIME = 500;
    /** Anyone who asks waits so long for what nobody has asked before. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Histories histories;
    private final JdbcClient jdbc;
    private final ConcurrencyLimiter turns;
    private final Sequence sequence;
    private final TransactionOperations transaction;
    private final ApplicationEventPublisher events;

    ToldHistories(Histories histories, JdbcClient jdbc, ConcurrencyLimiter turns, Sequence sequence,
            TransactionOperations transaction, ApplicationEventPublisher events) {
        this.histories = histories;
        this.jdbc = jdbc;
        this.turns = turns;
        this.sequence = sequence;
        this.transaction = transaction;
        this.events = events;
    }

    /**
     * Returns them in the same order. What long histories say is found out in the background, and until then is pending.
     *
     * @param filter by which they were chosen
     */
    List<Told> of(List<Chosen> chosen, Filter filter) {
        var whole = chosen.stream().filter(Chosen::whole).map(Chosen::history).toList();
        var told = new HashMap<>(kept(whole));
        var unknown = whole.stream().filter(history -> !told.containsKey(history.hash())).toList();
        if (!unknown.isEmpty()) {
            told.putAll(readSoon(unknown));
            events.publishEvent(new Unkept());
        }
        for (var some : together(chosen.stream().filter(each -> !each.whole()).map(Chosen::history).toList())) {
            read(some, filter).forEach((history, said) -> told.put(history.hash(), said));
        }
        return chosen.stream().map(each -> told.get(each.history().hash())).filter(Objects::nonNull).toList();
    }

    private Map<String, Told> readSoon(List<StoredHistory> unknown) {
        var told = new HashMap<String, Told>();
        unknown.forEach(history -> told.put(history.hash(), Told.pending(history)));
        long end = System.nanoTime() + PATIENCE.toNanos();
        var shortest = unknown.stream().sorted(Comparator.comparing(StoredHistory::runs)).toList();
        for (var some : together(shortest)) {
            boolean isLong = some.getFirst().runs() > RUNS_AT_A_TIME;
            if (isLong || System.nanoTime() > end) {
                break;
            }
            read(some, Filter.ALL).forEach((history, said) -> told.put(history.hash(), said));
        }
        return told;
    }

    /** In the same order, in parts that have few runs, or one history each: what is in memory does not grow with their number. */
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

    /** Said where what a history says had to be read for an answer. */
    record Unkept() {}

    /** Reads the runs of all that have changed, and keeps what they say. @param stopping asked now and then; true ends it */
    void keepAll(BooleanSupplier stopping) {
        for (var some : together(histories.chosen(Filter.ALL).stream().map(Chosen::history).toList())) {
            if (stopping.getAsBoolean()) {
                return;
            }
            var known = kept(some);
            var unknown = some.stream().filter(history -> !known.containsKey(history.hash())).toList();
            if (!unknown.isEmpty()) {
                keep(readInTurn(unknown));
            }
        }
    }

    private Map<StoredHistory, Told> readInTurn(List<StoredHistory> unknown) {
        try (var _ = turns.acquire()) {
            return read(unknown, Filter.ALL);
        }
    }

    private void keep(Map<StoredHistory, Told> told) {
        transaction.executeWithoutResult(status -> {
            sequence.change();
            told.forEach(this::keep);
        });
    }

    /** By hash, those of which all is known as they are now. */
    private Map<String, Told> kept(List<StoredHistory> histories) {
        if (histories.isEmpty()) {
            return Map.of();
        }
        var byId = histories.stream().collect(Collectors.toMap(StoredHistory::number, history -> history));
        var arguments = new ArrayList<Object>();
        var told = new HashMap<String, Told>();
        jdbc.sql("select * from history where told_of = changed and told_by = ?"
                + FilterSql.in("id", byId.keySet(), arguments)).param(ChangePoints.VERSION).params(arguments)
                .query(row -> {
                    var history = Objects.requireNonNull(byId.get(row.getLong("id")));
                    if (history.changed() == row.getLong("changed")) {
                        told.put(history.hash(), new Told(history.key(), row.getInt("compared"), history.firstAt(),
                                history.lastAt(), last(row), row.getObject("trend_effect", Double.class)));
                    }
                });
        return told;
    }

    private static @Nullable Last last(ResultSet row) throws SQLException {
        var at = row.getObject("change_at", OffsetDateTime.class);
        return at == null
                ? null
                : new Last(at.toInstant(), row.getDouble("change_effect"),
                        Stream.of(row.getString("change_sizes").split(" ")).map(Long::valueOf).toList(),
                        row.getDouble("change_p"));
    }

    private Map<StoredHistory, Told> read(List<StoredHistory> unknown, Filter filter) {
        var byHash = unknown.stream().collect(Collectors.toMap(StoredHistory::hash, history -> history));
        var told = new HashMap<StoredHistory, Told>();
        histories.latest(unknown, filter)
                .forEach(past -> told.put(Objects.requireNonNull(byHash.get(past.key().hash())), Told.of(past)));
        return told;
    }

    /** Unless its runs have changed since they were read. */
    private void keep(StoredHistory history, Told told) {
        var change = told.change();
        jdbc.sql("""
                update history set told_of = changed, told_by = ?, compared = ?, change_at = ?, change_effect = ?,
                       change_sizes = ?, change_p = ?, trend_effect = ?
                 where id = ? and changed = ?
                """).params(ChangePoints.VERSION, told.compared(), change == null ? null : utc(change.at()),
                change == null ? null : change.effect(),
                change == null
                        ? null
                        : change.sizes().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                change == null ? null : change.pValue(), told.trend(), history.number(), history.changed())
                .update();
    }

    private static OffsetDateTime utc(Instant moment) {
        return OffsetDateTime.ofInstant(moment, ZoneOffset.UTC);
    }
}
