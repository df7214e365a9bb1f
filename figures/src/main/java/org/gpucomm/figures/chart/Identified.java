package org.gpucomm.figures.chart;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Constant of an enum that files, options and requests name by its name in lower case. */
public interface Identified {

    String name();

    /** Returns the name in lower case: {@code vermillion}. */
    default String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the constant with an id; empty if there is none. */
    static <E extends Enum<E> & Identified> Optional<E> ofId(Class<E> type, String id) {
        return Arrays.stream(type.getEnumConstants()).filter(each -> each.id().equals(id)).findFirst();
    }

    /** Returns the ids of all constants for a message. */
    static <E extends Enum<E> & Identified> String ids(Class<E> type, String separator) {
        return Arrays.stream(type.getEnumConstants()).map(Identified::id).collect(Collectors.joining(separator));
    }
}
