package org.gpucomm.results.format.unwrap;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jsoup.Jsoup;

/** The text of a page of HTML, line by line: what a browser would show of it, without looks. */
final class Page {

    /** The last begins what a mail quotes, in archives of mailing lists that Hypermail wrote. */
    private static final List<String> BEGINNINGS = List.of("<!doctype html", "<html", "<head", "<body", "<pre",
            "<table", "<span class=\"quotelev");
    /** What ends a line, and what parts the cells of a table. */
    private static final Pattern LINE_END = Pattern.compile("(?i)<br\\s*/?>|</(?:p|div|tr|li|h[1-6])\\s*>");
    private static final Pattern CELL_END = Pattern.compile("(?i)</t[dh]\\s*>\\s*(?=<t[dh][\\s>])");

    private Page() {}

    /** Returns whether a file that begins with this line is a page. */
    static boolean begins(String line) {
        var text = line.stripLeading().toLowerCase(Locale.ROOT);
        return BEGINNINGS.stream().anyMatch(text::startsWith);
    }

    /** The lines of text in a line of the page, at least one. Tags are closed at its end, as if the page were it alone. */
    static List<String> lines(String line) {
        if (line.indexOf('<') < 0 && line.indexOf('&') < 0) {
            return List.of(line);
        }
        var broken = CELL_END.matcher(LINE_END.matcher(line).replaceAll("\n")).replaceAll("\t");
        // A parser takes white space away at the beginning of a body; within <pre> it stays.
        var text = Jsoup.parseBodyFragment("<pre>x" + broken + "</pre>").body().wholeText().substring(1);
        var lines = text.lines().toList();
        return lines.isEmpty() ? List.of("") : lines;
    }
}
