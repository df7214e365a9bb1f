package org.gpucomm.server.mcp;

import java.util.Map;

import org.gpucomm.server.compare.Comparisons;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import tools.jackson.databind.JsonNode;

/** Tool that compares B with A, like the page Compare. */
final class CompareTool extends AgentTool {

    private static final int MOST = 400;

    private final Comparisons comparisons;

    CompareTool(Comparisons comparisons) {
        super("compare", "Compare two runs",
                "Compares B with A where they measured the same: one sentence, then each place (operation, ranks, bytes, placement) "
                        + "with both values, how often each was measured (n), the difference with its 95 % interval, and the verdict "
                        + "faster, slower, same or ambiguous; what differs between the two machines and settings; and next, the run that would settle "
                        + "what is open: sentences, and the command for a shell that measures it, where a plan can.",
                new ToolSchema().several("a", "The base: ids of runs or uploads, or baseline:NAME.")
                        .several("b", "What is compared with it: ids of runs or uploads, or baseline:NAME.").filters()
                        .count("limit", "How many places are listed; without it 40.").require("a", "b"));
        this.comparisons = comparisons;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception {
        var question = new PageQuestion("/compare");
        arguments.passOn(question, "a", "b");
        arguments.passOnAll(question, Arguments.FILTERS);
        var given = question.parameters();
        JsonNode said = pages.computed(
                () -> pages.json(comparisons.answer(given.texts("a"), given.texts("b"), given.all(), given.query())));
        return new Answer().put("page", PageAnswers.link(question))
                .take(said, "headline", "details", "next", "repeated")
                .put("units", Map.of("time", Answer.MICROS, "algbw, busbw", Answer.GBPS, "bytes", "bytes of a message",
                        "effect, low, high", "time of B over time of A, less one, and its 95 % interval", "indifferent",
                        "a difference below it, as a share, counts as the same"))
                .take(said, "indifferent").put("a", side(said.path("a")).values())
                .put("b", side(said.path("b")).values())
                .first("places", said.path("places"), arguments.count("limit", 40, MOST), CompareTool::place)
                .take(said, "onlyInA", "onlyInB", "differences").result();
    }

    private static Answer side(JsonNode side) {
        return new Answer().take(side, "title")
                .put("n", side.path("measurements"))
                .first("runs", side.path("runs"), MOST, run -> new Answer().take(run, "id")
                        .put("page", PageAnswers.link("/runs/" + run.path("id").asString())))
                .take(side, "flags");
    }

    private static Answer place(JsonNode place) {
        return new Answer()
                .take(place, "title", "operation", "library", "variant", "placement", "datatype", "ranks", "bytes")
                .put("a", value(place.path("a")).values()).put("b", value(place.path("b")).values())
                .take(place, "effect", "low", "high", "verdict")
                .put("page", PageAnswers.link(place.path("url").asString()));
    }

    private static Answer value(JsonNode value) {
        return new Answer().take(value, "time", "algbw", "busbw").put("n", value.path("repetitions"));
    }
}
