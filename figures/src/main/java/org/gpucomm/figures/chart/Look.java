package org.gpucomm.figures.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Background of a picture: light or dark. */
public enum Look {
    LIGHT,
    DARK;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Look> ofId(String id) {
        return Arrays.stream(values()).filter(look -> look.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Look::id).toList();
    }
}
