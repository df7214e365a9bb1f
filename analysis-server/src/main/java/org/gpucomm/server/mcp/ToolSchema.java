package org.gpucomm.server.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON schema of a tool's arguments. The description of each argument is a sentence with its unit. */
final class ToolSchema {

    private static final List<Map<String, Object>> WORDS = List.of(Map.of("type", "string"), Map.of("type", "number"),
            Map.of("type", "array", "items", Map.of("type", List.of("string", "number"))));
    private static final String FILTERS = "Narrows by any of operation (all_reduce, alltoall, …), tool, library, "
            + "libraryVersion, ranks, nodes, bytes, gpu, instanceType, placement (in_place, out_of_place), variant, datatype, "
            + "transport, settings, place; each one value or a list, 'none' where it is not known. "
            + "Example: {\"operation\": \"all_reduce\", \"ranks\": 16}.";

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    ToolSchema text(String name, String description) {
        return put(name, Map.of("type", "string", "description", description));
    }

    ToolSchema oneOf(String name, String description, String... words) {
        return put(name, Map.of("type", "string", "enum", List.of(words), "description", description));
    }

    ToolSchema count(String name, String description) {
        return put(name, Map.of("type", "integer", "minimum", 1, "description", description));
    }

    /** Adds an argument of one or several texts or numbers. */
    ToolSchema several(String name, String description) {
        return put(name, Map.of("anyOf", WORDS, "description", description));
    }

    ToolSchema filters() {
        return named(Arguments.FILTERS, FILTERS);
    }

    /** Adds an argument of names with one or several values each. */
    ToolSchema named(String name, String description) {
        return put(name,
                Map.of("type", "object", "additionalProperties", Map.of("anyOf", WORDS), "description", description));
    }

    ToolSchema require(String... names) {
        required.addAll(List.of(names));
        return this;
    }

    Map<String, Object> map() {
        return Map.of("type", "object", "properties", properties, "required", required, "additionalProperties",
                false);
    }

    private ToolSchema put(String name, Map<String, Object> property) {
        properties.put(name, property);
        return this;
    }
}
