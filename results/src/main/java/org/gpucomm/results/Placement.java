package org.gpucomm.results;

import java.util.Locale;
import java.util.Optional;

/** Placement of the result: in a buffer of its own, or over the send buffer. */
public enum Placement {
    OUT_OF_PLACE,
    IN_PLACE;

    private final String id = name().toLowerCase(Locale.ROOT);

    /** Returns the name in the canonical CSV: {@code out_of_place}, {@code in_place}. */
    public String id() {
        return id;
    }

    public static Optional<Placement> ofId(String id) {
        return switch (id) {
            case "out_of_place" -> Optional.of(OUT_OF_PLACE);
            case "in_place" -> Optional.of(IN_PLACE);
            default -> Optional.empty();
        };
    }
}
