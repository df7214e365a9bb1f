package org.gpucomm.analysis.identity;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** A parameter of a request that cannot be used. The message says which one, its value, and what is allowed. */
public final class BadParameter extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadParameter(String message) {
        super(message);
    }

    /** Returns one for a text that is no value of its type. */
    public static BadParameter of(String name, @Nullable Class<?> type, @Nullable Object value) {
        return new BadParameter(name + " must be " + allowed(type) + ", was '" + value + "'");
    }

    private static String allowed(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.stream(type.getEnumConstants()).map(Object::toString)
                    .collect(Collectors.joining(", "));
        }
        return type == boolean.class || type == Boolean.class ? "true or false" : "a whole number";
    }
}
