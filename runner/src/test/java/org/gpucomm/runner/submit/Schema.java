package org.gpucomm.runner.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of OpenAPI's schemas that custom resource definitions use. Fields that a schema does not have are refused. */
final class Schema {

    private final List<String> mistakes = new ArrayList<>();

    private Schema() {}

    /** What is wrong with a value, each with its path; nothing if it is as the schema says. */
    static List<String> mistakes(Map<?, ?> schema, Object value) {
        var check = new Schema();
        check.check(schema, value, "");
        return check.mistakes;
    }

    private void check(Map<?, ?> schema, Object value, String path) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
            expect(value instanceof Integer || value instanceof String, path, "must be a number or a text", value);
            return;
        }
        switch (String.valueOf(schema.get("type"))) {
            case "object" -> object(schema, value, path);
            case "array" -> {
                expect(value instanceof List, path, "must be a list", value);
                if (value instanceof List<?> list && schema.get("items") instanceof Map<?, ?> items) {
                    for (int i = 0; i < list.size(); i++) {
                        check(items, list.get(i), path + "[" + i + "]");
                    }
                }
            }
            case "string" -> expect(value instanceof String, path, "must be a text", value);
            case "integer" -> expect(value instanceof Integer, path, "must be a whole number", value);
            case "boolean" -> expect(value instanceof Boolean, path, "must be true or false", value);
            default -> mistakes.add(path + " has a schema of unknown type " + schema.get("type"));
        }
        if (schema.get("enum") instanceof List<?> allowed) {
            expect(allowed.contains(value), path, "must be one of " + allowed, value);
        }
    }

    private void object(Map<?, ?> schema, Object value, String path) {
        if (!(value instanceof Map<?, ?> map)) {
            expect(false, path, "must be a mapping", value);
            return;
        }
        var properties = schema.get("properties") instanceof Map<?, ?> known ? known : Map.of();
        var others = schema.get("additionalProperties") instanceof Map<?, ?> any ? any : null;
        boolean open = schema.get("properties") == null && others == null;
        map.forEach((key, member) -> {
            if (properties.get(key) instanceof Map<?, ?> property) {
                check(property, member, path + "." + key);
            } else if (others != null) {
                check(others, member, path + "." + key);
            } else if (!open) {
                mistakes.add(path + "." + key + " is no field");
            }
        });
        if (schema.get("required") instanceof List<?> required) {
            required.stream().filter(name -> !map.containsKey(name))
                    .forEach(name -> mistakes.add(path + "." + name + " is missing"));
        }
    }

    private void expect(boolean holds, String path, String must, Object value) {
        if (!holds) {
            mistakes.add(path + " " + must + ", was " + value);
        }
    }
}
