package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Notices lines of numbers under a header, or below rows, that no format has claimed: a table that is not read must be said to
 * be lost, whoever printed it.
 */
final class UnusedTable {

    /** Lines without numbers, units and rulers, that may stand between a header and its rows. */
    private static final int PATIENCE = 3;
    private static final int LONGEST = 2000;
    private static final Pattern NUMBER = Pattern
            .compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?:[KMGTkmgt]i?[Bb]?|%|us|ms|x)?");
    /** Words of headers: what is measured, and units. */
    private static final Pattern MEASURED = Pattern.compile(
            "(?i)[^\\s\\[(]*[\\[(](?:b|bytes?|us|usecs?|ms|ns|[kmg]i?b(?:/s|ps|/sec)?|gbps|gb/sec|%|mpps|mmps|elements)[\\])]"
                    + "|#?\\(?(?:msg|message|data|avg|min|max|t)?[_-]?(?:size|bytes|count|time|cputime|lat|latency|usecs?|bandwidth"
                    + "|bw|algbw|algobw|busbw|throughput|overall|compute|iters|iterations|gpus|ranks|#?wrong|type|redop|b|us|ms|ns"
                    + "|mb/s|mb/sec|gb/s|gb/sec|gbps|gb|mbps|mib/s|gib/s|p50|p99|min|max|avg|typical|stdev|usec/xfer|mxfers/sec"
                    + "|messages/s|validation|percentile)(?:[_(\\[/.].*)?\\)?");
    private static final String NOT_MEASURED = "N/A";
    /** Right below a header or a row so few cells that begin with a number are what is left of a row. */
    private static final int FEW = 3;
    private static final int FEWEST_NUMBERS = 2;
    /** Words that are remembered, so that the words of headers and of banners are looked at once. */
    private static final int REMEMBERED = 4096;

    private final Map<String, Boolean> measured = new HashMap<>();
    private long header;
    private int waited;

    /** A row of a known table was read: what is like one right below it is one. */
    void belowRow(Line line) {
        header = line.number();
        waited = 0;
    }

    /** A known line that is no row: a header, or one of a few that may stand within a table. */
    void known(Line line) {
        if (!isRuler(line.text())) {
            passed(line, line.text().length() <= LONGEST && isHeader(line.text().strip()));
        }
    }

    /** Why the line, which no format has claimed, is a problem; null if it is none. */
    @Nullable
    String lost(Line line) {
        var text = line.text();
        if (text.length() > LONGEST || text.isBlank()) {
            return null;
        }
        var cells = cells(text);
        boolean next = waited == 0 && header > 0 && !cells.isEmpty() && cells.size() < FEW
                && isNumber(cells.getFirst(), 0, cells.getFirst().length());
        if (isNumbers(cells) || next) {
            if (header == 0) {
                return null;
            }
            waited = 0;
            return "a line of numbers that no known table claims, below line " + header;
        }
        passed(line, isHeader(text.strip()));
        return null;
    }

    private void passed(Line line, boolean isHeader) {
        if (isHeader) {
            header = line.number();
            waited = 0;
        } else if (++waited > PATIENCE) {
            header = 0;
        }
    }

    private static boolean isRuler(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> cells(String line) {
        var text = line.strip();
        var cells = new ArrayList<String>();
        for (int from = cell(text, 0); from < text.length(); from = cell(text, end(text, from))) {
            cells.add(text.substring(from, end(text, from)));
        }
        return cells;
    }

    /** Returns where the next cell begins, from a position on; a comment mark by itself is none. */
    private static int cell(String text, int from) {
        int at = from;
        while (at < text.length()
                && (isBetweenCells(text.charAt(at)) || text.charAt(at) == '#' && end(text, at) == at + 1)) {
            at++;
        }
        return at;
    }

    private static int end(String text, int from) {
        int at = from;
        while (at < text.length() && !isBetweenCells(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isBetweenCells(char c) {
        return c == ' ' || c >= '\t' && c <= '\r' || c == '|' || c == ',' || c == ';';
    }

    private static boolean isNumbers(List<String> cells) {
        long numbers = cells.stream().filter(cell -> isNumber(cell, 0, cell.length())).count();
        long absent = cells.stream().filter(NOT_MEASURED::equals).count();
        return numbers > 0 && numbers + absent >= FEWEST_NUMBERS && (numbers + absent) * 2 >= cells.size();
    }

    private static boolean isNumber(String text, int from, int to) {
        char first = text.charAt(from);
        return (first >= '0' && first <= '9' || first == '-' || first == '+')
                && NUMBER.matcher(text).region(from, to).matches();
    }

    /** Two words in five are what tables measure, or one of two; a line of units alone is none. */
    private boolean isHeader(String text) {
        int cells = 0;
        int words = 0;
        for (int from = cell(text, 0); from < text.length();) {
            int to = end(text, from);
            if (isNumber(text, from, to)) {
                return false; // as in nearly all lines, before their words are made
            }
            cells++;
            words += isMeasured(text.substring(from, to)) ? 1 : 0;
            from = cell(text, to);
        }
        return cells >= 2 && words > 0 && words * 5 >= cells * 2;
    }

    private boolean isMeasured(String cell) {
        if (measured.size() >= REMEMBERED) {
            measured.clear();
        }
        return measured.computeIfAbsent(cell, word -> MEASURED.matcher(word).matches());
    }
}
