package org.gpucomm.server.compare;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.analysis.compare.Comparison;
import org.gpucomm.analysis.compare.FingerprintDifference;
import org.gpucomm.analysis.compare.Headline;
import org.gpucomm.server.compare.CompareController.Answer;
import org.gpucomm.server.compare.CompareController.Item;
import org.gpucomm.server.compare.CompareController.Side;
import org.gpucomm.server.compare.CompareView.ComparedMetric;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.server.findings.EarlierRuns;
import org.gpucomm.server.findings.Findings;
import org.gpucomm.analysis.nextrun.BothSides;
import org.gpucomm.server.findings.ServedPlan;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Comparisons of stored runs for pages and agents, in numbers and as the chart of the page Compare. */
@Component
public class Comparisons implements PageChart {

    static final String NEXT = "/api/v1/compare/next.yaml";

    private final StoredRuns runs;
    private final Sequence sequence;
    private final Findings findings;
    private final EarlierRuns earlier;

    Comparisons(StoredRuns runs, Sequence sequence, Findings findings, EarlierRuns earlier) {
        this.runs = runs;
        this.sequence = sequence;
        this.findings = findings;
        this.earlier = earlier;
    }

    /**
     * @param a          ids of runs or uploads, or {@code baseline:NAME}: the base
     * @param b          runs to compare with the base
     * @param parameters all parameters, which include filters
     * @param query      all parameters in the form of a URL
     */
    public Answer answer(List<String> a, List<String> b, Map<String, String[]> parameters, @Nullable String query)
            throws IOException {
        var all = compared(a, b, Filter.of(parameters, Set.of("a", "b")));
        var comparison = all.comparison();
        var next = all.next();
        return new Answer(all.said(), all.details(), next.said(command(next, query)),
                Side.of(all.headline().nameOfA(), all.runsOfA(), all.ofA()),
                Side.of(all.headline().nameOfB(), all.runsOfB(), all.ofB()), comparison.isRepeated(),
                Comparison.INDIFFERENT, comparison.onlyInA(), comparison.onlyInB(),
                comparison.places().stream().map(Item::of).toList(), FingerprintDifference.between(all.ofA(),
                        all.ofA().facts(), all.ofB(), all.ofB().facts()),
                all.data());
    }

    /** Returns the runs that would settle open questions between both sides. */
    BothSides next(List<String> a, List<String> b, Map<String, String[]> parameters) throws IOException {
        return compared(a, b, Filter.of(parameters, Set.of("a", "b"))).next();
    }

    private static @Nullable String command(BothSides next, @Nullable String query) {
        return next.isPlanned() ? ServedPlan.command(next.questions(), NEXT, query) : null;
    }

    @Override
    public String page() {
        return "/compare";
    }

    @Override
    public View of(ViewParameters given) throws IOException {
        return view(given.texts("a"), given.texts("b"), given.one("show", Chart.class, Chart.curves),
                given.one("metric", ComparedMetric.class), given);
    }

    @Override
    public String headline(View view) {
        return view.notes().getFirst();
    }

    View view(List<String> a, List<String> b, Chart show, @Nullable ComparedMetric metric, ViewParameters given)
            throws IOException {
        var filter = Filter.of(given.shown(), Set.of("a", "b", "show", "metric"));
        var all = compared(a, b, filter);
        if (all.comparison().places().isEmpty()) {
            throw Refused.notFound(all.said());
        }
        var address = given.address(page(), all.data().until());
        if (show == Chart.ratio) {
            return CompareView.ratio(all, address);
        }
        var view = CompareView.curves(all, metric, address);
        // Several pairs of curves have too many places to mark.
        if (view.curves().size() <= 2 && given.areMarked()) {
            var runs = Stream.concat(all.runsOfA().stream(), all.runsOfB().stream()).distinct().toList();
            return view.with(findings.marks(runs, filter, view.x().unit() == View.Unit.BYTES ? "size" : "gpus",
                    view.y().column()));
        }
        return view;
    }

    enum Chart {
        curves,
        ratio
    }

    /** Both sides and the result of their comparison. */
    record Compared(List<StoredRun> runsOfA, List<StoredRun> runsOfB, Evidence ofA, Evidence ofB,
            PlaceHistory history, Comparison comparison, Headline headline, Snapshot data) {

        private boolean isOfTheSame() {
            return Set.copyOf(runsOfA).equals(Set.copyOf(runsOfB));
        }

        /** Returns the runs that would settle open questions; none if runs are compared with themselves. */
        BothSides next() {
            return isOfTheSame() ? BothSides.NONE : comparison.next(ofA, ofB, history);
        }

        /** Returns the result in one sentence. */
        String said() {
            return isOfTheSame()
                    ? "A and B are the same: " + name(runsOfA) + ". Choose something else to compare it with."
                    : headline.sentence();
        }

        /** Returns sentences about what the headline leaves out. */
        String details() {
            return isOfTheSame() ? "" : headline.details();
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
        var ofA = runs.evidence(runsOfA, filter);
        var ofB = runs.evidence(runsOfB, filter);
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

    /** Returns a name for runs, for example {@code all_reduce.log, section 2} or {@code 10 runs of all_reduce.log and others}. */
    private static String name(List<StoredRun> runs) {
        var first = runs.getFirst();
        if (runs.size() == 1) {
            return first.section() == 1 ? first.uploadTitle() : first.uploadTitle() + ", section " + first.section();
        }
        boolean oneUpload = runs.stream().allMatch(run -> run.upload().equals(first.upload()));
        return oneUpload ? first.uploadTitle() : runs.size() + " runs of " + first.uploadTitle() + " and others";
    }
}
