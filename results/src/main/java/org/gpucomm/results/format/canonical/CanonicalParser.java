package org.gpucomm.results.format.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/** Reads gpucomm's own CSV. Columns are found by the header; unknown ones, of a later version, are left out. */
public final class CanonicalParser implements Format.Parser {

    private static final List<Column> REQUIRED = List.of(Column.SOURCE, Column.SECTION, Column.TOOL, Column.OPERATION);

    private Cells reader = new Cells(true);
    private List<String> header = List.of();
    private @Nullable Column[] columns = {};

    /** Whether a file that begins with these lines is one. */
    public static boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(cells -> cells.containsAll(REQUIRED.stream().map(Column::header).toList())).isPresent();
    }

    @Override
    public Entry read(Line line) {
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), 0);
        }
        if (header.isEmpty()) {
            return CsvLine.cells(line.text()).map(cells -> header(line, cells)).orElseGet(() -> unpaired(line));
        }
        var cells = CsvLine.cells(line.text());
        if (cells.isEmpty()) {
            return unpaired(line);
        }
        if (cells.get().equals(header)) {
            return Entry.Note.of(line.number(), 0);
        }
        if (cells.get().size() != header.size()) {
            return problem(line, "expected " + header.size() + " columns, found " + cells.get().size());
        }
        try {
            return new Entry.Row(line.number(), List.of(measurement(cells.get())));
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    private Entry header(Line line, List<String> cells) {
        header = cells;
        reader = new Cells(cells.contains(Column.METRICS.header()));
        columns = new Column[cells.size()];
        for (var column : Column.values()) {
            int position = cells.indexOf(column.header());
            if (position >= 0) {
                columns[position] = column;
            }
        }
        var missing = new ArrayList<>(REQUIRED);
        missing.removeAll(Arrays.asList(columns));
        return missing.isEmpty()
                ? Entry.Note.of(line.number(), 0)
                : problem(line, "the header lacks " + missing.stream().map(Column::header).toList());
    }

    private Measurement measurement(List<String> cells) {
        for (int i = 0; i < columns.length; i++) {
            var column = columns[i];
            if (column != null) {
                reader.set(column, cells.get(i));
            }
        }
        return reader.measurement();
    }

    private static Entry unpaired(Line line) {
        return problem(line, "the quotes of this line do not pair; a cell must not go over several lines");
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }
}
