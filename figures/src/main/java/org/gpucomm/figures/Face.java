package org.gpucomm.figures;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Look;
import org.gpucomm.figures.draw.Pictures;

/** The faces of a figure. */
public enum Face {
    PNG("image/png", Pictures::png),
    SVG("image/svg+xml", (figure, look) -> utf8(Pictures.svg(figure, look))),
    PDF("application/pdf", Pictures::pdf),
    CSV("text/csv;charset=UTF-8", (figure, look) -> utf8(PointsCsv.of(figure))),
    JSON("application/json", (figure, look) -> utf8(FigureJson.of(figure).text())),
    PARQUET("application/vnd.apache.parquet", (figure, look) -> PointsParquet.of(figure));

    private final String mediaType;
    private final BiFunction<Figure, Look, byte[]> face;

    Face(String mediaType, BiFunction<Figure, Look, byte[]> face) {
        this.mediaType = mediaType;
        this.face = face;
    }

    /** Returns the name, which is also the ending of its files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String mediaType() {
        return mediaType;
    }

    /** Returns whether the ground that it is drawn on makes a difference. */
    public boolean isPicture() {
        return this == PNG || this == SVG || this == PDF;
    }

    public byte[] of(Figure figure, Look look) {
        return face.apply(figure, look);
    }

    public static Optional<Face> ofId(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Face::id).toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
