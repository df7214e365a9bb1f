package org.gpucomm.results.format.json;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * Scanner of JSON as benchmarks write it: names may lack quotes, numbers may be {@code inf} or {@code nan}, and there may be extra commas.
 * Memory does not grow with the document: texts are cut to {@value #MAX_TEXT} characters, and nesting is limited to {@value #MAX_DEPTH}.
 */
final class JsonTokens {

    /** Longer than any text that nccl-tests writes (util.cu), and than any matrix cell or name. */
    static final int MAX_TEXT = 4096;
    private static final int MAX_DEPTH = 64;

    private final Sink sink;
    private final Deque<JsonFrame> frames = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private State state = State.BETWEEN;
    private long position;
    private boolean opened;
    private int unicode;
    private int unicodeDigits;

    JsonTokens(Sink sink) {
        this.sink = sink;
    }

    /** Receiver of the content; a path names the position: {@code /results[]/in_place/time}. */
    interface Sink {

        /** Begins an object or array; {@code /results} is the array itself, {@code /results[]} an object in it. */
        void begin(String path);

        /** Takes a text, number or word, without quotes. */
        void value(String path, String text);

        /** Ends an object or array. */
        void end(String path);
    }

    /** Error at a character at which the document is not JSON. */
    static final class Malformed extends Exception {

        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /** Returns whether an object or array is open. */
    boolean isInside() {
        return !frames.isEmpty();
    }

    /** Returns the position in the document of the latest content, for messages. */
    String place() {
        var frame = frames.peek();
        if (frame == null) {
            return "the top";
        }
        return frame.name == null ? frame.path : frame.path + "/" + frame.name;
    }

    /**
     * Reads a piece of the document, which may end anywhere, even within a number.
     *
     * @param from index in {@code piece} of the first character to read
     * @return the index after the character that closed the document, or the length of {@code piece}
     */
    int feed(CharSequence piece, int from) throws Malformed {
        int i = from;
        while (i < piece.length()) {
            position++;
            character(piece.charAt(i));
            i++;
            if (frames.isEmpty() && opened) {
                return i;
            }
        }
        return i;
    }

    /** Ends a line, and with it a number. */
    void endOfLine() throws Malformed {
        character('\n');
    }

    private void character(char c) throws Malformed {
        switch (state) {
            case BETWEEN -> between(c);
            case QUOTED -> quoted(c);
            case ESCAPED -> escaped(c);
            case UNICODE -> unicode(c);
            case BARE -> bare(c);
        }
    }

    private void between(char c) throws Malformed {
        switch (c) {
            case ' ', '\t', '\n', '\r', ',' -> {
            }
            case '"' -> {
                requireInside(c);
                state = State.QUOTED;
            }
            case '{', '[' -> open(c == '[');
            case '}', ']' -> close(c == ']');
            case ':' -> requireName();
            default -> startBare(c);
        }
    }

    private void quoted(char c) throws Malformed {
        switch (c) {
            case '"' -> {
                state = State.BETWEEN;
                complete();
            }
            case '\\' -> state = State.ESCAPED;
            // No program writes a text over several lines: the end of this line was cut off.
            case '\n' -> throw malformed("a text that does not end on its line");
            default -> append(c);
        }
    }

    private void escaped(char c) {
        state = State.QUOTED;
        switch (c) {
            case 'n' -> append('\n');
            case 't' -> append('\t');
            case 'r' -> append('\r');
            case 'b' -> append('\b');
            case 'f' -> append('\f');
            case 'u' -> {
                state = State.UNICODE;
                unicode = 0;
                unicodeDigits = 0;
            }
            default -> append(c);
        }
    }

    private void unicode(char c) throws Malformed {
        int digit = Character.digit(c, 16);
        if (digit < 0) {
            throw malformed("\\u without four digits");
        }
        unicode = unicode << 4 | digit;
        if (++unicodeDigits == 4) {
            append((char) unicode);
            state = State.QUOTED;
        }
    }

    private void bare(char c) throws Malformed {
        if (isBare(c)) {
            append(c);
            return;
        }
        state = State.BETWEEN;
        complete();
        between(c);
    }

    private void startBare(char c) throws Malformed {
        if (!isBare(c)) {
            throw malformed("'" + c + "' where none belongs");
        }
        requireInside(c);
        state = State.BARE;
        append(c);
    }

    private void open(boolean array) throws Malformed {
        var outer = frames.peek();
        if (outer != null && !outer.array && outer.name == null) {
            throw malformed("a value without a name");
        }
        if (frames.size() == MAX_DEPTH) {
            throw malformed("nested more than " + MAX_DEPTH + " deep");
        }
        var path = outer == null ? "" : outer.valuePath();
        frames.push(new JsonFrame(array ? path + "[]" : path, array));
        opened = true;
        sink.begin(path);
    }

    private void close(boolean array) throws Malformed {
        var frame = frames.peek();
        if (frame == null || frame.array != array || frame.name != null) {
            throw malformed("'" + (array ? ']' : '}') + "' where none belongs");
        }
        frames.pop();
        sink.end(array ? frame.path.substring(0, frame.path.length() - 2) : frame.path);
        var outer = frames.peek();
        if (outer != null) {
            outer.name = null;
        }
    }

    /** Takes a text or word as a name if one is expected, otherwise as a value. */
    private void complete() throws Malformed {
        var frame = frames.peek();
        if (frame == null) {
            throw malformed("a value outside of any object");
        }
        var word = text.toString();
        text.setLength(0);
        if (!frame.array && frame.name == null) {
            frame.name = word;
            frame.colon = false;
            return;
        }
        if (!frame.array && !frame.colon) {
            throw malformed("no ':' after the name " + frame.name);
        }
        sink.value(frame.valuePath(), word);
        frame.name = null;
    }

    private void requireName() throws Malformed {
        var frame = frames.peek();
        if (frame == null || frame.array || frame.name == null || frame.colon) {
            throw malformed("':' where none belongs");
        }
        frame.colon = true;
    }

    private void requireInside(char c) throws Malformed {
        if (frames.isEmpty()) {
            throw malformed("'" + c + "' outside of any object");
        }
    }

    private void append(char c) {
        if (text.length() < MAX_TEXT) {
            text.append(c);
        }
    }

    private Malformed malformed(String what) {
        return new Malformed(what + ", at character " + position);
    }

    private static boolean isBare(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.'
                || c == '_' || c == '#' || c == '%';
    }

    private enum State {
        BETWEEN,
        QUOTED,
        ESCAPED,
        UNICODE,
        BARE
    }

    /** An open object or array. */
    private static final class JsonFrame {

        final String path;
        final boolean array;
        @Nullable
        String name;
        boolean colon;

        JsonFrame(String path, boolean array) {
            this.path = path;
            this.array = array;
        }

        String valuePath() {
            return array ? path : path + "/" + name;
        }
    }
}
