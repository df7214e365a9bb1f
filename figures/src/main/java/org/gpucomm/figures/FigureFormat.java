package org.gpucomm.figures;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.Pictures;

/** File format of a figure. */
public enum FigureFormat {
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

    /** Returns the id, which is also the file extension. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
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

    public static Optional<FigureFormat> ofId(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(FigureFormat::id).toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
