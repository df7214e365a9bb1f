package org.gpucomm.results.format.unwrap;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.Line;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;

/**
 * Lines enclosed in another format, given as the program wrote them. Docker stores JSON objects,
 * <code>{"log":"text\n","stream":"stdout","time":"…"}</code>, to which collectors may add members and a time in front. CloudWatch exports
 * CSV with the columns {@code timestamp,message}. Others store the text under other names, several lines of it in one line, or within a
 * page. The last of several lines has the number of the enclosing line, and the others have none.
 */
final class EnclosedLines implements Unwrapper.Source {

    private static final Set<String> EXPORTS = Set.of("timestamp,message", "@timestamp,@message");
    private static final Set<String> TEXTS = Set.of("message", "@message", "MESSAGE", "textPayload", "line", "body",
            "raw_output");
    /** A member or an element on a line of its own. */
    private static final Pattern MEMBER_LINE = Pattern
            .compile("\\s*\"(@?\\w+)\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*+\"),?\\s*");
    private static final Pattern ELEMENT_LINE = Pattern.compile("\\s*(\"(?:[^\"\\\\]|\\\\.)*+\"),?\\s*");
    private static final int FIRST_LINES = 3;
    private static final String BEGIN = "{\"";
    private static final String MEMBER = "log";
    /** End that the last line of a file lacks if it was cut within its text. */
    private static final String CUT = "\"}";
    /** Room for a time and the name of a stream. */
    private static final int LONGEST_PREFIX = 300;
    /** The last one begins a quotation of a mail in archives written by Hypermail. */
    private static final List<String> BEGINNINGS = List.of("<!doctype html", "<html", "<head", "<body", "<pre",
            "<table", "<span class=\"quotelev");
    /** Tags that end a line; {@link #CELL_END} separates the cells of a table. */
    private static final Pattern LINE_END = Pattern.compile("(?i)<br\\s*/?>|</(?:p|div|tr|li|h[1-6])\\s*>");
    private static final Pattern CELL_END = Pattern.compile("(?i)</t[dh]\\s*>\\s*(?=<t[dh][\\s>])");

    private final Unwrapper.Source source;
    private final Set<String> found = new LinkedHashSet<>();
    private final Deque<Line> waiting = new ArrayDeque<>();
    private boolean exported;
    private boolean page;
    private boolean document;
    private boolean notebook;
    private boolean skipping;

    EnclosedLines(Unwrapper.Source source) {
        this.source = source;
    }

    /** Returns the enclosing formats found so far, as reported to users. */
    Set<String> found() {
        return found;
    }

    @Override
    public @Nullable Line next() throws IOException {
        if (!waiting.isEmpty()) {
            return waiting.poll();
        }
        var line = source.next();
        if (line == null || line.cut()) {
            return line;
        }
        if (line.number() <= FIRST_LINES && !line.text().isBlank()) {
            begin(line);
        }
        if (page) {
            return several(line, ofPage(line.text()).stream().map(PlainText::of).toList());
        }
        if (document) {
            return several(line, ofDocument(line.text()));
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
            var texts = mayHold(line.text()) ? texts(line.text()) : List.<String>of();
            if (texts.isEmpty()) {
                return line;
            }
            found.add("json-text");
            return several(line, texts);
        }
        found.add("docker-json");
        return Line.of(line.number(), text);
    }

    private void begin(Line line) {
        var text = line.text().strip();
        if (beginsPage(text)) {
            page = true;
            found.add("html");
        } else if (text.equals("{") || text.equals("[")) {
            document = true;
        }
    }

    /** Returns the lines in a line of a JSON document that spans many lines; in a notebook, texts are lists of lines. */
    private List<String> ofDocument(String line) {
        var text = line.strip();
        notebook |= text.equals("\"cells\": [");
        if (skipping) {
            skipping = !text.startsWith("]");
            return List.of("");
        }
        if (notebook) {
            skipping = text.equals("\"text/html\": [");
            var element = ELEMENT_LINE.matcher(line);
            if (element.matches()) {
                found.add("ipynb");
                return lines(String.valueOf(Json.parse(element.group(1))));
            }
            return List.of(line);
        }
        var member = MEMBER_LINE.matcher(line);
        if (member.matches() && (TEXTS.contains(member.group(1)) || member.group(1).equals(MEMBER))) {
            found.add("json-text");
            return lines(String.valueOf(Json.parse(member.group(2))));
        }
        return List.of(line);
    }

    /** Returns the texts in the JSON objects of a line under any known name; empty if the line is not JSON or has none. */
    private static List<String> texts(String line) {
        boolean may = (line.startsWith("{") || line.startsWith("["))
                && TEXTS.stream().anyMatch(name -> line.contains("\"" + name + "\""));
        return may
                ? Json.texts(line, TEXTS).stream().flatMap(text -> lines(text).stream()).toList()
                : List.of();
    }

    private static List<String> lines(String text) {
        var lines = text.lines().map(EnclosedLines::lastWritten).toList();
        return lines.isEmpty() ? List.of("") : lines;
    }

    private @Nullable Line several(Line line, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            waiting.add(Line.of(i + 1 < texts.size() ? 0 : line.number(), texts.get(i)));
        }
        return waiting.poll();
    }

    /** Returns the second of two cells without the quotes that enclose commas or quotes. */
    private static String message(String line) {
        var cell = line.substring(line.indexOf(',') + 1);
        boolean quoted = cell.length() > 1 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    }

    /** Returns whether the line may hold an object, judged by its ends to be fast. */
    private static boolean mayHold(String text) {
        return !text.isEmpty() && (text.charAt(text.length() - 1) == '}' || text.startsWith(BEGIN));
    }

    /** Returns the line with the object replaced by the object's text; null if there is no such object. */
    static @Nullable String text(String line) {
        int begin = line.indexOf(BEGIN, 0, Math.min(line.length(), LONGEST_PREFIX));
        if (begin < 0) {
            return null;
        }
        var object = line.substring(begin);
        var text = Json.text(object, MEMBER).or(() -> Json.text(object + CUT, MEMBER));
        return text.map(written -> line.substring(0, begin) + lastWritten(written)).orElse(null);
    }

    /** Returns the text as a terminal would show it: without the line end and without text that a lone CR overwrites. */
    private static String lastWritten(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return PlainText.of(text.substring(text.lastIndexOf('\r', end - 1) + 1, end));
    }

    /** Returns whether a file whose first line is this one is a page. */
    private static boolean beginsPage(String line) {
        var text = line.stripLeading().toLowerCase(Locale.ROOT);
        return BEGINNINGS.stream().anyMatch(text::startsWith);
    }

    /** Returns the lines of text in one line of a page, at least one, as a browser would show them without its layout. Tags are closed at the end of the line. */
    private static List<String> ofPage(String line) {
        if (line.indexOf('<') < 0 && line.indexOf('&') < 0) {
            return List.of(line);
        }
        var broken = CELL_END.matcher(LINE_END.matcher(line).replaceAll("\n")).replaceAll("\t");
        // The parser removes white space at the beginning of a body, but not within <pre>.
        var text = Jsoup.parseBodyFragment("<pre>x" + broken + "</pre>").body().wholeText().substring(1);
        var lines = text.lines().toList();
        return lines.isEmpty() ? List.of("") : lines;
    }
}
