package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.gpucomm.results.format.RowWords;
import org.jspecify.annotations.Nullable;

/** Records of CSV being put together in UTF-8, with the quotes that RFC 4180 asks for and Commons CSV sets. */
final class CsvCells {

    private byte[] bytes = new byte[512];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void empty() {
        reserve(1);
        bytes[length++] = ',';
    }

    void whole(@Nullable Integer value) {
        if (value == null) {
            empty();
        } else {
            plain(value.toString());
        }
    }

    /** Cells that were put together elsewhere. */
    void raw(byte[] cells) {
        raw(cells, 0, cells.length);
    }

    void raw(byte[] from, int begin, int end) {
        reserve(end - begin);
        System.arraycopy(from, begin, bytes, length, end - begin);
        length += end - begin;
    }

    /** Takes what was put together since there were {@code begin} bytes. */
    byte[] cut(int begin) {
        var taken = Arrays.copyOfRange(bytes, begin, length);
        length = begin;
        return taken;
    }

    /** The number that a log has there; empty if it is none. */
    void word(RowWords words, int word) {
        if (words.isDecimal(word)) {
            raw(words.bytes(), words.from(word), words.to(word));
        }
        empty();
    }

    /** ASCII that needs no quotes: a number. */
    void plain(String text) {
        int size = text.length();
        reserve(size + 1);
        ascii(text, size);
        bytes[length++] = ',';
    }

    void text(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            empty();
        } else if (isBare(text)) {
            plain(text);
        } else {
            encoded(needsQuotes(text) ? quoted(text) : text);
        }
    }

    /** Of the first cell more is quoted, so that no line is empty or looks like a comment. */
    void firstText(String text) {
        boolean quotes = text.isEmpty() || text.charAt(0) > '~' || needsQuotes(text);
        encoded(quotes ? quoted(text) : text);
    }

    /** Ends the record. */
    void lastText(@Nullable String text) {
        text(text);
        bytes[length - 1] = '\n';
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void encoded(String text) {
        raw(text.getBytes(StandardCharsets.UTF_8));
        empty();
    }

    // The method is deprecated for what it does to other characters; no other one makes no object, and a log of a gigabyte
    // has sixty million numbers.
    @SuppressWarnings("deprecation")
    private void ascii(String text, int size) {
        text.getBytes(0, size, bytes, length);
        length += size;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Whether it is ASCII, as nearly all texts are, that needs no quotes. */
    private static boolean isBare(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '~') {
                return false;
            }
        }
        return !needsQuotes(text);
    }

    private static boolean needsQuotes(String text) {
        if (text.charAt(0) <= '#' || text.charAt(text.length() - 1) <= ' ') {
            return true;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }
}
