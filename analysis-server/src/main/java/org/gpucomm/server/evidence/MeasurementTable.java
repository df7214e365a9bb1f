package org.gpucomm.server.evidence;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetColumn.Kind;
import org.gpucomm.results.format.canonical.Column;

/** Table of measurements for other programs: the run and the place of each, and the columns of the canonical CSV. */
public final class MeasurementTable {

    private static final Set<Column> WHOLE = EnumSet.of(Column.SECTION, Column.NODES, Column.RANKS,
            Column.MESSAGE_BYTES);
    private static final Set<Column> NUMBERS = EnumSet.of(Column.ITERATIONS, Column.TIME_US, Column.TIME_MIN_US,
            Column.TIME_P50_US, Column.TIME_P99_US, Column.TIME_MAX_US, Column.ALGBW_GBPS, Column.BUSBW_GBPS,
            Column.WRONG, Column.BASELINE_US, Column.SPEEDUP, Column.EFFICIENCY_PCT);

    /** A contract with all who read the table, which docs/scale.md describes: columns are only appended. */
    public static final List<ParquetColumn> COLUMNS = Stream.concat(
            Stream.of(new ParquetColumn("run", Kind.TEXT), new ParquetColumn("ordinal", Kind.WHOLE),
                    new ParquetColumn("line", Kind.WHOLE)),
            Stream.of(Column.values()).map(column -> new ParquetColumn(column.header(), kind(column)))).toList();

    private MeasurementTable() {}

    private static Kind kind(Column column) {
        return WHOLE.contains(column) ? Kind.WHOLE : NUMBERS.contains(column) ? Kind.NUMBER : Kind.TEXT;
    }

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
