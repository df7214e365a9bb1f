package org.gpucomm.figures.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.format.canonical.ColumnKind;

/** Table of measurements for other programs: the run and the place of each, and the columns of the canonical CSV. */
public final class MeasurementTable {

    /** A contract with all who read the table, which docs/scale.md describes: columns are only appended. */
    public static final List<ParquetColumn> COLUMNS = Stream.concat(
            Stream.of(new ParquetColumn("run", ColumnKind.TEXT), new ParquetColumn("ordinal", ColumnKind.WHOLE),
                    new ParquetColumn("line", ColumnKind.WHOLE)),
            Stream.of(Column.values()).map(column -> new ParquetColumn(column.header(), column.kind()))).toList();

    /** Columns of a file of the folder: the upload's id, and those of the table. */
    public static final List<ParquetColumn> OF_FOLDER = Stream.concat(
            Stream.of(new ParquetColumn("upload", ColumnKind.TEXT)), COLUMNS.stream()).toList();

    /** Name of the folder, in a server's data directory, that has a file for each upload. */
    public static final String FOLDER = "measurements";

    private MeasurementTable() {}

    /** Returns a text for each column; what is not known is empty. */
    public static List<String> cells(Observation observation) {
        var cells = new ArrayList<String>(List.of(observation.row().run(),
                String.valueOf(observation.row().ordinal()), String.valueOf(observation.row().line())));
        for (var column : Column.values()) {
            cells.add(column.textOf(observation.measurement()));
        }
        return cells;
    }
}
