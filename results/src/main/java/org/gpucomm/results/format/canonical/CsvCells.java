package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** One record of CSV being put together, with the quotes that RFC 4180 asks for and Commons CSV sets. */
final class CsvCells {

    private char[] chars = new char[512];
    private int length;

    int length() {
        return length;
    }

    /** Leaves the first {@code newLength} characters. */
    void cutTo(int newLength) {
        length = newLength;
    }

    void empty() {
        if (length == chars.length) {
            grow(1);
        }
        chars[length++] = ',';
    }

    void whole(@Nullable Integer value) {
        if (value == null) {
            empty();
        } else {
            plain(value.toString());
        }
    }

    /** Cells that were put together elsewhere. */
    void raw(String text) {
        int size = text.length();
        grow(size);
        text.getChars(0, size, chars, length);
        length += size;
    }

    /** Text that needs no quotes: a number. */
    void plain(String text) {
        grow(text.length() + 1);
        raw(text);
        chars[length++] = ',';
    }

    void text(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            empty();
        } else if (needsQuotes(text)) {
            quoted(text);
        } else {
            plain(text);
        }
    }

    /** Of the first cell more is quoted, so that no line is empty or looks like a comment. */
    void firstText(String text) {
        boolean plain = !text.isEmpty() && text.charAt(0) >= ' ' && text.charAt(0) <= '~' && !needsQuotes(text);
        if (plain) {
            plain(text);
        } else {
            quoted(text);
        }
    }

    /** Ends the record. */
    void lastText(@Nullable String text) {
        text(text);
        chars[length - 1] = '\n';
    }

    void writeTo(Writer out) throws IOException {
        out.write(chars, 0, length);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }

    private void quoted(String text) {
        grow(2 * text.length() + 3);
        chars[length++] = '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                chars[length++] = '"';
            }
            chars[length++] = c;
        }
        chars[length++] = '"';
        chars[length++] = ',';
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

    private void grow(int more) {
        if (length + more > chars.length) {
            chars = Arrays.copyOf(chars, Math.max(length + more, 2 * chars.length));
        }
    }
}
