package org.gpucomm.results.format.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.CsvTable;
import org.jspecify.annotations.Nullable;

/** Parser of gpucomm's own CSV. Columns are found by the header; unknown columns of later versions are left out. */
public final class CanonicalParser extends CsvTable {

    private static final List<Column> REQUIRED = List.of(Column.SOURCE, Column.SECTION, Column.TOOL, Column.OPERATION);

    private final MeasurementCells reader = new MeasurementCells();
    private @Nullable Column[] columns = {};

    public CanonicalParser() {
        super(0);
    }

    /** Returns whether a file with these first lines has this format. */
    public static boolean recognises(List<String> head) {
        return header(head)
                .filter(cells -> cells.containsAll(REQUIRED.stream().map(Column::header).toList())).isPresent();
    }

    @Override
    protected List<String> begin(List<String> header) {
        columns = new Column[header.size()];
        for (var column : Column.values()) {
            int position = header.indexOf(column.header());
            if (position >= 0) {
                columns[position] = column;
            }
        }
        var missing = new ArrayList<>(REQUIRED);
        missing.removeAll(Arrays.asList(columns));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the header lacks " + missing.stream().map(Column::header).toList());
        }
        return List.of();
    }

    @Override
    protected List<Measurement> measurements(List<String> cells) {
        for (int i = 0; i < columns.length; i++) {
            var column = columns[i];
            if (column != null) {
                reader.set(column, SpreadsheetCell.read(cells.get(i)));
            }
        }
        return List.of(reader.measurement());
    }
}
