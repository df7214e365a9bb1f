package org.gpucomm.figures;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetColumn.Kind;
import org.gpucomm.figures.parquet.ParquetWriter;

/** Writer of all points of a figure as Parquet. {@code x} is missing if the axis has categories, else {@code name} is missing. */
final class PointsParquet {

    private static final List<ParquetColumn> COLUMNS = List.of(new ParquetColumn("figure", Kind.TEXT),
            new ParquetColumn("panel", Kind.TEXT), new ParquetColumn("series", Kind.TEXT),
            new ParquetColumn("name", Kind.TEXT), new ParquetColumn("x", Kind.NUMBER),
            new ParquetColumn("y", Kind.NUMBER));

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
