package org.gpucomm.cli.terminal;

import java.io.PrintWriter;

/**
 * Progress report of a command on standard error. A terminal shows one line, updated every second from the second second on; other output
 * gets a line every ten seconds.
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

    /** Starts the reports, which end with {@link #close}. */
    public Progress start() {
        thread.start();
        return this;
    }

    /** @param now current activity; empty if the command's output shows the progress */
    synchronized void doing(String now) {
        doing = now;
        if (now.isEmpty()) {
            clear();
        }
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

    /** @param second number of seconds since the start */
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
