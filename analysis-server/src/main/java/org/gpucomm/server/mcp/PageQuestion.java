package org.gpucomm.server.mcp;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.web.util.UriUtils;

/** This class holds what is asked of the server's own interface, and the address of a page: a path with parameters. */
final class PageQuestion {

    private final String path;
    private final Map<String, List<String>> parameters = new LinkedHashMap<>();

    private PageQuestion(String path) {
        this.path = path;
    }

    static PageQuestion of(String path) {
        return new PageQuestion(path);
    }

    /** Returns a path of which one part is a name that somebody gave. */
    static String path(String before, String name, String after) {
        return before + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8) + after;
    }

    PageQuestion with(String name, Object value) {
        parameters.computeIfAbsent(name, added -> new ArrayList<>()).add(String.valueOf(value));
        return this;
    }

    /** Returns the same parameters at another path. */
    PageQuestion at(String other) {
        var question = new PageQuestion(other);
        parameters.forEach((name, values) -> values.forEach(value -> question.with(name, value)));
        return question;
    }

    PageQuestion without(String... names) {
        List.of(names).forEach(parameters::remove);
        return this;
    }

    boolean hasNul() {
        return parameters.values().stream().flatMap(List::stream).anyMatch(value -> value.indexOf('\0') >= 0);
    }

    String path() {
        return path;
    }

    Map<String, String[]> parameters() {
        var all = new LinkedHashMap<String, String[]>();
        parameters.forEach((name, values) -> all.put(name, values.toArray(String[]::new)));
        return all;
    }

    String query() {
        var query = new StringBuilder();
        parameters.forEach((name, values) -> values.forEach(value -> query.append(query.isEmpty() ? "" : "&")
                .append(encoded(name)).append('=').append(encoded(value))));
        return query.toString();
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? path : path + "?" + query();
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
