package org.gpucomm.server.mcp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.web.util.UriUtils;

/** Address of a page with its parameters. */
final class PageQuestion {

    private final String path;
    private final Map<String, List<String>> parameters = new LinkedHashMap<>();

    PageQuestion(String path) {
        this.path = path;
    }

    /** Returns a path that ends with a user-given name. */
    static String path(String before, String name) {
        return before + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8);
    }

    /** Adds a parameter. @throws BadParameter for the character NUL, which databases cannot store */
    PageQuestion with(String name, Object value) {
        if (String.valueOf(value).indexOf('\0') >= 0) {
            throw new BadParameter("An argument has the character NUL, which no text has.");
        }
        parameters.computeIfAbsent(name, added -> new ArrayList<>()).add(String.valueOf(value));
        return this;
    }

    /** Returns the parameters in the form that the services of pages take. */
    ViewParameters parameters() {
        var all = new LinkedHashMap<String, String[]>();
        parameters.forEach((name, values) -> all.put(name, values.toArray(String[]::new)));
        return new ViewParameters(all, parameters.isEmpty() ? null : query());
    }

    private String query() {
        return parameters.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(value -> encoded(each.getKey()) + "=" + encoded(value)))
                .collect(Collectors.joining("&"));
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? path : path + "?" + query();
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
