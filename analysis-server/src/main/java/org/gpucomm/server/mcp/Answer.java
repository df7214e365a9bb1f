package org.gpucomm.server.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answer of a tool as names with values for programs, and as text for programs that read only text. */
final class Answer {

    /** 10⁹ bytes per second, as in nccl-tests. */
    static final String GBPS = "GB/s (10^9 bytes/s)";
    static final String MICROS = "µs";

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    Answer put(String name, @Nullable Object value) {
        values.put(name, value);
        return this;
    }

    Answer take(JsonNode from, String... names) {
        for (var name : names) {
            values.put(name, from.get(name));
        }
        return this;
    }

    /** Copies the first items of a list, and adds the number of omitted ones. */
    Answer first(String name, JsonNode items, int most, Function<JsonNode, Answer> item) {
        var taken = new ArrayList<Map<String, @Nullable Object>>();
        for (var each : items) {
            if (taken.size() < most) {
                taken.add(item.apply(each).values);
            }
        }
        values.put(name, taken);
        values.put(name + "LeftOut", Math.max(0, items.size() - taken.size()));
        return this;
    }

    Answer list(String name, List<Answer> items) {
        return put(name, items.stream().map(item -> item.values).toList());
    }

    /** Returns the values, for an outer answer. */
    Map<String, @Nullable Object> values() {
        return values;
    }

    CallToolResult result() {
        return result(CallToolResult.builder());
    }

    /** @param begun result with other content, such as an image */
    CallToolResult result(CallToolResult.Builder begun) {
        return begun.addTextContent(JsonMapper.shared().writeValueAsString(values)).structuredContent(values)
                .isError(false).build();
    }
}
