package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/** Cells of one line of CSV. Commons CSV reads lines with quotes; the rest, which is nearly all, is split at commas. */
public final class CsvLine {

    private CsvLine() {}

    /** The cells, stripped of surrounding white space; empty if the quotes of the line do not pair. */
    public static Optional<List<String>> cells(String line) {
        return cells(line, ',');
    }

    /** The same of a line whose cells are parted by {@code separator}: a semicolon, a tab. */
    public static Optional<List<String>> cells(String line, char separator) {
        if (line.indexOf('"') >= 0) {
            return quoted(line, separator);
        }
        var cells = new ArrayList<String>();
        int from = 0;
        for (int end = line.indexOf(separator); end >= 0; end = line.indexOf(separator, from)) {
            cells.add(line.substring(from, end).strip());
            from = end + 1;
        }
        cells.add(line.substring(from).strip());
        return Optional.of(cells);
    }

    private static Optional<List<String>> quoted(String line, char separator) {
        var format = CSVFormat.RFC4180.builder().setDelimiter(separator).get();
        try (var parser = CSVParser.parse(line, format)) {
            var records = parser.getRecords();
            return records.size() == 1
                    ? Optional.of(records.getFirst().stream().map(String::strip).toList())
                    : Optional.empty();
        } catch (IOException | RuntimeException malformed) {
            // Commons CSV reports a quote that is never closed, or text after one, by either of the two.
            return Optional.empty();
        }
    }
}
