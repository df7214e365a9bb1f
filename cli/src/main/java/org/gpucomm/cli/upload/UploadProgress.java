package org.gpucomm.cli.upload;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;

import org.apache.commons.io.input.ProxyInputStream;
import org.gpucomm.results.Bytes;

/** Progress line of an upload, rewritten in place, shown only on a terminal. */
final class UploadProgress {

    private static final long STEP = 256 << 10;

    private final PrintStream terminal;
    private final boolean shown;
    private final String name;
    private final long size;
    private long sent;
    private long printed;

    UploadProgress(PrintStream terminal, boolean shown, String name, long size) {
        this.terminal = terminal;
        this.shown = shown;
        this.name = name;
        this.size = size;
    }

    /** Returns a stream that counts the bytes read from a file, starting from zero. */
    InputStream over(InputStream file) {
        sent = 0;
        printed = 0;
        return new ProxyInputStream(file) {
            @Override
            protected void afterRead(int bytes) {
                count(bytes);
            }
        };
    }

    /** Removes the line. */
    void done() {
        if (shown && printed > 0) {
            terminal.print("\r\033[K");
        }
    }

    private void count(int bytes) {
        sent += Math.max(0, bytes);
        if (shown && sent - printed >= STEP) {
            printed = sent;
            terminal.printf(Locale.ROOT, "\r\033[K%s: %s of %s (%.0f %%)", name, new Bytes(sent), new Bytes(size),
                    100.0 * sent / Math.max(1, size));
        }
    }
}
