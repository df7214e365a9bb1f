package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Detector of lines of numbers under a header, or below rows, that no format has claimed: a table that is not read must be reported as
 * lost, whichever program printed it.
 */
final class UnusedTable {

    /** Lines without numbers, such as units and rulers, that may separate a header from its rows. */
    private static final int PATIENCE = 5;
    private static final int LONGEST = 2000;
    private static final Pattern NUMBER = Pattern
            .compile("[-+]?\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?(?:[KMGTkmgt]i?[Bb]?(?:ps|/s)?|%|us|ms|x)?");
    /** Words of headers: measured quantities and units. */
    private static final Pattern MEASURED = Pattern.compile(
            "(?i)[^\\s\\[(]*[\\[(](?:[kmg]i?b|b|bytes?|us|usecs?|ms|ns|[kmg]i?b(?:/s|ps|/sec)?|gbps|gb/sec|%|mpps|mmps|elements)[\\])]"
                    + "|#?\\(?(?:msg|message|data|avg|min|max|t)?[_-]?(?:size|bytes|count|time|cputime|lat|latency|usecs?|bandwidth"
                    + "|bw|algbw|algobw|busbw|throughput|overall|compute|iters|iterations|gpus|ranks|#?wrong|type|redop|b|us|ms|ns"
                    + "|mb/s|mb/sec|gb/s|gb/sec|gbps|gb|mbps|mib/s|gib/s|p50|p99|min|max|avg|typical|stdev|usec/xfer|mxfers/sec"
                    + "|messages/s|validation|percentile)(?:[_(\\[/.].*)?\\)?");
    private static final Pattern UNIT = Pattern.compile("(?i)\\((?:b|bytes|us|usec|ms|ns|[kmg]i?b|[kmg]i?b/s)\\)");
    private static final String NOT_MEASURED = "N/A";
    /** A line with fewer cells that begins with a number, right below a header or a row, is the rest of a row. */
    private static final int FEW = 3;
    private static final int FEWEST_NUMBERS = 2;
    /** Digits of a column number of a matrix. */
    private static final int MOST_DIGITS = 6;
    /** Length of a column name. */
    private static final int LONGEST_NAME = 40;
    /** Words remembered, so that each word of headers and banners is matched only once. */
    private static final int REMEMBERED = 4096;

    /** Lines of numbers remembered until a row shows whether they look like it. */
    private static final int MOST_ABOVE = 400;

    private final Map<String, Boolean> measured = new HashMap<>();
    private final List<Line> above = new ArrayList<>();
    private long header;
    private int waited;

    /** Takes a row of a known table: a similar line right below it is also a row. */
    void belowRow(Line line) {
        header = line.number();
        waited = 0;
    }

    /** Returns lines above the header that look like this row: they are from a table whose beginning is missing from the log. */
    List<Line> takeAbove(Line row) {
        if (above.isEmpty()) {
            return List.of();
        }
        var shape = shape(row.text());
        var alike = above.stream().filter(line -> shape(line.text()).equals(shape)).toList();
        above.clear();
        return alike;
    }

    private static List<Boolean> shape(String text) {
        return cells(text).stream().map(UnusedTable::isNumber).toList();
    }

    /** Takes a known line that is not a row: a header, or one of the few other lines within a table. */
    void known(Line line) {
        if (!isRuler(line.text()) && !isNccl(line.text())) {
            var cells = line.text().length() <= LONGEST ? cells(line.text()) : List.<String>of();
            passed(line, isHeader(cells) || isOfNumbers(cells) || isWithUnits(cells));
        }
    }

    /** Returns why the line, which no format has claimed, is a problem; null if it is not. */
    @Nullable
    String lost(Line line) {
        var text = line.text();
        if (text.length() > LONGEST || text.isBlank() || isNccl(text)) {
            return null;
        }
        var cells = cells(text);
        boolean next = waited == 0 && header > 0 && !cells.isEmpty() && cells.size() < FEW
                && (beginsWithNumber(cells.getFirst()) || cells.getFirst().equals(NOT_MEASURED)
                        || isNumber(cells.getLast()) && cells.getLast().indexOf('.') > 0);
        if (isNumbers(cells) || next) {
            if (header == 0) {
                if (above.size() < MOST_ABOVE) {
                    above.add(line);
                }
                return null;
            }
            waited = 0;
            return "a line of numbers that no known table claims, below line " + header;
        }
        passed(line, isHeader(cells));
        return null;
    }

    /** Returns whether NCCL wrote the line, which it may do anywhere between the rows of other programs. */
    private static boolean isNccl(String text) {
        return text.contains("] NCCL ");
    }

    private void passed(Line line, boolean isHeader) {
        if (isHeader) {
            header = line.number();
            waited = 0;
        } else if (++waited > PATIENCE) {
            header = 0;
        }
    }

    /** Returns the number of numeric cells in a line. */
    static long numbers(String line) {
        return cells(line).stream().filter(UnusedTable::isNumber).count();
    }

    private static List<String> cells(String line) {
        var text = line.strip();
        var cells = new ArrayList<String>();
        int start = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || isBetweenCells(text.charAt(at))) {
                if (at > start && !(at == start + 1 && text.charAt(start) == '#')) {
                    cells.add(text.substring(start, at));
                }
                start = at + 1;
            }
        }
        return cells;
    }

    private static boolean isBetweenCells(char c) {
        return c == ' ' || c >= '\t' && c <= '\r' || c == '|' || c == ',' || c == ';';
    }

    private static boolean isNumbers(List<String> cells) {
        int numbers = 0;
        int absent = 0;
        for (var cell : cells) {
            numbers += isNumber(cell) ? 1 : 0;
            absent += cell.equals(NOT_MEASURED) ? 1 : 0;
        }
        return numbers > 0 && numbers + absent >= FEWEST_NUMBERS && (numbers + absent) * 2 >= cells.size();
    }

    private static boolean isNumber(String cell) {
        char first = cell.charAt(0);
        return (first >= '0' && first <= '9' || first == '-' || first == '+') && NUMBER.matcher(cell).matches();
    }

    /** Returns whether at least a third of the words are quantities of tables; a line with one cell is never a header. */
    private boolean isHeader(List<String> cells) {
        int words = 0;
        for (var cell : cells) {
            if (isNumber(cell)) {
                return false; // as in nearly every line of a log that is not a header
            }
            words += isMeasured(cell) ? 1 : 0;
        }
        return cells.size() > 1 && words * 3 >= cells.size();
    }

    private static boolean isRuler(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the cells are numbered columns of a matrix, perhaps after a word. */
    private static boolean isOfNumbers(List<String> cells) {
        return cells.size() > 1 && cells.stream().skip(1).allMatch(cell -> cell.length() < MOST_DIGITS
                && Cells.isWhole(cell));
    }

    /** Returns whether the cells contain units; column names may contain numbers, such as pairs of ranks. */
    private static boolean isWithUnits(List<String> cells) {
        return cells.size() > 1 && !isNumber(cells.getFirst())
                && cells.stream().anyMatch(cell -> cell.charAt(0) == '(' && UNIT.matcher(cell).matches());
    }

    /** Returns whether the cell begins with a number, or two numbers without a space, and is neither a date nor a time of day. */
    private static boolean beginsWithNumber(String cell) {
        char first = cell.charAt(0) == '.' && cell.length() > 1 ? cell.charAt(1) : cell.charAt(0);
        return first >= '0' && first <= '9' && cell.indexOf(':') < 0 && cell.indexOf('-') < 0;
    }

    private boolean isMeasured(String cell) {
        if (cell.length() > LONGEST_NAME) {
            return false;
        }
        if (measured.size() >= REMEMBERED) {
            measured.clear();
        }
        return measured.computeIfAbsent(cell, word -> MEASURED.matcher(word).matches());
    }
}
