package org.gpucomm.analysis.identity;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Failure because a parameter of a request is unusable. The message names the parameter, its value and the allowed values. */
public final class BadParameter extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadParameter(String message) {
        super(message);
    }

    /** Returns the failure for a text that is not a value of the type. */
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
