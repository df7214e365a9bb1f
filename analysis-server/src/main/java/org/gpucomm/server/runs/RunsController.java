package org.gpucomm.server.runs;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.format.canonical.ColumnKind;
import org.gpucomm.server.findings.Findings;
import org.gpucomm.server.ingest.uploads.Upload;
import org.gpucomm.server.ingest.uploads.Uploads;
import org.gpucomm.server.runs.Runs.Origin;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.PinnedListing;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.series.StoredMeasurements;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.Paging;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Endpoints for lists of runs, single runs and their measurements, and preview cards of runs and uploads. */
@RestController
@RequestMapping("/api/v1")
class RunsController implements Cards {

    private static final int PAGE = 50;
    /** Maximum number of measurements to examine, which takes a fraction of a second; cards of larger uploads only list their content. */
    private static final long MOST_EXAMINED = 5_000;

    private final Runs runs;
    private final StoredMeasurements measurements;
    private final Baselines baselines;
    private final Uploads uploads;
    private final Findings findings;

    RunsController(Runs runs, StoredMeasurements measurements, Baselines baselines, Uploads uploads,
            Findings findings) {
        this.runs = runs;
        this.measurements = measurements;
        this.baselines = baselines;
        this.uploads = uploads;
        this.findings = findings;
    }

    @Filtered
    @GetMapping("/runs")
    PinnedListing<Run> list(@RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") List<String> upload, @RequestParam(defaultValue = "") List<String> flag,
            @RequestParam(defaultValue = "") List<String> tag,
            @RequestParam(defaultValue = RunSearch.LATEST) String sort, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "" + PAGE) int size, HttpServletRequest request) {
        return runs.list(RunSearch.of(q, upload, flag, tag, sort, request.getParameterMap()), new Paging(page, size));
    }

    @GetMapping("/runs/{id}")
    RunDetail one(@PathVariable String id, @RequestParam(required = false) @Nullable Long until) {
        return runs.named(id, until);
    }

    @ConcurrencyLimited
    @GetMapping("/runs/{id}/points")
    Points points(@PathVariable String id, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "1000") int size) throws IOException {
        var origin = origin(id);
        var paging = new Paging(page, size);
        var rows = new ArrayList<List<@Nullable Object>>();
        measurements.read(Map.of(origin.id(), 0), each -> {
            if (each.ordinal() > paging.offset()) {
                rows.add(row(each.measurement()));
            }
            return rows.size() < paging.size();
        });
        return new Points(origin.points(), Column.headers(), rows);
    }

    @GetMapping(path = "/runs/{id}.csv", produces = "text/csv")
    void csv(@PathVariable String id, HttpServletResponse response) throws IOException {
        write(id + ".csv", List.of(origin(id)), response);
    }

    /** Sends the rows of all visible runs of a baseline. */
    @GetMapping(path = "/baselines/{name}.csv", produces = "text/csv")
    void baseline(@PathVariable String name, HttpServletResponse response) throws IOException {
        var origins = baselines.runs(name).stream().flatMap(run -> runs.origin(run).stream()).toList();
        if (origins.isEmpty()) {
            throw Refused.notFound("There is no baseline " + name + " with runs that are shown.");
        }
        write("baseline-" + name + ".csv", origins, response);
    }

    private void write(String filename, List<Origin> origins, HttpServletResponse response) throws IOException {
        response.setContentType("text/csv;charset=utf-8;header=present");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment().filename(filename).build().toString());
        try (var out = response.getOutputStream()) {
            var writer = CanonicalWriter.forSpreadsheets(out);
            for (var origin : origins) {
                measurements.read(Map.of(origin.id(), 0), each -> {
                    writer.write(each.measurement());
                    return true;
                });
            }
            writer.flush();
        }
    }

    private Origin origin(String id) {
        return RunId.of(id).flatMap(runs::origin).orElseThrow(() -> Runs.none(id));
    }

    /** Returns a row as reported: numbers have their printed digits. */
    private static List<@Nullable Object> row(Measurement measurement) {
        var row = new ArrayList<@Nullable Object>();
        for (var column : Column.values()) {
            var text = column.textOf(measurement);
            // In the JSON of a run, the root is a number.
            boolean isText = column.kind() == ColumnKind.TEXT && column != Column.ROOT;
            row.add(text.isEmpty() ? null : isText ? text : new BigDecimal(text));
        }
        return row;
    }

    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) throws IOException {
        if (page.equals("upload") && id != null) {
            return Optional.of(card(uploads.named(id)));
        }
        var run = page.equals("run") && id != null ? RunId.of(id).flatMap(each -> runs.find(each, null)) : null;
        return run != null && run.isPresent() ? Optional.of(card(run.get().run())) : Optional.empty();
    }

    private Card card(Upload upload) throws IOException {
        var name = upload.title() == null ? upload.filename() : upload.title();
        var best = runs.best(upload.id());
        var said = headline("upload", upload.id(), upload.rows());
        return new Card(said.orElse(upload.failures().isEmpty() ? name : upload.failures().getFirst()),
                name + ": " + (upload.summary() == null ? upload.message() : upload.summary()),
                best.map(run -> picture(run, upload.runIds())).orElse(null));
    }

    private Card card(Run run) throws IOException {
        var operations = run.operations().stream()
                .map(operation -> Operation.ofId(operation).map(Operation::title).orElse(operation))
                .collect(Collectors.joining(", "));
        var gpus = run.ranks().size() == 1 ? " on " + run.ranks().getFirst() + " GPUs" : "";
        var what = operations + gpus + ": " + run.filename();
        return new Card(headline("run", run.id(), run.points()).orElse(what),
                what + ", " + run.points() + " measurements by " + run.tool(), picture(run, List.of(run.id())));
    }

    private Optional<String> headline(String kind, String id, long measurements) throws IOException {
        if (measurements > MOST_EXAMINED) {
            return Optional.empty();
        }
        try {
            return Optional
                    .of(findings.of(Map.of(kind, new String[]{id}), null).headline().sentence());
        } catch (Refused e) {
            return Optional.empty();
        }
    }

    /** @param one run whose metric selects the curves */
    private static @Nullable String picture(Run one, List<String> shown) {
        var metric = one.maxBusbw() != null ? "busbw" : one.maxAlgbw() != null ? "algbw" : "time";
        return one.maxBusbw() == null && one.maxAlgbw() == null && one.minTime() == null
                ? null
                : "/api/v1/series.png?metric=" + metric + "&run=" + String.join("&run=", shown);
    }

    /** @param columns columns of the canonical CSV @param rows rows in the order of the file */
    record Points(long total, List<String> columns, List<List<@Nullable Object>> rows) {}
}
