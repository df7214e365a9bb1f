package org.gpucomm.server.live;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Live runs, in memory only: the runner has the results and uploads them at the end. The upload of an ended run is stored. */
@Component
class LiveRuns {

    static final int MOST_RUNS = 50;
    /** Time without news after which a run is dropped: one measurement may take long, but a killed runner sends nothing. */
    static final Duration SILENCE = Duration.ofHours(6);

    private final Map<String, LiveRun> runs = new LinkedHashMap<>();
    private final JdbcClient jdbc;
    private final Clock clock;
    private volatile boolean closing;

    LiveRuns(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Stores news of a run. @return number of its measurements here, at which the runner continues */
    int take(String id, LiveUpdate news) throws IOException {
        var rows = news.read();
        int count = kept(id).take(news, rows, clock.instant());
        if (news.upload() != null) {
            jdbc.sql("""
                    insert into live_end (id, upload, ended_at) select ?, ?, current_timestamp
                     where not exists (select 1 from live_end where id = ?)
                    """).params(id, news.upload(), id).update();
        }
        return count;
    }

    private synchronized LiveRun kept(String id) {
        forgetSilent();
        var known = runs.get(id);
        if (known != null) {
            return known;
        }
        if (runs.size() >= MOST_RUNS) {
            runs.entrySet().stream().min(Comparator.comparing(
                    (Map.Entry<String, LiveRun> run) -> !run.getValue().isOver()).thenComparing(
                            run -> run.getValue().newsAt()))
                    .ifPresent(run -> runs.remove(run.getKey()));
        }
        var added = new LiveRun(id, clock.instant());
        runs.put(id, added);
        return added;
    }

    synchronized Optional<LiveRun> find(String id) {
        forgetSilent();
        return Optional.ofNullable(runs.get(id));
    }

    /** Returns the upload with the results of an ended run; empty if none is known. */
    Optional<String> uploadOf(String id) {
        return jdbc.sql("select upload from live_end where id = ?").param(id).query(String.class).optional();
    }

    /** Returns the runs in progress, those with the latest news first. */
    synchronized List<LiveRun> running() {
        forgetSilent();
        return runs.values().stream().filter(run -> !run.isOver())
                .sorted(Comparator.comparing(LiveRun::newsAt).reversed()).toList();
    }

    boolean isClosing() {
        return closing;
    }

    /** Wakes all viewers first, so that the shutdown waits for none. */
    @EventListener(ContextClosedEvent.class)
    synchronized void close() {
        closing = true;
        runs.values().forEach(LiveRun::release);
    }

    private void forgetSilent() {
        var since = clock.instant().minus(SILENCE);
        runs.values().removeIf(run -> run.newsAt().isBefore(since));
    }
}
