package org.gpucomm.results.format.wrapping;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * Lines that somebody keeps within something, given as the program wrote them. Docker keeps JSON objects,
 * <code>{"log":"text\n","stream":"stdout","time":"…"}</code>, to which collectors add members, and perhaps a time in front.
 * CloudWatch exports a CSV with the columns {@code timestamp,message}.
 */
final class Enclosed implements Unwrapper.Source {

    private static final Set<String> EXPORTS = Set.of("timestamp,message", "@timestamp,@message");
    private static final String BEGIN = "{\"";
    private static final String MEMBER = "\"log\"";
    /** A time and the name of a stream have room in it. */
    private static final int LONGEST_PREFIX = 300;

    private final Unwrapper.Source source;
    private final Set<String> found = new LinkedHashSet<>();
    private boolean exported;

    Enclosed(Unwrapper.Source source) {
        this.source = source;
    }

    /** As they are reported. */
    Set<String> found() {
        return found;
    }

    @Override
    public @Nullable Line next() throws IOException {
        var line = source.next();
        if (line == null || line.cut()) {
            return line;
        }
        if (exported) {
            return Line.of(line.number(), message(line.text()));
        }
        if (line.number() == 1 && EXPORTS.contains(line.text())) {
            exported = true;
            found.add("cloudwatch");
        }
        var text = mayHold(line.text()) ? text(line.text()) : null;
        if (text == null) {
            return line;
        }
        found.add("docker-json");
        return Line.of(line.number(), text);
    }

    /** The second of two cells, which is quoted if it has commas or quotes in it. */
    private static String message(String line) {
        var cell = line.substring(line.indexOf(',') + 1);
        boolean quoted = cell.length() > 1 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    }

    /** Nearly every line is told by its ends. */
    private static boolean mayHold(String text) {
        return !text.isEmpty() && (text.charAt(text.length() - 1) == '}' || text.startsWith(BEGIN));
    }

    /** The line with the object's text in place of the object; null if there is none with one. */
    static @Nullable String text(String line) {
        int begin = line.indexOf(BEGIN, 0, Math.min(line.length(), LONGEST_PREFIX));
        if (begin < 0) {
            return null;
        }
        for (int name = begin + 1; Scan.at(line, name) == '"';) {
            int colon = endOfString(line, name);
            if (Scan.at(line, colon) != ':') {
                return null;
            }
            int value = Scan.spaces(line, colon + 1);
            if (line.startsWith(MEMBER, name) && Scan.at(line, value) == '"') {
                return line.substring(0, begin) + lastWritten(unescaped(line, value + 1, endOfString(line, value)));
            }
            name = Scan.spaces(line, behind(line, value) + 1);
        }
        return null;
    }

    /** What a terminal would show: without the line's end, and without what a lone CR made it write over. */
    private static String lastWritten(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return PlainText.of(text.substring(text.lastIndexOf('\r', end - 1) + 1, end));
    }

    /** Index of the comma or bracket behind a value. */
    private static int behind(String line, int from) {
        int depth = 0;
        for (int i = from; i < line.length(); i++) {
            switch (line.charAt(i)) {
                case '"' -> i = endOfString(line, i) - 1;
                case '{', '[' -> depth++;
                case '}', ']' -> {
                    if (depth-- == 0) {
                        return i;
                    }
                }
                case ',' -> {
                    if (depth == 0) {
                        return i;
                    }
                }
                default -> {
                }
            }
        }
        return line.length();
    }

    /** Index behind the quote that ends the string; the line's end if it was cut before. */
    private static int endOfString(String line, int quote) {
        for (int i = quote + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            i += c == '\\' ? 1 : 0;
        }
        return line.length();
    }

    /** @param end behind the closing quote, or the end of a line that was cut */
    private static String unescaped(String line, int from, int end) {
        int to = end > from && line.charAt(end - 1) == '"' ? end - 1 : end;
        var text = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if (c != '\\' || i + 1 == to) {
                text.append(c);
                continue;
            }
            i++;
            switch (line.charAt(i)) {
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'u' -> {
                    text.append(character(line, i + 1, to));
                    i = Math.min(i + 4, to - 1);
                }
                default -> text.append(line.charAt(i));
            }
        }
        return text.toString();
    }

    private static char character(String line, int from, int to) {
        int code = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < to ? Character.digit(line.charAt(i), 16) : -1;
            if (digit < 0) {
                return '\uFFFD';
            }
            code = code << 4 | digit;
        }
        return (char) code;
    }
}
