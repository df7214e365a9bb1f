package org.gpucomm.results.format.wrapping;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

import org.gpucomm.results.format.Json;
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
    private static final String MEMBER = "log";
    /** What the last line of a file lacks that was cut within its text. */
    private static final String CUT = "\"}";
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

    /** Returns the line with the object's text in place of the object; null if there is none with one. */
    static @Nullable String text(String line) {
        int begin = line.indexOf(BEGIN, 0, Math.min(line.length(), LONGEST_PREFIX));
        if (begin < 0) {
            return null;
        }
        var object = line.substring(begin);
        var text = Json.text(object, MEMBER).or(() -> Json.text(object + CUT, MEMBER));
        return text.map(written -> line.substring(0, begin) + lastWritten(written)).orElse(null);
    }

    /** What a terminal would show: without the line's end, and without what a lone CR made it write over. */
    private static String lastWritten(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return PlainText.of(text.substring(text.lastIndexOf('\r', end - 1) + 1, end));
    }
}
