package org.gpucomm.server.runs;

import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.springframework.stereotype.Component;

/** Text that a link to a run's page shows of it. */
@Component
class RunCards implements Cards {

    private final Runs runs;

    RunCards(Runs runs) {
        this.runs = runs;
    }

    @Override
    public Optional<Card> of(String page, String id) {
        return page.equals("run")
                ? RunId.of(id).flatMap(run -> runs.find(run, null)).map(detail -> card(detail.run()))
                : Optional.empty();
    }

    private static Card card(Run run) {
        var operations = run.operations().stream()
                .map(operation -> Operation.ofId(operation).map(Operation::title).orElse(operation))
                .collect(Collectors.joining(", "));
        var gpus = run.ranks().size() == 1 ? " on " + run.ranks().getFirst() + " GPUs" : "";
        var metric = run.maxBusbw() != null ? "busbw" : run.maxAlgbw() != null ? "algbw" : "time";
        var drawn = run.maxBusbw() != null || run.maxAlgbw() != null || run.minTime() != null;
        return new Card(operations + gpus + ": " + run.filename(),
                run.points() + " measurements by " + run.tool() + ", drawn by gpucomm.",
                drawn ? "/api/v1/series.png?metric=" + metric + "&run=" + run.id() : null);
    }
}
