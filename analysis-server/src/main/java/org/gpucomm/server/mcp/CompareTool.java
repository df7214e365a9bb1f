package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.servlet.ServletException;
import tools.jackson.databind.JsonNode;

/** B against A, as the page Compare has it. */
final class CompareTool implements AgentTool {

    private static final int MOST = 400;

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String title() {
        return "Compare two runs";
    }

    @Override
    public String description() {
        return "Compares B with A where they measured the same: one sentence, then each place (operation, ranks, bytes, placement) "
                + "with both values, how often each was measured (n), the difference with its 95 % interval, and the verdict "
                + "faster, slower, same or ambiguous; what differs between the two machines and settings; and next, the run that would settle "
                + "what is open: sentences, and the command for a shell that measures it, where a plan can.";
    }

    @Override
    public Map<String, Object> schema() {
        return new ToolSchema().several("a", "The base: ids of runs or uploads, or baseline:NAME.")
                .several("b", "What is compared with it: ids of runs or uploads, or baseline:NAME.").filters()
                .count("limit", "How many places are listed; without it 40.").require("a", "b").map();
    }

    @Override
    public CallToolResult answer(Arguments arguments, AskedPages pages) throws Refused, IOException, ServletException {
        var question = PageQuestion.of("/api/v1/compare");
        arguments.passOn(question, "a", "b");
        arguments.passOnAll(question, Arguments.FILTERS);
        var said = pages.json(question);
        return new Answer().put("page", pages.link(question.at("/compare"))).take(said, "headline", "next", "repeated")
                .put("units", Map.of("time", Answer.MICROS, "algbw, busbw", Answer.GBPS, "bytes", "bytes of a message",
                        "effect, low, high", "time of B over time of A, less one, and its 95 % interval", "indifferent",
                        "a difference below it, as a share, counts as the same"))
                .take(said, "indifferent").put("a", side(said.path("a"), pages).values())
                .put("b", side(said.path("b"), pages).values())
                .first("places", said.path("places"), arguments.count("limit", 40, MOST), place -> place(place, pages))
                .take(said, "onlyInA", "onlyInB", "differences").result();
    }

    private static Answer side(JsonNode side, AskedPages pages) {
        return new Answer().take(side, "title")
                .put("n", side.path("measurements"))
                .first("runs", side.path("runs"), MOST, run -> new Answer().take(run, "id")
                        .put("page", pages.link("/runs/" + run.path("id").asString())))
                .take(side, "flags");
    }

    private static Answer place(JsonNode place, AskedPages pages) {
        return new Answer()
                .take(place, "title", "operation", "library", "variant", "placement", "datatype", "ranks", "bytes")
                .put("a", value(place.path("a")).values()).put("b", value(place.path("b")).values())
                .take(place, "effect", "low", "high", "verdict").put("page", pages.link(place.path("url").asString()));
    }

    private static Answer value(JsonNode value) {
        return new Answer().take(value, "time", "algbw", "busbw").put("n", value.path("repetitions"));
    }
}
