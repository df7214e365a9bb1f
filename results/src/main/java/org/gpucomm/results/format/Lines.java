package org.gpucomm.results.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream of UTF-8 bytes, ended by LF, CRLF or a lone CR (progress bars). Bytes that are not UTF-8 become
 * U+FFFD. Memory does not grow with the file, nor with the length of a line.
 */
final class Lines {

    /** Bytes of a line that are kept; the rest is read and left out. The longest real line seen has 100 KB. */
    static final int MAX_LENGTH = 1 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream carried = new ByteArrayOutputStream();
    private int position;
    private int limit;
    private long number;
    private boolean cut;
    private boolean pendingLineFeed;

    Lines(InputStream in) {
        this.in = in;
    }

    /** The next line; null after the last. */
    @Nullable
    Line next() throws IOException {
        carried.reset();
        cut = false;
        while (true) {
            if (position == limit && !fill()) {
                return carried.size() == 0 && !cut ? null : line(0, 0);
            }
            if (pendingLineFeed) {
                pendingLineFeed = false;
                if (buffer[position] == '\n') {
                    position++;
                    continue;
                }
            }
            int end = endOfLine();
            if (end < limit) {
                pendingLineFeed = buffer[end] == '\r';
                var line = line(position, end);
                position = end + 1;
                return line;
            }
            carry(position, limit);
            position = limit;
        }
    }

    private int endOfLine() {
        int i = position;
        while (i < limit && buffer[i] != '\n' && buffer[i] != '\r') {
            i++;
        }
        return i;
    }

    private Line line(int from, int to) {
        number++;
        if (carried.size() == 0 && !cut) {
            return new Line(number, text(buffer, from, to - from), false, "");
        }
        carry(from, to);
        return new Line(number, carried.toString(StandardCharsets.UTF_8), cut, "");
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    private void carry(int from, int to) {
        int room = MAX_LENGTH - carried.size();
        int taken = Math.min(room, to - from);
        carried.write(buffer, from, taken);
        cut |= taken < to - from;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        return limit > 0;
    }
}
