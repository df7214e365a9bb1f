package org.gpucomm.server.runs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.results.Operation;
import org.gpucomm.server.findings.Findings;
import org.gpucomm.server.ingest.uploads.Upload;
import org.gpucomm.server.ingest.uploads.Uploads;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import jakarta.servlet.http.HttpServletRequest;

/** Preview cards of runs and uploads: the headline and the curves. */
@Component
class RunCards implements Cards {

    /** Maximum number of measurements to examine, which takes a fraction of a second; cards of larger uploads only list their content. */
    private static final long MOST_EXAMINED = 5_000;

    private final Runs runs;
    private final Uploads uploads;
    private final Findings findings;

    RunCards(Runs runs, Uploads uploads, Findings findings) {
        this.runs = runs;
        this.uploads = uploads;
        this.findings = findings;
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
}
