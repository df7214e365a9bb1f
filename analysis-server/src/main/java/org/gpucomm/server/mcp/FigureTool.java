package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.Base64;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import jakarta.servlet.ServletException;
import tools.jackson.databind.JsonNode;

/** A figure, or the chart of a view, as a picture. */
final class FigureTool implements AgentTool {

    private static final String PNG = "image/png";

    @Override
    public String name() {
        return "figure";
    }

    @Override
    public String title() {
        return "Figure as a picture";
    }

    @Override
    public String description() {
        return "Draws a PNG: one of the figures that come with gpucomm, by its name (a wrong name is answered with the list), or a "
                + "view: explore (curves along message size or GPUs), compare (two sides), scaling, history. The picture says "
                + "its unit, what a point is, and its flags; the answer has the page that shows it.";
    }

    @Override
    public Map<String, Object> schema() {
        return new ToolSchema().text("name", "Of a figure.")
                .oneOf("view", "Of which the chart is drawn.", "explore", "compare", "scaling", "history")
                .named("parameters",
                        "Those of the view's address. explore: operation, ranks, metric (busbw, algbw, time), "
                                + "x (size, gpus), run and the other filters; compare: a, b; history: id; all: theme (light, dark), "
                                + "for (full, bare, column).")
                .map();
    }

    @Override
    public CallToolResult answer(Arguments arguments, AskedPages pages) throws Refused, IOException, ServletException {
        if (arguments.has("name") == arguments.has("view")) {
            throw new Refused("give either name, of a figure, or view, with its parameters");
        }
        return arguments.has("name") ? figure(arguments, pages) : view(arguments, pages);
    }

    private static CallToolResult figure(Arguments arguments, AskedPages pages)
            throws Refused, IOException, ServletException {
        var name = arguments.text("name");
        var picture = PageQuestion.of(PageQuestion.path("/api/v1/figures/", name, ".png"));
        arguments.passOnAll(picture, "parameters");
        var said = pages.json(PageQuestion.of(PageQuestion.path("/api/v1/figures/", name, ".json")));
        return drawn(pages.bytes(picture),
                new Answer().put("page", pages.link(PageQuestion.path("/figures/", name, "")))
                        .take(said, "title", "aggregation", "source"));
    }

    private static CallToolResult view(Arguments arguments, AskedPages pages)
            throws Refused, IOException, ServletException {
        var view = arguments.text("view");
        var asked = PageQuestion.of("/" + view);
        arguments.passOnAll(asked, "parameters");
        var data = "/api/v1/" + (view.equals("explore") ? "series" : view);
        var said = pages.json(asked.at(data + ".json").without("theme", "for"));
        return drawn(pages.bytes(asked.at(data + ".png")), said(said, pages.link(asked)));
    }

    private static Answer said(JsonNode said, String page) {
        return new Answer().put("page", page).take(said, "title", "basis", "notes", "x", "y").first("series",
                said.path("series"), Integer.MAX_VALUE,
                curve -> new Answer().take(curve, "label", "runs", "flags"));
    }

    private static CallToolResult drawn(byte[] png, Answer said) {
        var picture = ImageContent.builder(Base64.getEncoder().encodeToString(png), PNG).build();
        return said.result(CallToolResult.builder().addContent(picture));
    }
}
