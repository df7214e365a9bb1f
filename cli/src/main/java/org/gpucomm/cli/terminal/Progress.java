package org.gpucomm.cli.terminal;

import java.io.PrintWriter;

/**
 * Progress of a command on standard error, from two seconds on: on a terminal one line that changes every second, elsewhere a line every
 * ten seconds.
 */
public final class Progress implements AutoCloseable {

    private static final int FIRST_SECOND = 2;
    private static final int SECONDS_BETWEEN_LINES = 10;
    private static final String CLEARED = "\r\u001b[K";

    private final String command;
    private final boolean terminal;
    private final PrintWriter err;
    private final Thread thread;
    private String doing = "";
    private boolean shown;

    public Progress(String command, boolean terminal, PrintWriter err) {
        this.command = command;
        this.terminal = terminal;
        this.err = err;
        this.thread = Thread.ofPlatform().daemon().name("progress").unstarted(this::run);
    }

    /** Reports until it is closed. */
    public Progress start() {
        thread.start();
        return this;
    }

    /** @param now what the command does from now on; empty if what it prints shows that */
    synchronized void doing(String now) {
        doing = now;
        clear();
    }

    @Override
    public void close() {
        thread.interrupt();
        doing("");
    }

    private void run() {
        try {
            for (int second = 1;; second++) {
                Thread.sleep(1000);
                report(second);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param second since the command began */
    synchronized void report(int second) {
        boolean due = terminal ? second >= FIRST_SECOND : second % SECONDS_BETWEEN_LINES == 0;
        if (!due || doing.isEmpty()) {
            return;
        }
        var line = "gpucomm " + command + ": " + doing + ", " + second + " s";
        err.print(terminal ? CLEARED + line : line + System.lineSeparator());
        err.flush();
        shown = terminal;
    }

    synchronized void clear() {
        if (shown) {
            err.print(CLEARED);
            err.flush();
        }
        shown = false;
    }
}
