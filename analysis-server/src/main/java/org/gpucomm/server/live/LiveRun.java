package org.gpucomm.server.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.live.LiveUpdate.State;
import org.gpucomm.server.overlay.Overlay;
import org.jspecify.annotations.Nullable;

/** Run in progress: the news from its runner and the viewers that wait for more. Thread-safe. */
final class LiveRun {

    /** Maximum number of rows. A page shows no more, and many runs fit into memory. */
    static final int MOST_ROWS = 5_000;

    private final String id;
    private final Instant begunAt;
    private final List<LiveRow> rows = new ArrayList<>();
    /** Canonical instances of keys, since many rows share few keys. */
    private final Map<Overlay.Key, Overlay.Key> keys = new HashMap<>();
    private Instant newsAt;
    private String name = "";
    private State state = State.running;
    private LiveUpdate.@Nullable Progress progress;
    private @Nullable String upload;
    private boolean truncated;
    private long version;
    /** Number of times that measurements were withdrawn: a step of a plan that is run again replaces them. */
    private int edition;

    LiveRun(String id, Instant now) {
        this.id = id;
        this.begunAt = now;
        this.newsAt = now;
    }

    /** State of a run that a viewer has seen. */
    record Seen(long version, int edition, int rows) {
        static final Seen NOTHING = new Seen(-1, -1, 0);
    }

    /** Stores news and returns the number of rows, at which the runner continues. Rows after a gap are ignored. */
    synchronized int take(LiveUpdate news, List<LiveRow> more, Instant now) {
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

    /** Waits until there is something new, up to a limit. */
    synchronized void await(Seen seen, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis(); version == seen.version() && left > 0; left = (end - System.nanoTime())
                / 1_000_000) {
            wait(left);
        }
    }

    /** Wakes all waiting viewers, even without news. */
    synchronized void release() {
        version++;
        notifyAll();
    }

    synchronized Seen seen() {
        return new Seen(version, edition, rows.size());
    }

    /** Returns the state, with the measurements that the viewer has not seen. */
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
     * State of a run in progress, with all or some of its measurements.
     *
     * @param upload    id of the upload with its results; null before the end
     * @param begunAt   time of the first news; {@code newsAt} is that of the last
     * @param truncated whether there are more measurements, which the upload will have
     * @param from      number of measurements before {@code rows}, which replace all known ones after these
     */
    record Live(String id, String name, State state, @Nullable String upload, Instant begunAt, Instant newsAt,
            LiveUpdate.@Nullable Progress progress, boolean truncated, int count, int from, List<LiveRow> rows) {}
}
