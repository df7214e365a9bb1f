package org.gpucomm.figures;

import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.Pictures;
import org.gpucomm.figures.chart.Identified;

/** File format of a figure. Its id is also the file extension. */
public enum FigureFormat implements Identified {
    PNG("image/png", Pictures::png),
    SVG("image/svg+xml", (figure, look) -> utf8(Pictures.svg(figure, look))),
    PDF("application/pdf", Pictures::pdf),
    CSV("text/csv;charset=UTF-8", (figure, look) -> utf8(PointsCsv.of(figure))),
    JSON("application/json", (figure, look) -> utf8(FigureJson.of(figure).text())),
    PARQUET("application/vnd.apache.parquet", (figure, look) -> PointsParquet.of(figure));

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
}
