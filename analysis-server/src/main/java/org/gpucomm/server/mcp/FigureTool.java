package org.gpucomm.server.mcp;

import java.util.Base64;
import java.util.List;

import org.gpucomm.figures.FigureFormat;
import org.gpucomm.server.figures.Gallery;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.analysis.identity.BadParameter;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tool that returns a figure, or the chart of a view, as an image. */
final class FigureTool extends AgentTool {

    private static final String PNG = "image/png";
    private static final String STYLE = "style";
    private static final String THEME = "theme";

    private final Gallery gallery;
    private final List<PageChart> charts;

    FigureTool(Gallery gallery, List<PageChart> charts) {
        super("figure", "Figure as a picture",
                "Draws a PNG: one of the figures that come with gpucomm, by its name (a wrong name is answered with the list), or a "
                        + "view: explore (curves along message size or GPUs), compare (two sides), scaling, history. The picture says "
                        + "its unit, what a point is, and its flags; the answer has the page that shows it.",
                new ToolSchema().text("name", "Of a figure.")
                        .oneOf("view", "Of which the chart is drawn.", "explore", "compare", "scaling", "history")
                        .named("parameters",
                                "Those of the view's address. explore: operation, ranks, metric (busbw, algbw, time), "
                                        + "x (size, gpus), run and the other filters; compare: a, b; history: id; all: theme (light, dark), "
                                        + "for (full, bare, column)."));
        this.gallery = gallery;
        this.charts = charts;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception {
        if (arguments.has("name") == arguments.has("view")) {
            throw new BadParameter("give either name, of a figure, or view, with its parameters");
        }
        return arguments.has("name") ? figure(arguments) : view(arguments, pages);
    }

    private CallToolResult figure(Arguments arguments) {
        var name = arguments.text("name");
        var given = question("/figures", arguments).parameters();
        given.all().keySet().stream().filter(other -> !other.equals(STYLE) && !other.equals(THEME)).findFirst()
                .ifPresent(other -> {
                    throw new BadParameter("unknown parameter '" + other + "'; known are " + STYLE + ", " + THEME);
                });
        var theme = given.one(THEME, String.class, Background.LIGHT.id());
        var said = JsonMapper.shared().readTree(gallery.face(name, FigureFormat.JSON, Style.GPUCOMM.id(), theme));
        return drawn(gallery.face(name, FigureFormat.PNG, given.one(STYLE, String.class, Style.GPUCOMM.id()), theme),
                new Answer().put("page", PageAnswers.link(PageQuestion.path("/figures/", name)))
                        .take(said, "title", "aggregation", "source"));
    }

    private CallToolResult view(Arguments arguments, PageAnswers pages) throws Exception {
        var question = question("/" + arguments.text("view"), arguments);
        var given = question.parameters();
        var chart = charts.stream().filter(each -> each.page().equals("/" + arguments.text("view"))).findFirst()
                .orElseThrow();
        return pages.computed(() -> {
            var view = chart.of(given);
            var said = JsonMapper.shared().readTree(ViewResponses.bytes(view, FigureFormat.JSON, given.all()));
            return drawn(ViewResponses.bytes(view, FigureFormat.PNG, given.all()),
                    said(said, PageAnswers.link(question)));
        });
    }

    private static PageQuestion question(String page, Arguments arguments) {
        var question = new PageQuestion(page);
        arguments.passOnAll(question, "parameters");
        return question;
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
