package org.gpucomm.runner.live;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

import org.gpucomm.results.format.UnreadableFile;
import org.jspecify.annotations.Nullable;

/**
 * Live view of a run on a server. A thread reads new lines of the result file and sends them. The measuring thread waits for it briefly
 * between two points, so that nothing is sent while a point is timed. A server that is unavailable, slow or too old costs only that wait,
 * and is retried with growing delays. No method throws.
 */
public final class LiveFeed implements AutoCloseable {

    private static final Duration MOMENT = Duration.ofMillis(200);
    /** The first wait is longer, because it includes connecting and loading code. */
    private static final Duration FIRST_MOMENT = Duration.ofSeconds(1);
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(1);
    private static final Duration LAST_WORD = Duration.ofSeconds(4);
    private static final int ROWS_AT_A_TIME = 500;

    private final LiveServer server;
    private final ResultTail tail;
    private final String name;
    private final Duration looks;
    private final Duration moment;
    private final PrintStream says;
    private final Thread thread;

    private @Nullable RunProgress progress;
    private String state = "running";
    private @Nullable String upload;
    private boolean changed = true;
    private boolean busy;
    private boolean closing;
    private boolean refused;
    private boolean announced;
    private boolean shown;
    private boolean first = true;
    private Duration backOff = FIRST_BACK_OFF;
    private long nextTryNanos = System.nanoTime();
    private int sent;

    private LiveFeed(LiveServer server, Path results, String name, Duration looks, Duration moment, PrintStream says) {
        this.server = server;
        this.tail = new ResultTail(results);
        this.name = name;
        this.looks = looks;
        this.moment = moment;
        this.says = says;
        this.thread = Thread.ofPlatform().daemon().name("live").unstarted(this::run);
    }

    /**
     * Starts the live view of a run.
     *
     * @param results file to which the run writes its measurements
     * @param name    name of the run
     * @param looks   interval of reading the file in addition to each progress report; zero for none
     * @param says    stream for the message with the page of the run
     */
    public static LiveFeed start(URI server, @Nullable String token, Path results, String name, Duration looks,
            PrintStream says) {
        return start(server, token, results, name, looks, MOMENT, says);
    }

    /** @param moment maximum time that the measuring thread waits */
    static LiveFeed start(URI server, @Nullable String token, Path results, String name, Duration looks,
            Duration moment, PrintStream says) {
        var id = UUID.randomUUID().toString().replace("-", "");
        var feed = new LiveFeed(new LiveServer(server, token, id), results, name, looks, moment, says);
        feed.thread.start();
        return feed;
    }

    /** Reports progress and that the file may have new lines, and waits briefly until they are sent. */
    public synchronized void report(RunProgress now) {
        progress = now;
        // After a failure, the next attempt is made at the first report after the delay.
        if (!refused && nextTryNanos - System.nanoTime() <= 0) {
            changed = true;
            notifyAll();
            await(first ? FIRST_MOMENT : moment);
            first = false;
        }
        announce();
    }

    /** Records the end of the run, with the id of the upload of its results; null if not uploaded yet. */
    public synchronized void ended(@Nullable String id) {
        state = "ended";
        upload = id;
    }

    /** Records that the run was stopped early. */
    public synchronized void stopped() {
        state = "stopped";
    }

    /** Sends the remaining data, if the server answers soon. */
    @Override
    public void close() {
        synchronized (this) {
            changed = shown || busy;
            closing = true;
            notifyAll();
        }
        try {
            thread.join(LAST_WORD);
            synchronized (this) {
                announce();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }

    private void await(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            for (long left = longest.toMillis(); (changed || busy) && left > 0; left = (end - System.nanoTime())
                    / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Prints the page of the run, once. Called by the measuring thread, so that the output does not mix with its own. */
    private void announce() {
        if (shown && !announced) {
            announced = true;
            says.println("gpucomm: shown as it comes at " + server.page());
        }
    }

    private void run() {
        try {
            while (work()) {
                send();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            refused = true;
            busy = false;
            notifyAll();
        }
    }

    /** Waits for work. Returns false if there will be none. */
    private synchronized boolean work() throws InterruptedException {
        busy = false;
        notifyAll();
        if (refused || closing && !changed) {
            return false;
        }
        long pause = looks.toMillis();
        if (!changed) {
            wait(pause);
        }
        while (!closing && nextTryNanos - System.nanoTime() > 0) {
            wait(Math.max(1, (nextTryNanos - System.nanoTime()) / 1_000_000));
        }
        busy = true;
        return true;
    }

    private void send() throws InterruptedException {
        RunProgress now;
        String as;
        String to;
        boolean wanted;
        synchronized (this) {
            now = progress;
            as = state;
            to = upload;
            wanted = changed || !shown;
            changed = false;
        }
        try {
            if (!tail.read()) {
                sent = 0;
            }
            var rows = tail.rows();
            boolean more = wanted || sent < rows.size();
            while (more) {
                var part = List.copyOf(rows.subList(sent, Math.min(rows.size(), sent + ROWS_AT_A_TIME)));
                int before = sent;
                int here = server.put(name, as, sent, part, now, to);
                sent = Math.min(here, rows.size());
                more = sent < rows.size() && sent != before;
            }
            synchronized (this) {
                shown = true;
                backOff = FIRST_BACK_OFF;
            }
        } catch (LiveServer.ServerRefusedException | UnreadableFile e) {
            synchronized (this) {
                refused = true;
            }
        } catch (IOException | RuntimeException e) {
            later();
        }
    }

    private synchronized void later() {
        nextTryNanos = System.nanoTime() + backOff.toNanos();
        backOff = Collections.min(List.of(backOff.multipliedBy(2), LONGEST_BACK_OFF));
    }
}
