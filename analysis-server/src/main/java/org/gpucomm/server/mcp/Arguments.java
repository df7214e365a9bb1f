package org.gpucomm.server.mcp;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Arguments of an agent's question. The schema has validated their types. */
record Arguments(Map<String, Object> values) {

    /** Name of the argument with filters, which work like those of pages. */
    static final String FILTERS = "filters";

    boolean has(String name) {
        return values.get(name) != null;
    }

    /** Returns a text, or an empty text if the argument is missing. */
    String text(String name) {
        return has(name) ? word(values.get(name)) : "";
    }

    /** Returns one or several texts or numbers. */
    List<String> texts(String name) {
        return has(name) ? words(values.get(name)) : List.of();
    }

    /** Returns a positive number. @param most upper limit, which replaces larger numbers */
    int count(String name, int otherwise, int most) {
        return has(name) ? Math.clamp(((Number) values.get(name)).longValue(), 1, most) : otherwise;
    }

    /** Adds arguments to a question for the server. */
    void passOn(PageQuestion question, String... names) {
        for (var name : names) {
            texts(name).forEach(value -> question.with(name, value));
        }
    }

    /** Adds the entries of an argument that has names and values, such as the filters. */
    void passOnAll(PageQuestion question, String name) {
        if (values.get(name) instanceof Map<?, ?> given) {
            given.forEach((key, value) -> words(value).forEach(word -> question.with(String.valueOf(key), word)));
        }
    }

    private static List<String> words(Object value) {
        return value instanceof Collection<?> several
                ? several.stream().map(Arguments::word).toList()
                : List.of(word(value));
    }

    /** Returns a value as text. JSON has one type of numbers: 8 and 8.0 are the same. */
    private static String word(Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? String.valueOf(number.longValue())
                : String.valueOf(value);
    }
}
