package org.gpucomm.results.anonymize;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A log rewritten line by line while it is read. Each byte is treated as one character, so that text which is not replaced stays the same
 * in any encoding. Memory holds one line.
 */
public abstract class RewrittenLog extends InputStream {

    private final InputStream from;
    private final int longest;
    private byte[] given = {};
    private int at;

    /**
     * @param from    bytes of the log; closed with this object
     * @param longest limit in bytes for a line; a longer one is split
     */
    protected RewrittenLog(InputStream from, int longest) {
        this.from = from;
        this.longest = longest;
    }

    /** Returns the next text to give; empty at the end. */
    protected abstract String next() throws IOException;

    /** Returns the next original line with its end; empty after the last. */
    protected final String line() throws IOException {
        var bytes = new ByteArrayOutputStream(160);
        int b = 0;
        while (bytes.size() < longest && b != '\n' && b != '\r') {
            b = from.read();
            if (b < 0) {
                break;
            }
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public final int read() throws IOException {
        return fill() ? given[at++] & 0xFF : -1;
    }

    @Override
    public final int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, given.length - at);
        System.arraycopy(given, at, buffer, offset, count);
        at += count;
        return count;
    }

    @Override
    public final void close() throws IOException {
        from.close();
    }

    private boolean fill() throws IOException {
        if (at == given.length) {
            given = next().getBytes(StandardCharsets.ISO_8859_1);
            at = 0;
        }
        return given.length > 0;
    }
}
