package org.gpucomm.results.format.unwrap;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jsoup.Jsoup;

/** The text of an HTML page, line by line, as a browser would show it without its layout. */
final class HtmlText {

    /** The last one begins a quotation of a mail in archives written by Hypermail. */
    private static final List<String> BEGINNINGS = List.of("<!doctype html", "<html", "<head", "<body", "<pre",
            "<table", "<span class=\"quotelev");
    /** Tags that end a line; {@link #CELL_END} separates the cells of a table. */
    private static final Pattern LINE_END = Pattern.compile("(?i)<br\\s*/?>|</(?:p|div|tr|li|h[1-6])\\s*>");
    private static final Pattern CELL_END = Pattern.compile("(?i)</t[dh]\\s*>\\s*(?=<t[dh][\\s>])");

    private HtmlText() {}

    /** Returns whether a file whose first line is this one is a page. */
    static boolean begins(String line) {
        var text = line.stripLeading().toLowerCase(Locale.ROOT);
        return BEGINNINGS.stream().anyMatch(text::startsWith);
    }

    /** Returns the lines of text in one line of a page, at least one. Tags are closed at the end of the line. */
    static List<String> lines(String line) {
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
