package org.gpucomm.server.mcp;

import java.util.Map;

import org.gpucomm.server.runs.RunSearch;
import org.gpucomm.server.runs.Runs;
import org.gpucomm.server.web.Paging;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import tools.jackson.databind.JsonNode;

/** Tool that searches the list of runs, like its page. */
final class FindRunsTool extends AgentTool {

    private static final int MOST = 100;

    private final Runs runs;

    FindRunsTool(Runs runs) {
        super("find_runs", "Find runs",
                "Lists stored benchmark runs with their ids: what was measured where, how many measurements (n), the largest "
                        + "bandwidth and shortest time, and flags that say what is wrong with a run. The ids are what findings and "
                        + "compare take.",
                new ToolSchema()
                        .text("query",
                                "Words that must all be found in file name, tool, library, versions, instance, GPU, operation, "
                                        + "settings, host, tags or notes; '128 GPUs' and '16 nodes' are counts.")
                        .filters()
                        .text("flag",
                                "Id of a flag such as socket_fallback or wrong_data; 'none' for runs without one.")
                        .text("tag", "A tag that people gave to runs.").several("upload", "Ids of uploads.")
                        .text("sort",
                                "A field such as storedAt, startedAt, maxBusbw, points; '-' in front for descending. "
                                        + "Without it: newest first.")
                        .count("limit", "How many are listed, at most " + MOST + "; without it 10."));
        this.runs = runs;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception {
        var question = new PageQuestion("/runs");
        if (arguments.has("query")) {
            question.with("q", arguments.text("query"));
        }
        arguments.passOn(question, "flag", "tag", "upload", "sort");
        arguments.passOnAll(question, Arguments.FILTERS);
        var given = question.parameters();
        var search = RunSearch.of(given.one("q", String.class, ""), given.texts("upload"), given.texts("flag"),
                given.texts("tag"), given.one("sort", String.class, RunSearch.LATEST), given.all());
        var first = new Paging(given.one("page", Integer.class, 0), arguments.count("limit", 10, MOST));
        var found = pages.read(() -> runs.list(search, first));
        return new Answer().put("page", PageAnswers.link(question)).take(found, "total")
                .put("units", Map.of("maxBusbw, maxAlgbw", Answer.GBPS, "minTime", Answer.MICROS, "minBytes, maxBytes",
                        "bytes of a message", "points", "n: how many measurements", "wrong",
                        "measurements whose data was wrong"))
                .first("runs", found.path("items"), MOST, FindRunsTool::run).result();
    }

    private static Answer run(JsonNode run) {
        return new Answer().take(run, "id").put("page", PageAnswers.link(run.path("url").asString()))
                .take(run, "upload", "filename", "title", "tool", "toolVersion", "library", "libraryVersion",
                        "operations",
                        "variants", "placements", "instanceType", "gpu", "nodes", "ranks", "minBytes", "maxBytes",
                        "points",
                        "problems", "wrong", "startedAt", "maxBusbw", "maxAlgbw", "minTime", "flags", "tags");
    }
}
