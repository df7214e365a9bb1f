package org.gpucomm.results.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

import org.gpucomm.results.format.unpack.DamagedData;
import org.gpucomm.results.format.unpack.LimitReached;
import org.gpucomm.results.format.unwrap.PlainText;
import org.gpucomm.results.format.unwrap.Unwrapper;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream of UTF-8 bytes, ended by LF, CRLF or a lone CR (progress bars), without control sequences for terminals. Bytes that
 * are not UTF-8 become U+FFFD. Memory grows neither with the file nor with the length of a line.
 */
final class Lines implements Unwrapper.Source {

    /** Limit in bytes for a line of a log; the rest of the line is skipped. The longest real line seen has 100 KB. */
    static final int MAX_LENGTH = 1 << 20;

    /** Bytes of the longest UTF-8 character. */
    private static final int LONGEST_CHARACTER = 4;

    private final InputStream in;
    private final int maxLength;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream carried = new ByteArrayOutputStream();
    private final Set<String> wrappings = new LinkedHashSet<>();
    private int position;
    private int limit;
    private long number;
    /** Whether bytes were carried: asking the stream itself takes a lock for each line. */
    private boolean carrying;
    private boolean cut;
    private boolean plain;
    private boolean pendingLineFeed;
    private @Nullable Consumer<String> pieces;
    private @Nullable IOException failure;

    Lines(InputStream in) {
        this(in, MAX_LENGTH);
    }

    Lines(InputStream in, int maxLength) {
        this.in = in;
        this.maxLength = maxLength;
    }

    /** Passes lines that are too long in pieces to {@code taker}; the last piece becomes the line. */
    void inPieces(Consumer<String> taker) {
        pieces = taker;
    }

    /** Returns the terminal outputs found so far: {@code ansi}, {@code cr-progress}. */
    Set<String> wrappings() {
        return wrappings;
    }

    @Override
    public @Nullable Line next() throws IOException {
        if (carrying) {
            carried.reset();
            carrying = false;
        }
        cut = false;
        plain = true;
        while (true) {
            if (position == limit && !fill()) {
                return carrying || cut ? line(0, 0, false) : end();
            }
            if (pendingLineFeed) {
                pendingLineFeed = false;
                if (buffer[position] == '\n') {
                    position++;
                    continue;
                }
                wrappings.add("cr-progress");
            }
            int end = endOfLine();
            if (end < limit) {
                pendingLineFeed = buffer[end] == '\r';
                var line = line(position, end, true);
                position = end + 1;
                return line;
            }
            carry(position, limit);
            position = limit;
        }
    }

    /** Returns the end of the line; notes whether all bytes before it are tabs or ASCII. */
    private int endOfLine() {
        int i = position;
        while (i < limit && !isEnd(buffer[i])) {
            i++;
        }
        return i;
    }

    private boolean isEnd(byte b) {
        plain &= b >= ' ' || b == '\n' || b == '\r' || b == '\t';
        return b == '\n' || b == '\r';
    }

    private Line line(int from, int to, boolean ended) {
        number++;
        if (carrying || cut) {
            carry(from, to);
            return line(carried.toString(StandardCharsets.UTF_8), ended);
        }
        // plain text is ASCII, one byte per character
        return line(new String(buffer, from, to - from, plain
                ? StandardCharsets.ISO_8859_1
                : StandardCharsets.UTF_8), ended);
    }

    private Line line(String text, boolean ended) {
        if (plain) {
            return new Line(number, text, cut, "", ended);
        }
        if (PlainText.hasEscape(text)) {
            wrappings.add("ansi");
        }
        return new Line(number, PlainText.of(text), cut, "", ended);
    }

    private void carry(int from, int to) {
        int taken = Math.min(maxLength - carried.size(), to - from);
        carried.write(buffer, from, taken);
        carrying |= taken > 0;
        if (taken == to - from) {
            return;
        }
        if (pieces == null) {
            cut = true;
            return;
        }
        givePiece(pieces);
        carry(from + taken, to);
    }

    /** Passes on the carried bytes except for a character that is still incomplete. */
    private void givePiece(Consumer<String> taker) {
        var bytes = carried.toByteArray();
        int end = bytes.length;
        while (end > bytes.length - LONGEST_CHARACTER && (bytes[end - 1] & 0xC0) == 0x80) {
            end--;
        }
        end = bytes[end - 1] < 0 ? end - 1 : end;
        taker.accept(new String(bytes, 0, end, StandardCharsets.UTF_8));
        carried.reset();
        carried.write(bytes, end, bytes.length - end);
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = 0;
        if (failure == null) {
            try {
                limit = Math.max(0, in.read(buffer));
            } catch (DamagedData | LimitReached e) {
                failure = e;
            }
        }
        return limit > 0;
    }

    private @Nullable Line end() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return null;
    }
}
