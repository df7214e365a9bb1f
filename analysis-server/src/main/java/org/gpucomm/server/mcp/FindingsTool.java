package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.servlet.ServletException;
import tools.jackson.databind.JsonNode;

/** This tool holds what an upload's or a run's page says first, and what follows from its measurements. */
final class FindingsTool implements AgentTool {

    private static final int MOST = 100;

    @Override
    public String name() {
        return "findings";
    }

    @Override
    public String title() {
        return "Headline and findings";
    }

    @Override
    public String description() {
        return "Says what stored runs mean: the one sentence that an expert would say first, then findings, gravest first, each "
                + "with its severity, confidence, numbers with units, how many rows it stands on (rowCount), the page of those "
                + "rows, and the command that would settle what is open (next). Name runs, uploads, or filters.";
    }

    @Override
    public Map<String, Object> schema() {
        return new ToolSchema().several("run", "Ids of runs.")
                .several("upload", "Ids of uploads: all their runs together.")
                .filters().count("limit", "How many findings are listed; without it 10.").map();
    }

    @Override
    public CallToolResult answer(Arguments arguments, AskedPages pages) throws Refused, IOException, ServletException {
        var question = PageQuestion.of("/api/v1/findings");
        arguments.passOn(question, "run", "upload");
        arguments.passOnAll(question, Arguments.FILTERS);
        var uploads = new ArrayList<Answer>();
        for (var upload : arguments.texts("upload")) {
            uploads.add(upload(pages.json(PageQuestion.of(PageQuestion.path("/api/v1/uploads/", upload, "")))));
        }
        var said = pages.json(question);
        return new Answer().list("pages", links(arguments, pages)).list("uploads", uploads)
                .put("n", Map.of("runs", said.path("runs").asInt(), "measurements", said.path("measurements").asInt()))
                .put("headline", said.path("headline").path("sentence").asString())
                .first("findings", said.path("items"), arguments.count("limit", 10, MOST),
                        finding -> finding(finding, pages))
                .list("flagged", flagged(arguments, pages)).result();
    }

    private static List<Answer> links(Arguments arguments, AskedPages pages) {
        var links = new ArrayList<Answer>();
        for (var kind : List.of("upload", "run")) {
            arguments.texts(kind).forEach(id -> links.add(new Answer().put(kind, id)
                    .put("page", pages.link(PageQuestion.path("/" + kind + "s/", id, "")))));
        }
        return links;
    }

    /** What became of its lines: a log that broke off says so here. */
    private static Answer upload(JsonNode upload) {
        return new Answer().take(upload, "id", "filename", "state", "message", "summary", "problems", "failures");
    }

    private static Answer finding(JsonNode finding, AskedPages pages) {
        var url = finding.path("url");
        return new Answer()
                .take(finding, "rule", "severity", "confidence", "sentence", "numbers", "rowCount", "next")
                .put("page", url.isNull() ? null : pages.link(url.asString()));
    }

    /** The runs among those asked for with which something is wrong as a whole. */
    private static List<Answer> flagged(Arguments arguments, AskedPages pages)
            throws Refused, IOException, ServletException {
        var flagged = new ArrayList<Answer>();
        for (var run : arguments.texts("run")) {
            add(pages.json(PageQuestion.of(PageQuestion.path("/api/v1/runs/", run, ""))), pages, flagged);
        }
        if (arguments.has("upload")) {
            var question = PageQuestion.of("/api/v1/runs").with("size", MOST);
            arguments.passOn(question, "upload");
            for (var run : pages.json(question).path("items")) {
                add(run, pages, flagged);
            }
        }
        return flagged;
    }

    private static void add(JsonNode run, AskedPages pages, List<Answer> flagged) {
        if (!run.path("flags").isEmpty()) {
            flagged.add(new Answer().put("run", run.path("id").asString())
                    .put("page", pages.link(run.path("url").asString())).take(run, "flags"));
        }
    }
}
