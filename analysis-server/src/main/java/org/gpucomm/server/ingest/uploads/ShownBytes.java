package org.gpucomm.server.ingest.uploads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.gpucomm.results.Secrets;

/**
 * The bytes of an upload as they may be shown: each byte of what looks like a secret is a {@code *}, and all others are where
 * they were. Archives are given as they are.
 */
final class ShownBytes extends InputStream {

    /** A line that is longer is looked at in pieces, so that memory does not grow with it. */
    private static final int LONGEST = 1 << 16;
    private static final int MAGIC = 6;

    private final InputStream from;
    private final byte[] read = new byte[LONGEST];
    private byte[] line = {};
    private int given;

    private ShownBytes(InputStream from) {
        this.from = from;
    }

    /** @param bytes closed with the answer */
    static InputStream of(InputStream bytes) throws IOException {
        var buffered = new BufferedInputStream(bytes, LONGEST);
        buffered.mark(MAGIC);
        var head = buffered.readNBytes(MAGIC);
        buffered.reset();
        return isPacked(head) ? buffered : new ShownBytes(buffered);
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[given++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, line.length - given);
        System.arraycopy(line, given, to, offset, count);
        given += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        from.close();
    }

    /** Has another line where the last was given. @return whether there is one */
    private boolean fill() throws IOException {
        if (given == line.length) {
            int length = 0;
            for (int b = from.read(); b >= 0; b = from.read()) {
                read[length++] = (byte) b;
                if (b == '\n' || length == LONGEST) {
                    break;
                }
            }
            line = shown(Arrays.copyOf(read, length));
            given = 0;
        }
        return line.length > 0;
    }

    /** In ISO 8859-1 each byte is a character, whatever the encoding of the log. */
    private static byte[] shown(byte[] line) {
        var text = new String(line, StandardCharsets.ISO_8859_1);
        int end = text.endsWith("\r\n") ? text.length() - 2 : text.endsWith("\n") ? text.length() - 1 : text.length();
        var bare = text.substring(0, end);
        var hidden = Secrets.hide(bare);
        return hidden.equals(bare) ? line : (hidden + text.substring(end)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** gzip, zip, xz, bzip2, zstd, 7z. */
    private static boolean isPacked(byte[] head) {
        return head.length >= 4 && (starts(head, 0x1F, 0x8B) || starts(head, 'P', 'K') || starts(head, 0xFD, '7', 'z')
                || starts(head, 'B', 'Z', 'h') || starts(head, 0x28, 0xB5, 0x2F, 0xFD) || starts(head, '7', 'z', 0xBC));
    }

    private static boolean starts(byte[] head, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if ((head[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
