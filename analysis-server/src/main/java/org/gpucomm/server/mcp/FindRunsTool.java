package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.servlet.ServletException;
import tools.jackson.databind.JsonNode;

/** The list of runs, searched as on its page. */
final class FindRunsTool implements AgentTool {

    private static final int MOST = 100;

    @Override
    public String name() {
        return "find_runs";
    }

    @Override
    public String title() {
        return "Find runs";
    }

    @Override
    public String description() {
        return "Lists stored benchmark runs with their ids: what was measured where, how many measurements (n), the largest "
                + "bandwidth and shortest time, and flags that say what is wrong with a run. The ids are what findings and "
                + "compare take.";
    }

    @Override
    public Map<String, Object> schema() {
        return new ToolSchema()
                .text("query",
                        "Words that must all be found in file name, tool, library, versions, instance, GPU, operation, "
                                + "settings, host, tags or notes; '128 GPUs' and '16 nodes' are counts.")
                .filters()
                .text("flag", "Id of a flag such as socket_fallback or wrong_data; 'none' for runs without one.")
                .text("tag", "A tag that people gave to runs.").several("upload", "Ids of uploads.")
                .text("sort", "A field such as storedAt, startedAt, maxBusbw, points; '-' in front for descending. "
                        + "Without it: newest first.")
                .count("limit", "How many are listed, at most " + MOST + "; without it 10.").map();
    }

    @Override
    public CallToolResult answer(Arguments arguments, AskedPages pages) throws Refused, IOException, ServletException {
        var question = PageQuestion.of("/api/v1/runs");
        if (arguments.has("query")) {
            question.with("q", arguments.text("query"));
        }
        arguments.passOn(question, "flag", "tag", "upload", "sort");
        arguments.passOnAll(question, Arguments.FILTERS);
        var page = pages.link(question.at("/runs"));
        var found = pages.json(question.with("size", arguments.count("limit", 10, MOST)));
        return new Answer().put("page", page).take(found, "total")
                .put("units", Map.of("maxBusbw, maxAlgbw", Answer.GBPS, "minTime", Answer.MICROS, "minBytes, maxBytes",
                        "bytes of a message", "points", "n: how many measurements", "wrong",
                        "measurements whose data was wrong"))
                .first("runs", found.path("items"), MOST, run -> run(run, pages)).result();
    }

    private static Answer run(JsonNode run, AskedPages pages) {
        return new Answer().take(run, "id").put("page", pages.link(run.path("url").asString()))
                .take(run, "upload", "filename", "title", "tool", "toolVersion", "library", "libraryVersion",
                        "operations",
                        "variants", "placements", "instanceType", "gpu", "nodes", "ranks", "minBytes", "maxBytes",
                        "points",
                        "problems", "wrong", "startedAt", "maxBusbw", "maxAlgbw", "minTime", "flags", "tags");
    }
}
