package org.gpucomm.server.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.server.analysis.compare.CompareView.Shown;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.evidence.EvidenceFlag;
import org.gpucomm.server.analysis.stored.RowLink;
import org.gpucomm.server.analysis.findings.EarlierRuns;
import org.gpucomm.server.analysis.findings.MarkedPlaces;
import org.gpucomm.server.analysis.next.BothSides;
import org.gpucomm.server.analysis.next.NextRun;
import org.gpucomm.server.analysis.next.ServedPlan;
import org.gpucomm.server.analysis.noise.PlaceHistory;
import org.gpucomm.server.analysis.stored.StoredEvidence;
import org.gpucomm.server.analysis.stored.StoredRun;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.gpucomm.server.figures.view.View;
import org.gpucomm.server.figures.view.ViewFaces;
import org.gpucomm.server.marks.Baselines;
import org.gpucomm.server.series.Filter;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.Snapshot;
import org.gpucomm.server.web.BadParameter;
import org.gpucomm.server.web.InTurn;
import org.gpucomm.server.web.NotFound;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Stored runs against one another. */
@RestController
class CompareController {

    private static final String NEXT = "/api/v1/compare/next.yaml";

    private final StoredRuns runs;
    private final StoredEvidence stored;
    private final Sequence sequence;
    private final MarkedPlaces marked;
    private final EarlierRuns earlier;

    CompareController(StoredRuns runs, StoredEvidence stored, Sequence sequence, MarkedPlaces marked,
            EarlierRuns earlier) {
        this.runs = runs;
        this.stored = stored;
        this.sequence = sequence;
        this.marked = marked;
        this.earlier = earlier;
    }

    /**
     * @param a ids of runs or uploads, or {@code baseline:NAME}: the base
     * @param b those that are compared with it
     */
    @InTurn
    @Filtered(days = false)
    @GetMapping("/api/v1/compare")
    Answer compare(@RequestParam List<String> a, @RequestParam List<String> b, HttpServletRequest request)
            throws IOException {
        var all = compared(a, b, Filter.of(request.getParameterMap(), Set.of("a", "b")));
        var comparison = all.comparison();
        var next = all.next();
        return new Answer(all.said(), next.said(command(next, request)),
                Side.of(all.headline().nameOfA(), all.runsOfA(), all.ofA()),
                Side.of(all.headline().nameOfB(), all.runsOfB(), all.ofB()), comparison.isRepeated(),
                Comparison.INDIFFERENT, comparison.onlyInA(), comparison.onlyInB(),
                comparison.places().stream().map(Item::of).toList(), FingerprintDifference.between(all.ofA(),
                        stored.facts(all.runsOfA()), all.ofB(), stored.facts(all.runsOfB())),
                all.data());
    }

    /** The plan that would settle what is open between both sides, whose results come back to this server. */
    @InTurn
    @Filtered(days = false)
    @GetMapping(path = NEXT, produces = "text/yaml")
    String next(@RequestParam List<String> a, @RequestParam List<String> b, HttpServletRequest request)
            throws IOException {
        var all = compared(a, b, Filter.of(request.getParameterMap(), Set.of("a", "b")));
        var next = all.next();
        if (!next.isPlanned()) {
            var why = next.said(null).said();
            throw new NotFound(why.isEmpty() ? "Nothing that a next run would settle is open." : String.join(" ", why));
        }
        return ServedPlan.text(next.questions());
    }

    private static @Nullable String command(BothSides next, HttpServletRequest request) {
        return next.isPlanned() ? ServedPlan.command(next.questions(), request, NEXT) : null;
    }

    /**
     * The chart of a comparison as a picture or a table.
     *
     * @param show   {@code curves} of both sides, or their {@code ratio}
     * @param metric of the curves; null = the first that both sides have of busbw, algbw and time
     */
    @InTurn
    @Filtered(days = false)
    @GetMapping("/api/v1/compare.{ending:[a-z]+}")
    ResponseEntity<byte[]> drawn(@PathVariable String ending, @RequestParam List<String> a,
            @RequestParam List<String> b, @RequestParam(defaultValue = "curves") Chart show,
            @RequestParam(required = false) @Nullable Shown metric,
            HttpServletRequest request) throws IOException {
        var format = ViewFaces.format(ending);
        var filter = Filter.of(ViewFaces.shown(request.getParameterMap()), Set.of("a", "b", "show", "metric"));
        var all = compared(a, b, filter);
        if (all.comparison().places().isEmpty()) {
            throw new NotFound(all.said());
        }
        var address = ViewFaces.address(request, "/compare", all.data().until());
        if (show == Chart.ratio) {
            return ViewFaces.answer(CompareView.ratio(all, address), format, request.getParameterMap());
        }
        var view = CompareView.curves(all, metric, address);
        // Several pairs of curves have too many places to mark them all.
        if (view.curves().size() <= 2 && ViewFaces.areMarked(request.getParameterMap())) {
            var runs = Stream.concat(all.runsOfA().stream(), all.runsOfB().stream()).distinct().toList();
            view = view.with(marked.of(runs, filter, view.x().unit() == View.Unit.BYTES ? "size" : "gpus",
                    view.y().column()));
        }
        return ViewFaces.answer(view, format, request.getParameterMap());
    }

    /** The charts of the page. */
    enum Chart {
        curves,
        ratio
    }

    /** Both sides with what is said of them. */
    record Compared(List<StoredRun> runsOfA, List<StoredRun> runsOfB, Evidence ofA, Evidence ofB,
            PlaceHistory history, Comparison comparison, Headline headline, Snapshot data) {

        private boolean isOfTheSame() {
            return Set.copyOf(runsOfA).equals(Set.copyOf(runsOfB));
        }

        /** What would settle it; runs against themselves leave nothing open. */
        BothSides next() {
            return isOfTheSame() ? BothSides.NONE : comparison.next(ofA, ofB, history);
        }

        /** In one sentence. */
        String said() {
            return isOfTheSame()
                    ? "A and B are the same: " + name(runsOfA) + ". Choose something else to compare it with."
                    : headline.text();
        }
    }

    private Compared compared(List<String> a, List<String> b, Filter filter) throws IOException {
        if (a.isEmpty() || b.isEmpty()) {
            throw new BadParameter("a and b must each name a run or an upload");
        }
        var runsOfA = runs.named(a);
        var runsOfB = runs.named(b);
        var data = sequence.ofNamed(
                Stream.concat(runsOfA.stream(), runsOfB.stream()).map(StoredRun::upload).distinct().toList(),
                filter.until());
        var ofA = stored.of(runsOfA, filter);
        var ofB = stored.of(runsOfB, filter);
        var both = Stream.concat(runsOfA.stream(), runsOfB.stream()).distinct().toList();
        var history = earlier.of(ofA, both).or(earlier.of(ofB, both));
        var comparison = Comparison.of(ofA, ofB, history);
        var nameOfA = name(a, runsOfA);
        var nameOfB = name(b, runsOfB);
        boolean alike = nameOfA.equals(nameOfB);
        var headline = new Headline(comparison, alike ? nameOfA + " (A)" : nameOfA, alike ? nameOfB + " (B)" : nameOfB);
        return new Compared(runsOfA, runsOfB, ofA, ofB, history, comparison, headline, data);
    }

    private static String name(List<String> asked, List<StoredRun> runs) {
        return asked.size() == 1 && asked.getFirst().startsWith(Baselines.PREFIX)
                ? "baseline " + asked.getFirst().substring(Baselines.PREFIX.length())
                : name(runs);
    }

    /** {@code all_reduce.log}, {@code all_reduce.log, section 2}, {@code 10 runs of all_reduce.log and others}. */
    private static String name(List<StoredRun> runs) {
        var first = runs.getFirst();
        if (runs.size() == 1) {
            return first.section() == 1 ? first.calledUpload() : first.calledUpload() + ", section " + first.section();
        }
        boolean oneUpload = runs.stream().allMatch(run -> run.upload().equals(first.upload()));
        return oneUpload ? first.calledUpload() : runs.size() + " runs of " + first.calledUpload() + " and others";
    }

    /**
     * @param next        the run that would settle what is ambiguous
     * @param repeated    whether the noise was measured at every place; else it was assumed somewhere
     * @param indifferent difference below which two are the same, as a share
     * @param onlyInA     places that B lacks
     * @param data        no later upload changes it
     */
    record Answer(String headline, NextRun next, Side a, Side b, boolean repeated, double indifferent, long onlyInA,
            long onlyInB, List<Item> places, List<FingerprintDifference> differences, Snapshot data) {}

    /** @param flags what is wrong with its runs */
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
            return new Run(run.id(), run.upload(), run.calledUpload());
        }
    }

    /**
     * A {@link ComparedCell} as docs/api.md has it.
     *
     * @param effect time of B over time of A, less one; {@code low} and {@code high} are its interval
     * @param url    of the page that shows exactly its rows on both sides
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

    /**
     * This record holds what is compared: medians of eight processes or more, geometric means of fewer.
     *
     * @param time  µs
     * @param algbw GB/s, as is {@code busbw}; null = not known
     */
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
