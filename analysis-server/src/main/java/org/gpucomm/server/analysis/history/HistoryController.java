package org.gpucomm.server.analysis.history;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.gpucomm.server.analysis.compare.FingerprintDifference;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.RunFact;
import org.gpucomm.server.analysis.stored.Asked;
import org.gpucomm.server.analysis.stored.StoredEvidence;
import org.gpucomm.server.analysis.stored.StoredRun;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.gpucomm.server.web.BadParameter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Stored runs of one operation on one number of ranks, over time. */
@RestController
class HistoryController {

    /** The test takes time with the square of the runs. */
    private static final int MOST_RUNS = 400;

    private final StoredRuns runs;
    private final StoredEvidence stored;

    HistoryController(StoredRuns runs, StoredEvidence stored) {
        this.runs = runs;
        this.stored = stored;
    }

    @GetMapping("/api/v1/history")
    Answer history(@RequestParam String operation, @RequestParam int ranks, HttpServletRequest request)
            throws IOException {
        var asked = Asked.of(request.getParameterMap());
        var chosen = asked.of(runs);
        if (chosen.size() > MOST_RUNS) {
            throw new BadParameter(chosen.size() + " runs fit, more than the " + MOST_RUNS
                    + " that are compared over time; choose fewer by tool, library or run");
        }
        var byRun = stored.numbers(chosen, asked.filter()).observations().stream()
                .collect(Collectors.groupingBy(each -> each.row().run()));
        var facts = stored.facts(chosen).stream().collect(Collectors.groupingBy(RunFact::run));
        var dated = new ArrayList<DatedRun>();
        for (var run : chosen) {
            List<Observation> rows = byRun.getOrDefault(run.id(), List.of());
            if (!rows.isEmpty()) {
                dated.add(new DatedRun(run.id(), at(run), Evidence.of(rows), facts.getOrDefault(run.id(), List.of())));
            }
        }
        return Answer.of(History.of(dated), chosen);
    }

    /** When it was made as far as that was printed and can be read, else when it was stored. */
    private static Instant at(StoredRun run) {
        var printed = run.startedAt();
        if (printed == null) {
            return run.storedAt().toInstant();
        }
        try {
            return OffsetDateTime.parse(printed).toInstant();
        } catch (DateTimeException noOffset) {
            try {
                return LocalDateTime.parse(printed).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noDate) {
                return run.storedAt().toInstant();
            }
        }
    }

    /**
     * @param sizes   bytes, at which all runs are compared
     * @param runs    in order of time
     * @param leftOut ids of runs that lack the common sizes
     * @param hardware kinds of instances, else GPUs, that the runs name; several make a history of machines
     */
    record Answer(List<Long> sizes, List<Item> runs, List<Step> changes, List<String> leftOut,
            List<String> hardware) {

        static Answer of(History history, List<StoredRun> chosen) {
            var items = history.runs().stream().map(run -> Item.of(run, history.sizes(), chosen)).toList();
            return new Answer(history.sizes(), items, history.changes().stream().map(Step::of).toList(),
                    history.leftOut(), hardware(history));
        }

        private static List<String> hardware(History history) {
            return history.runs().stream().flatMap(run -> run.evidence().alongSize().stream())
                    .map(curve -> curve.subject().instanceType().isEmpty()
                            ? curve.subject().gpu()
                            : curve.subject().instanceType())
                    .filter(name -> !name.isEmpty()).distinct().sorted().toList();
        }
    }

    /** @param times µs at each of the sizes */
    record Item(String id, Instant at, String filename, boolean dated, List<Double> times) {

        static Item of(DatedRun run, List<Long> sizes, List<StoredRun> chosen) {
            var known = chosen.stream().filter(each -> each.id().equals(run.run())).findFirst().orElseThrow();
            return new Item(run.run(), run.at(), known.filename(), known.startedAt() != null,
                    sizes.stream().map(size -> time(run, size)).toList());
        }

        private static double time(DatedRun run, long size) {
            return run.evidence().withoutTwins().alongSize().stream().flatMap(curve -> curve.at(size).stream())
                    .map(Cell::time).filter(java.util.OptionalDouble::isPresent)
                    .mapToDouble(java.util.OptionalDouble::getAsDouble).findFirst().orElseThrow();
        }
    }

    /** A change as docs/api.md has it. @param url compares the last run before with the first after it */
    record Step(String before, String after, double effect, double pValue, List<FingerprintDifference> differs,
            String url) {

        static Step of(History.Change change) {
            return new Step(change.before(), change.after(), change.effect(), change.pValue(), change.differs(),
                    "/compare?a=" + change.before() + "&b=" + change.after());
        }
    }
}
