package org.gpucomm.results.format.canonical;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.format.CsvLine;

/**
 * The cells of one row after the other. A cell that is the same as in the row before is the same object: most are, and a
 * reader sees at once what is new.
 */
final class RowCells {

    private String[] cells = {};
    /** Whether cells may have commas in them, which cells without quotes do not. */
    private boolean quoted;

    /** @param header gives the number of columns */
    void begin(List<String> header) {
        cells = header.toArray(String[]::new);
        quoted = true;
    }

    String get(int column) {
        return cells[column];
    }

    boolean areThoseOf(List<String> header) {
        return cells[0].equals(header.getFirst()) && List.of(cells).equals(header);
    }

    /** @return whether the line has as many cells as the header, and no quotes: else {@link CsvLine} is to read it */
    boolean read(String line) {
        if (line.indexOf('"') >= 0) {
            return false;
        }
        if (quoted) {
            forgetCommas();
        }
        int last = cells.length - 1;
        int from = 0;
        for (int i = 0; i < last; i++) {
            int to = from + cells[i].length();
            if (to >= line.length() || line.charAt(to) != ',' || !line.startsWith(cells[i], from)) {
                to = line.indexOf(',', from);
                if (to < 0) {
                    return false;
                }
                cells[i] = CsvLine.cell(line, from, to);
            }
            from = to + 1;
        }
        if (line.indexOf(',', from) >= 0) {
            return false;
        }
        if (!line.startsWith(cells[last], from) || from + cells[last].length() != line.length()) {
            cells[last] = CsvLine.cell(line, from, line.length());
        }
        return true;
    }

    /** The same of a line with quotes; empty if they do not pair. */
    Optional<List<String>> readQuoted(String line) {
        var read = CsvLine.cells(line);
        quoted = true;
        read.filter(list -> list.size() == cells.length).ifPresent(list -> {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = cells[i].equals(list.get(i)) ? cells[i] : list.get(i);
            }
        });
        return read;
    }

    /** What was one cell within quotes would be found again in several without. */
    private void forgetCommas() {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells[i].indexOf(',') < 0 ? cells[i] : "";
        }
        quoted = false;
    }
}
