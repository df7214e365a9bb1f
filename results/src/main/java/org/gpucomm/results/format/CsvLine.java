package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/** Cells of one line of CSV. Commons CSV reads lines with quotes; nearly all lines have none and are split at the separator. */
public final class CsvLine {

    /** Room for the cells of gpucomm's own CSV, which has 33 columns. */
    private static final int USUAL = 40;
    /** Bar between groups of columns that spaces separate. */
    private static final String GROUPS = " | ";

    private CsvLine() {}

    /** Returns the cells without surrounding white space; empty if the quotes of the line do not pair. */
    public static Optional<List<String>> cells(String line) {
        return cells(line, ',');
    }

    /**
     * Returns the cells of a line with the given separator, for example a semicolon or a tab. A bar may also open and close the line, as in
     * Markdown, whose marks for bold and code are removed. A space means two or more spaces, or a tab; bars may then separate groups of
     * columns.
     */
    public static Optional<List<String>> cells(String line, char separator) {
        if (separator == ' ') {
            return Optional.of(spaced(line.strip()));
        }
        if (separator == '|') {
            return barred(line);
        }
        if (line.indexOf('"') >= 0) {
            return quoted(line, separator);
        }
        var cells = new ArrayList<String>(USUAL);
        int from = 0;
        for (int to = line.indexOf(separator); to >= 0; to = line.indexOf(separator, from)) {
            cells.add(cell(line, from, to));
            from = to + 1;
        }
        cells.add(cell(line, from, line.length()));
        return Optional.of(cells);
    }

    private static List<String> spaced(String line) {
        // The header of nccl-tests has only one blank before this name.
        var cells = Cells.apart(line.replace(" #wrong", "  #wrong"));
        if (line.startsWith("|") || !line.contains(GROUPS)) {
            return cells;
        }
        var inGroups = Cells.apart(line.replace(GROUPS, "   "));
        return inGroups.size() > line.split(Pattern.quote(GROUPS), -1).length ? inGroups : cells;
    }

    /** Returns cells between bars. A bar that only spaces precede, on a line without a closing bar, follows an empty cell. */
    private static Optional<List<String>> barred(String text) {
        var line = text.strip();
        boolean isFirstEmpty = text.startsWith("  ") && !line.endsWith("|");
        var inner = line.startsWith("|") && !isFirstEmpty ? line.substring(1) : line;
        inner = inner.endsWith("|") ? inner.substring(0, inner.length() - 1) : inner;
        var cells = new ArrayList<String>();
        // Markdown escapes a bar within a cell with a backslash.
        for (var cell : inner.split("(?<!\\\\)\\|", -1)) {
            cells.add(cell.replace("**", "").replace("`", "").replace("\\|", "|").strip());
        }
        return Optional.of(cells);
    }

    /** Returns one cell without quotes, between two positions. */
    private static String cell(String line, int from, int to) {
        boolean bare = from == to || line.charAt(from) > ' ' && line.charAt(from) < 0x7F
                && line.charAt(to - 1) > ' ' && line.charAt(to - 1) < 0x7F;
        return bare ? line.substring(from, to) : line.substring(from, to).strip();
    }

    private static Optional<List<String>> quoted(String line, char separator) {
        var format = CSVFormat.RFC4180.builder().setDelimiter(separator).get();
        try (var parser = CSVParser.parse(line, format)) {
            var records = parser.getRecords();
            return records.size() == 1
                    ? Optional.of(records.getFirst().stream().map(String::strip).toList())
                    : Optional.empty();
        } catch (IOException | RuntimeException malformed) {
            // Commons CSV reports a quote that is never closed, or text after a closing quote, by one of these two.
            return Optional.empty();
        }
    }
}
