package org.gpucomm.server.backup;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** A row as PostgreSQL's COPY writes it in its text format: tabs between values, {@code \N} for null, no line break at the end. */
final class CopyLine {

    private static final String NULL = "\\N";

    private CopyLine() {}

    static byte[] of(List<@Nullable String> values) {
        var line = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                line.append('\t');
            }
            append(line, values.get(i));
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @param count how many values it must have */
    static List<@Nullable String> values(byte[] bytes, int count) {
        var values = new ArrayList<@Nullable String>(count);
        for (var text : new String(bytes, StandardCharsets.UTF_8).split("\t", -1)) {
            values.add(text.equals(NULL) ? null : text.indexOf('\\') < 0 ? text : unescaped(text));
        }
        if (values.size() != count) {
            throw new IllegalArgumentException("a row has " + values.size() + " values where " + count + " belong");
        }
        return values;
    }

    private static void append(StringBuilder line, @Nullable String value) {
        if (value == null) {
            line.append(NULL);
            return;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> line.append("\\\\");
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                default -> line.append(c);
            }
        }
    }

    private static String unescaped(String text) {
        var value = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = switch (text.charAt(++i)) {
                    case 't' -> '\t';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    default -> text.charAt(i);
                };
            }
            value.append(c);
        }
        return value.toString();
    }
}
