package org.gpucomm.server.figures;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.server.figures.chart.Figure;
import org.gpucomm.server.figures.draw.Pictures;

/** The faces of a figure. */
enum Format {
    PNG("image/png", Pictures::png),
    SVG("image/svg+xml", figure -> utf8(Pictures.svg(figure))),
    CSV("text/csv;charset=UTF-8", figure -> utf8(PointsCsv.of(figure))),
    JSON("application/json", figure -> utf8(FigureJson.of(figure).text()));

    private final String mediaType;
    private final Function<Figure, byte[]> face;

    Format(String mediaType, Function<Figure, byte[]> face) {
        this.mediaType = mediaType;
        this.face = face;
    }

    /** Also the ending of its files. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String mediaType() {
        return mediaType;
    }

    byte[] of(Figure figure) {
        return face.apply(figure);
    }

    static Optional<Format> ofId(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id)).findFirst();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
