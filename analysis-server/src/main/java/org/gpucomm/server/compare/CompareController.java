package org.gpucomm.server.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import org.gpucomm.analysis.compare.ComparedCell;
import org.gpucomm.analysis.compare.FingerprintDifference;
import org.gpucomm.analysis.compare.Verdict;
import org.gpucomm.server.compare.CompareView.ComparedMetric;
import org.gpucomm.server.compare.Comparisons.Chart;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.nextrun.NextRun;
import org.gpucomm.server.findings.ServedPlan;
import org.gpucomm.analysis.evidence.RowLink;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for comparisons of stored runs. */
@RestController
class CompareController {

    private final Comparisons comparisons;

    CompareController(Comparisons comparisons) {
        this.comparisons = comparisons;
    }

    /** @param a ids of runs or uploads, or {@code baseline:NAME}: the base @param b runs to compare with the base */
    @ConcurrencyLimited
    @Filtered(days = false)
    @GetMapping("/api/v1/compare")
    Answer compare(@RequestParam List<String> a, @RequestParam List<String> b, HttpServletRequest request)
            throws IOException {
        return comparisons.answer(a, b, request.getParameterMap(), request.getQueryString());
    }

    /** Returns the plan of a run that would settle open questions; its results are uploaded to this server. */
    @ConcurrencyLimited
    @Filtered(days = false)
    @GetMapping(path = Comparisons.NEXT, produces = "text/yaml")
    String next(@RequestParam List<String> a, @RequestParam List<String> b, HttpServletRequest request)
            throws IOException {
        var next = comparisons.next(a, b, request.getParameterMap());
        if (!next.isPlanned()) {
            var why = next.said(null).said();
            throw Refused
                    .notFound(why.isEmpty() ? "Nothing that a next run would settle is open." : String.join(" ", why));
        }
        return ServedPlan.text(next.questions());
    }

    /**
     * Returns the chart of a comparison as an image or a table.
     *
     * @param show   {@code curves} of both sides, or their {@code ratio}
     * @param metric metric of the curves; null = the first of busbw, algbw and time that both sides have
     */
    @ConcurrencyLimited
    @Filtered(days = false)
    @GetMapping("/api/v1/compare.{ending:[a-z]+}")
    ResponseEntity<byte[]> drawn(@PathVariable String ending, @RequestParam List<String> a,
            @RequestParam List<String> b, @RequestParam(defaultValue = "curves") Chart show,
            @RequestParam(required = false) @Nullable ComparedMetric metric,
            HttpServletRequest request) throws IOException {
        var format = ViewResponses.format(ending);
        var given = ViewParameters.of(request);
        return ViewResponses.answer(comparisons.view(a, b, show, metric, given), format, given.all());
    }

    /**
     * @param details     sentences about what the headline leaves out; empty if nothing
     * @param next        run that would settle ambiguous results
     * @param repeated    whether noise was measured at every place; otherwise some of it was assumed
     * @param indifferent difference, as a fraction, below which two values are the same
     * @param onlyInA     number of places that B lacks
     * @param data        snapshot of the data; no later upload changes the answer
     */
    record Answer(String headline, String details, NextRun next, Side a, Side b, boolean repeated, double indifferent,
            long onlyInA,
            long onlyInB, List<Item> places, List<FingerprintDifference> differences, Snapshot data) {}

    /** @param flags flags of its runs */
    record Side(String title, List<Run> runs, long measurements, List<SideFlag> flags) {

        static Side of(String title, List<StoredRun> runs, Evidence evidence) {
            return new Side(title, runs.stream().map(Run::of).toList(), evidence.observations().size(),
                    evidence.flags().stream().map(SideFlag::of).distinct().toList());
        }
    }

    record SideFlag(String filename, String title, String detail) {

        static SideFlag of(EvidenceFlag flag) {
            return new SideFlag(flag.source(), flag.flag().title(), flag.detail());
        }
    }

    record Run(String id, String upload, String filename) {

        static Run of(StoredRun run) {
            return new Run(run.id(), run.upload(), run.uploadTitle());
        }
    }

    /**
     * {@link ComparedCell} as described in docs/api.md.
     *
     * @param effect time of B / time of A − 1, with the interval from {@code low} to {@code high}
     * @param url    page that shows exactly its rows on both sides
     */
    record Item(String operation, String title, String library, String variant, @Nullable String placement,
            String problem, String datatype, @Nullable Integer ranks, @Nullable Long bytes, Values a, Values b,
            double effect, double low, double high, double pValue, boolean repeated, Verdict verdict, String url) {

        static Item of(ComparedCell place) {
            var subject = place.subject();
            var cell = place.a();
            var rows = new ArrayList<RowRef>(cell.rows());
            rows.addAll(place.b().rows());
            var placement = subject.placement();
            return new Item(subject.operation().id(), subject.title(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.problem(), subject.datatype(),
                    cell.ranks() == 0 ? null : cell.ranks(), cell.bytes() < 0 ? null : cell.bytes(),
                    Values.of(cell, place.timeOfA()),
                    Values.of(place.b(), place.timeOfB()), place.effect(), place.low(), place.high(), place.pValue(),
                    place.isRepeated(), place.verdict(), RowLink.of(rows));
        }
    }

    /** Compared statistic: median of eight or more processes, else geometric mean; in µs and GB/s. @param algbw null = not known */
    record Values(double time, @Nullable Double algbw, @Nullable Double busbw, int repetitions) {

        static Values of(Cell cell, double time) {
            if (cell.repetitions() == 1 || cell.bytes() <= 0) {
                return new Values(time, orNull(cell.algbw()), orNull(cell.busbw()), cell.repetitions());
            }
            double algbw = cell.bytes() / (time * 1e3);
            var factor = cell.ranks() == 0
                    ? OptionalDouble.empty()
                    : cell.observations().getFirst().operation().busFactor(cell.ranks());
            return new Values(time, algbw, factor.isPresent() ? Double.valueOf(algbw * factor.getAsDouble()) : null,
                    cell.repetitions());
        }

        private static @Nullable Double orNull(OptionalDouble value) {
            return value.isPresent() ? value.getAsDouble() : null;
        }
    }
}
