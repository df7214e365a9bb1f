package org.gpucomm.server.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.findings.Findings;
import org.gpucomm.server.runs.RunSearch;
import org.gpucomm.server.runs.Runs;
import org.gpucomm.server.ingest.uploads.Uploads;
import org.gpucomm.server.web.Paging;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import tools.jackson.databind.JsonNode;

/** Tool that returns the headline of an upload or a run, and its findings. */
final class FindingsTool extends AgentTool {

    private static final int MOST = 100;

    private final Findings findings;
    private final Runs runs;
    private final Uploads uploads;

    FindingsTool(Findings findings, Runs runs, Uploads uploads) {
        super("findings", "Headline and findings",
                "Says what stored runs mean: the one sentence that an expert would say first, then findings, gravest first, each "
                        + "with its severity, confidence, numbers with units, how many rows it stands on (rowCount), the page of those "
                        + "rows, and the command that would settle what is open (next). Name runs, uploads, or filters.",
                new ToolSchema().several("run", "Ids of runs.")
                        .several("upload", "Ids of uploads: all their runs together.")
                        .filters().count("limit", "How many findings are listed; without it 10."));
        this.findings = findings;
        this.runs = runs;
        this.uploads = uploads;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception {
        var question = new PageQuestion("/findings");
        arguments.passOn(question, "run", "upload");
        arguments.passOnAll(question, Arguments.FILTERS);
        var read = new ArrayList<Answer>();
        for (var upload : arguments.texts("upload")) {
            read.add(upload(pages.json(uploads.named(upload))));
        }
        var given = question.parameters();
        var said = pages.json(findings.of(given.all(), given.query()));
        return new Answer().list("pages", links(arguments)).list("uploads", read)
                .put("n", Map.of("runs", said.path("runs").asInt(), "measurements", said.path("measurements").asInt()))
                .put("headline", said.path("headline").path("sentence").asString())
                .first("findings", said.path("items"), arguments.count("limit", 10, MOST), FindingsTool::finding)
                .list("flagged", flagged(arguments, pages)).result();
    }

    private static List<Answer> links(Arguments arguments) {
        var links = new ArrayList<Answer>();
        for (var kind : List.of("upload", "run")) {
            arguments.texts(kind).forEach(id -> links.add(new Answer().put(kind, id)
                    .put("page", PageAnswers.link(PageQuestion.path("/" + kind + "s/", id)))));
        }
        return links;
    }

    /** Returns the state of an upload and its lines, including the failure of a log that breaks off. */
    private static Answer upload(JsonNode upload) {
        return new Answer().take(upload, "id", "filename", "state", "message", "summary", "problems", "failures");
    }

    private static Answer finding(JsonNode finding) {
        var url = finding.path("url");
        return new Answer()
                .take(finding, "rule", "severity", "confidence", "sentence", "numbers", "rowCount", "next")
                .put("page", url.isNull() ? null : PageAnswers.link(url.asString()));
    }

    private List<Answer> flagged(Arguments arguments, PageAnswers pages) throws Exception {
        var flagged = new ArrayList<Answer>();
        for (var run : arguments.texts("run")) {
            add(pages.json(runs.named(run, null)), flagged);
        }
        if (arguments.has("upload")) {
            var search = RunSearch.of("", arguments.texts("upload"), List.of(), List.of(), RunSearch.LATEST, Map.of());
            for (var run : pages.read(() -> runs.list(search, new Paging(0, MOST))).path("items")) {
                add(run, flagged);
            }
        }
        return flagged;
    }

    private static void add(JsonNode run, List<Answer> flagged) {
        if (!run.path("flags").isEmpty()) {
            flagged.add(new Answer().put("run", run.path("id").asString())
                    .put("page", PageAnswers.link(run.path("url").asString())).take(run, "flags"));
        }
    }
}
