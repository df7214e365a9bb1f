package org.gpucomm.server.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.live.News.State;
import org.gpucomm.server.overlay.Overlay;
import org.jspecify.annotations.Nullable;

/** A run under way: what its runner reported, and those who wait for more. Used by many threads. */
final class LiveRun {

    /** A page shows no more, and many such runs fit into memory. */
    static final int MOST_ROWS = 5_000;

    private final String id;
    private final Instant begunAt;
    private final List<LiveRow> rows = new ArrayList<>();
    /** Keys are few and rows many: equal ones are one. */
    private final Map<Overlay.Key, Overlay.Key> keys = new HashMap<>();
    private Instant newsAt;
    private String name = "";
    private State state = State.running;
    private News.@Nullable Progress progress;
    private @Nullable String upload;
    private boolean truncated;
    private long version;
    /** Counts how often earlier measurements were taken back: a step of a plan that is run again has others. */
    private int edition;

    LiveRun(String id, Instant now) {
        this.id = id;
        this.begunAt = now;
        this.newsAt = now;
    }

    /** State of a run as one viewer has seen it. */
    record Seen(long version, int edition, int rows) {
        static final Seen NOTHING = new Seen(-1, -1, 0);
    }

    /** Takes what is reported. Rows that do not follow what is here are left; the answer says where to go on. */
    synchronized int take(News news, List<LiveRow> more, Instant now) {
        name = news.name();
        state = news.state();
        progress = news.progress();
        upload = news.upload();
        newsAt = now;
        version++;
        if (news.from() <= rows.size()) {
            if (news.from() < rows.size()) {
                rows.subList(news.from(), rows.size()).clear();
                edition++;
            }
            for (var row : more.subList(0, Math.min(more.size(), MOST_ROWS - rows.size()))) {
                rows.add(new LiveRow(keys.computeIfAbsent(row.key(), key -> key), row.point()));
            }
            truncated = rows.size() == MOST_ROWS;
        }
        notifyAll();
        return rows.size();
    }

    /** Waits until there is something that was not seen, at most so long. */
    synchronized void await(Seen seen, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis(); version == seen.version() && left > 0; left = (end - System.nanoTime())
                / 1_000_000) {
            wait(left);
        }
    }

    /** Lets go who waits, whether there is something new or not. */
    synchronized void release() {
        version++;
        notifyAll();
    }

    synchronized Seen seen() {
        return new Seen(version, edition, rows.size());
    }

    /** Returns how it stands, with the measurements that were not seen. */
    synchronized Live since(Seen seen) {
        int from = seen.edition() == edition ? seen.rows() : 0;
        return new Live(id, name, state, upload, begunAt, newsAt, progress, truncated, rows.size(), from,
                List.copyOf(rows.subList(from, rows.size())));
    }

    synchronized Instant newsAt() {
        return newsAt;
    }

    synchronized boolean isOver() {
        return state != State.running;
    }

    /**
     * A run under way, or a part of it.
     *
     * @param upload    id of the upload that has its results; null while there is none
     * @param begunAt   when the server heard of it first, {@code newsAt} last
     * @param truncated whether there are more measurements, which the upload will have
     * @param count     of measurements
     * @param from      how many come before the first of {@code rows}; those that were known behind them are no more
     */
    record Live(String id, String name, State state, @Nullable String upload, Instant begunAt, Instant newsAt,
            News.@Nullable Progress progress, boolean truncated, int count, int from, List<LiveRow> rows) {}
}
