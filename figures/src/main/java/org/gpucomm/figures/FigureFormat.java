package org.gpucomm.figures;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;

import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Identified;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.draw.Pictures;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetWriter;
import org.gpucomm.results.format.canonical.ColumnKind;

/** File format of a figure. Its id is also the file extension. */
public enum FigureFormat implements Identified {
    PNG("image/png", Pictures::png),
    SVG("image/svg+xml", (figure, look) -> utf8(Pictures.svg(figure, look))),
    PDF("application/pdf", Pictures::pdf),
    CSV("text/csv;charset=UTF-8", (figure, look) -> utf8(PointsCsv.of(figure))),
    JSON("application/json", (figure, look) -> utf8(FigureJson.of(figure).text())),
    PARQUET("application/vnd.apache.parquet", (figure, look) -> parquet(figure));

    private static final List<ParquetColumn> COLUMNS = List.of(new ParquetColumn("figure", ColumnKind.TEXT),
            new ParquetColumn("panel", ColumnKind.TEXT), new ParquetColumn("series", ColumnKind.TEXT),
            new ParquetColumn("name", ColumnKind.TEXT), new ParquetColumn("x", ColumnKind.NUMBER),
            new ParquetColumn("y", ColumnKind.NUMBER));

    private final String mediaType;
    private final BiFunction<Figure, Background, byte[]> writer;

    FigureFormat(String mediaType, BiFunction<Figure, Background, byte[]> writer) {
        this.mediaType = mediaType;
        this.writer = writer;
    }

    public String mediaType() {
        return mediaType;
    }

    /** Returns whether the format depends on the light or dark look. */
    public boolean isPicture() {
        return this == PNG || this == SVG || this == PDF;
    }

    public byte[] of(Figure figure, Background look) {
        return writer.apply(figure, look);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns all points of a figure as Parquet. {@code x} is missing if the axis has categories, else {@code name} is missing. */
    private static byte[] parquet(Figure figure) {
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
