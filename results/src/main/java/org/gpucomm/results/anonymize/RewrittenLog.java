package org.gpucomm.results.anonymize;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A log that is rewritten line by line while it is read. Each byte is taken for one character, so that whatever is not replaced
 * comes out as it went in, in any encoding. Memory holds one line.
 */
public abstract class RewrittenLog extends InputStream {

    private final InputStream from;
    private final int longest;
    private byte[] given = {};
    private int at;

    /**
     * @param from    closed with this
     * @param longest bytes of a line; a longer one is taken in parts
     */
    protected RewrittenLog(InputStream from, int longest) {
        this.from = from;
        this.longest = longest;
    }

    /** Returns what to give next; empty at the end. */
    protected abstract String next() throws IOException;

    /** Returns the next line as it is, with its end; empty after the last. */
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
