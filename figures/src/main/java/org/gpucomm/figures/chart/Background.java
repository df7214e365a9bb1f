package org.gpucomm.figures.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Background of a picture: light or dark. */
public enum Background {
    LIGHT,
    DARK;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Background> ofId(String id) {
        return Arrays.stream(values()).filter(look -> look.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Background::id).toList();
    }
}
