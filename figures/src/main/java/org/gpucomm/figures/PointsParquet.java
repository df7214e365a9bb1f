package org.gpucomm.figures;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.gpucomm.results.format.canonical.ColumnKind;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetWriter;

/** Writer of all points of a figure as Parquet. {@code x} is missing if the axis has categories, else {@code name} is missing. */
final class PointsParquet {

    private static final List<ParquetColumn> COLUMNS = List.of(new ParquetColumn("figure", ColumnKind.TEXT),
            new ParquetColumn("panel", ColumnKind.TEXT), new ParquetColumn("series", ColumnKind.TEXT),
            new ParquetColumn("name", ColumnKind.TEXT), new ParquetColumn("x", ColumnKind.NUMBER),
            new ParquetColumn("y", ColumnKind.NUMBER));

    private PointsParquet() {}

    static byte[] of(Figure figure) {
        var out = new ByteArrayOutputStream();
        try (var table = new ParquetWriter(out, COLUMNS)) {
            for (var panel : figure.panels()) {
                for (var series : panel.series()) {
                    for (var point : series.points()) {
                        var x = panel.x().textOf(point.x());
                        table.row(List.of(figure.name(), panel.name(), series.name(), panel.x().named() ? x : "",
                                panel.x().named() ? "" : x, Numbers.plain(point.y())));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
