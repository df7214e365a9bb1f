package org.gpucomm.server.mcp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.series.Aggregate;
import org.gpucomm.analysis.series.Combine;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.analysis.series.SeriesQuestion;
import org.gpucomm.analysis.series.XAxis;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import tools.jackson.databind.JsonNode;

/** Tool that returns stored values of one operation at one message size and number of ranks. */
final class PeersTool extends AgentTool {

    private static final int MOST = 200;

    private final SeriesQuery series;

    PeersTool(SeriesQuery series) {
        super("peers", "Peers of a value",
                "Lists what stored runs measured of one operation at one message size on one number of GPUs: the value, how many "
                        + "measurements it is the median of (n), their quartiles and extremes, how many wrong elements, the flags, and "
                        + "in what the machines and settings differ. Read the differences and the warnings before you call two values "
                        + "comparable.",
                new ToolSchema()
                        .text("operation", "all_reduce, all_gather, reduce_scatter, alltoall, broadcast, sendrecv, …")
                        .count("bytes", "The message size in bytes.").count("ranks", "The number of ranks (GPUs).")
                        .oneOf("metric", "busbw and algbw in GB/s, time in µs; without it busbw.", "busbw", "algbw",
                                "time")
                        .filters().count("limit", "How many values are listed; without it 40.")
                        .require("operation", "bytes", "ranks"));
        this.series = series;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception {
        var metric = arguments.has("metric") ? arguments.text("metric") : "busbw";
        var question = new PageQuestion("/explore").with("x", "size").with("metric", metric)
                .with("combine", "repetitions");
        arguments.passOn(question, "operation", "bytes", "ranks");
        arguments.passOnAll(question, Arguments.FILTERS);
        var given = question.parameters();
        var asked = SeriesQuestion.of(XAxis.size, given.one("metric", Metric.class, Metric.busbw),
                given.one("aggregate", Aggregate.class, Aggregate.none), Combine.repetitions,
                given.one("limit", Integer.class, SeriesQuestion.MAX_SERIES), given.all());
        var said = pages.read(() -> series.answer(asked));
        var values = values(said, metric.equals("time"));
        int shown = Math.min(values.size(), arguments.count("limit", 40, MOST));
        return new Answer().put("page", PageAnswers.link(question)).put("metric", said.path("y"))
                .put("units", Map.of("value, min, low, high, max", said.path("y").path("unit").asString(), "n",
                        "how many measurements; value is their median, low and high their quartiles", "wrong",
                        "wrong elements in them; null = not all were checked"))
                .take(said, "aggregation", "common", "differs", "warnings", "truncated")
                .list("values", values.subList(0, shown)).put("valuesLeftOut", values.size() - shown).result();
    }

    /** Returns the values, the best first. */
    private static List<Answer> values(JsonNode said, boolean isLessBetter) {
        var points = new ArrayList<Value>();
        for (var curve : said.path("series")) {
            curve.path("points").forEach(point -> points.add(new Value(curve, point)));
        }
        var order = Comparator.comparingDouble(Value::y);
        return points.stream().sorted(isLessBetter ? order : order.reversed()).map(Value::said).toList();
    }

    private record Value(JsonNode curve, JsonNode point) {

        double y() {
            return point.path("y").asDouble();
        }

        Answer said() {
            var runs = new ArrayList<String>();
            curve.path("runs").forEach(run -> runs.add(PageAnswers.link("/runs/" + run.asString())));
            return new Answer().take(curve, "label", "differs").put("value", point.get("y"))
                    .take(point, "n", "min", "low", "high", "max", "wrong")
                    .put("pages", runs).take(curve, "flagged");
        }
    }
}
