package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.servlet.ServletException;
import tools.jackson.databind.JsonNode;

/** This tool holds what others measured of the same: one operation at one message size on one number of ranks. */
final class PeersTool implements AgentTool {

    private static final int MOST = 200;

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String title() {
        return "Peers of a value";
    }

    @Override
    public String description() {
        return "Lists what stored runs measured of one operation at one message size on one number of GPUs: the value, how many "
                + "measurements it is the median of (n), their quartiles and extremes, how many wrong elements, the flags, and "
                + "in what the machines and settings differ. Read the differences and the warnings before you call two values "
                + "comparable.";
    }

    @Override
    public Map<String, Object> schema() {
        return new ToolSchema()
                .text("operation", "all_reduce, all_gather, reduce_scatter, alltoall, broadcast, sendrecv, …")
                .count("bytes", "The message size in bytes.").count("ranks", "The number of ranks (GPUs).")
                .oneOf("metric", "busbw and algbw in GB/s, time in µs; without it busbw.", "busbw", "algbw", "time")
                .filters().count("limit", "How many values are listed; without it 40.")
                .require("operation", "bytes", "ranks").map();
    }

    @Override
    public CallToolResult answer(Arguments arguments, AskedPages pages) throws Refused, IOException, ServletException {
        var metric = arguments.has("metric") ? arguments.text("metric") : "busbw";
        var question = PageQuestion.of("/api/v1/series").with("x", "size").with("metric", metric)
                .with("combine", "repetitions");
        arguments.passOn(question, "operation", "bytes", "ranks");
        arguments.passOnAll(question, Arguments.FILTERS);
        var said = pages.json(question);
        var values = values(said, pages, metric.equals("time"));
        int shown = Math.min(values.size(), arguments.count("limit", 40, MOST));
        return new Answer().put("page", pages.link(question.at("/explore"))).put("metric", said.path("y"))
                .put("units", Map.of("value, min, low, high, max", said.path("y").path("unit").asString(), "n",
                        "how many measurements; value is their median, low and high their quartiles", "wrong",
                        "wrong elements in them; null = not all were checked"))
                .take(said, "aggregation", "common", "differs", "warnings", "truncated")
                .list("values", values.subList(0, shown)).put("valuesLeftOut", values.size() - shown).result();
    }

    /** The best first. */
    private static List<Answer> values(JsonNode said, AskedPages pages, boolean isLessBetter) {
        var points = new ArrayList<Value>();
        for (var curve : said.path("series")) {
            curve.path("points").forEach(point -> points.add(new Value(curve, point)));
        }
        var order = Comparator.comparingDouble(Value::y);
        return points.stream().sorted(isLessBetter ? order : order.reversed()).map(value -> value.said(pages)).toList();
    }

    private record Value(JsonNode curve, JsonNode point) {

        double y() {
            return point.path("y").asDouble();
        }

        Answer said(AskedPages pages) {
            var runs = new ArrayList<String>();
            curve.path("runs").forEach(run -> runs.add(pages.link("/runs/" + run.asString())));
            return new Answer().take(curve, "label", "differs").put("value", point.get("y"))
                    .take(point, "n", "min", "low", "high", "max", "wrong")
                    .put("pages", runs).take(curve, "flagged");
        }
    }
}
