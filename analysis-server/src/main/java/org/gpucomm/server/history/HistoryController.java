package org.gpucomm.server.history;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.gpucomm.analysis.compare.FingerprintDifference;
import org.gpucomm.analysis.history.History;
import org.gpucomm.analysis.history.TimedRun;
import org.gpucomm.analysis.history.Trend;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.history.Histories.Past;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.PinnedListing;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Paging;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for histories, the chart of one, and the preview card of their list. */
@RestController
class HistoryController implements PageChart, Cards {

    private final Histories histories;
    private final HistorySummaries summaries;
    private final StoredRuns runs;
    private final RunFlags flags;
    private final Baselines baselines;
    private final Sequence sequence;

    HistoryController(Histories histories, HistorySummaries summaries, StoredRuns runs,
            RunFlags flags, Baselines baselines, Sequence sequence) {
        this.histories = histories;
        this.summaries = summaries;
        this.runs = runs;
        this.flags = flags;
        this.baselines = baselines;
        this.sequence = sequence;
    }

    /** @param page number of the page, from 0 */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/histories")
    PinnedListing<Summary> histories(@RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size,
            HttpServletRequest request) {
        var paging = new Paging(page, size);
        var filter = Filter.withDays(request.getParameterMap(), Set.of("page", "size"));
        var chosen = histories.chosen(filter);
        var shown = chosen.stream().skip(paging.offset()).limit(paging.size()).toList();
        return new PinnedListing<>(chosen.size(), summaries.of(shown, filter).stream().map(Summary::of).toList(),
                data(filter, history -> true));
    }

    /** Returns one history. The filters select some of its runs. */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/histories/{id}")
    Detail history(@PathVariable String id, HttpServletRequest request) throws IOException {
        var filter = Filter.withDays(request.getParameterMap(), Set.of());
        var past = past(id, filter);
        var history = past.history();
        var steps = new ArrayList<Step>();
        for (var change : history.changes()) {
            steps.add(Step.of(change, differences(change)));
        }
        return new Detail(Summary.of(HistorySummary.of(past)), history.sizes(),
                history.runs().stream().map(run -> Item.of(run, past)).toList(), steps, history.trend(),
                history.leftOut(), bases(past),
                data(filter, each -> each.hash().equals(id)));
    }

    /**
     * Returns the chart of one history as an image or a table.
     *
     * @param id       id of the history; null = the only one that the filters select
     * @param size     message size in bytes; null = all common sizes, relative to the first run or to the baseline
     * @param baseline name of a baseline with some of its runs; null = relative to the first run
     */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/history.{ending:[a-z]+}")
    ResponseEntity<byte[]> drawn(@PathVariable String ending, @RequestParam(required = false) @Nullable String id,
            @RequestParam(required = false) @Nullable Long size,
            @RequestParam(required = false) @Nullable String baseline, HttpServletRequest request) {
        var format = ViewResponses.format(ending);
        var given = ViewParameters.of(request);
        return ViewResponses.answer(view(id, size, baseline, given), format, given.all());
    }

    @Override
    public String page() {
        return "/history";
    }

    @Override
    public View of(ViewParameters given) {
        return view(given.one("id", String.class), given.one("size", Long.class), given.one("baseline", String.class),
                given);
    }

    @Override
    public String headline(View view) {
        return view.notes().getFirst();
    }

    private View view(@Nullable String id, @Nullable Long size, @Nullable String baseline, ViewParameters given) {
        var filter = Filter.withDays(given.shown(), Set.of("id", "size", "baseline", "page"));
        var data = sequence.snapshot(filter.until(), () -> 0);
        var past = past(id == null ? only(filter) : id, filter);
        return HistoryView.of(past, size, baseline == null ? null : base(past, baseline),
                flags.byRunId(List.copyOf(past.heads().values())),
                given.address(page(), data.until()));
    }

    private Base base(Past past, String name) {
        return bases(past).stream().filter(base -> base.name().equals(name)).findFirst()
                .orElseThrow(() -> Refused.notFound("No run of this history is in a baseline " + name + "."));
    }

    private List<Base> bases(Past past) {
        var here = past.history().runs().stream().map(TimedRun::run).collect(Collectors.toSet());
        return baselines.all().stream()
                .map(each -> new Base(each.name(), each.runs().stream().filter(here::contains).toList()))
                .filter(base -> !base.runs().isEmpty()).toList();
    }

    private String only(Filter filter) {
        var chosen = histories.chosen(filter);
        if (chosen.size() != 1) {
            throw new BadParameter(chosen.size() + " histories match; name one by id, as /api/v1/histories lists them");
        }
        return chosen.getFirst().history().hash();
    }

    private Past past(String id, Filter filter) {
        return histories.named(id).flatMap(history -> histories.read(history, filter))
                .filter(past -> past.heads().size() > 1)
                .orElseThrow(() -> Refused.notFound("There is no history " + id + " of two such runs or more."));
    }

    /** Returns the card of the list of regressions: their number, and the chart of the latest. */
    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) {
        return page.equals("history") && request.getParameter("id") == null
                ? Optional.of(card(summaries.of(histories.chosen(Filter.ALL), Filter.ALL)))
                : Optional.empty();
    }

    private static Card card(List<HistorySummary> all) {
        record Changed(HistorySummary history, HistorySummary.Last change) {}
        var changed = all.stream()
                .flatMap(each -> Optional.ofNullable(each.change()).map(change -> new Changed(each, change)).stream())
                .sorted(Comparator.comparing((Changed each) -> each.change().at()).reversed()).toList();
        var title = changed.size() + (all.size() == 1 ? " of 1 history has" : " of " + all.size() + " histories have")
                + " changed";
        if (changed.isEmpty()) {
            return new Card(title, Card.SAID, null);
        }
        var latest = changed.getFirst();
        var series = latest.history().series();
        return new Card(title, "Latest: " + series.withLibrary() + " "
                + HistoryView.changed(latest.change().effect()) + ".",
                "/api/v1/history.png?id=" + series.history().hash());
    }

    private Snapshot data(Filter filter, Predicate<StoredHistory> such) {
        return sequence.snapshot(filter.until(), () -> histories.later(filter, such));
    }

    private List<FingerprintDifference> differences(History.Change change) throws IOException {
        var before = runs.evidence(runs.named(List.of(change.before())), Filter.ALL);
        var after = runs.evidence(runs.named(List.of(change.after())), Filter.ALL);
        return FingerprintDifference.between(before, before.facts(), after, after.facts());
    }

    /**
     * @param hardware   instance type, else the GPU; an unknown text is empty, here and below
     * @param nodes      number of nodes; 0 = not known
     * @param comparable number of runs with the compared sizes; null until they are compared
     * @param missing    number of further runs until a change could be found; null until they are compared
     * @param change     last change; null if none was found
     * @param trend      time of the last run / time of the first − 1, for a gradual change; null = no gradual change
     */
    record Summary(String id, String title, String operation, String library, String variant, String tool,
            String hardware, String place, int ranks, int nodes, String datatype, String settings, String environment,
            String transport, String timing, @Nullable Integer comparable, Instant firstRun, Instant lastRun,
            @Nullable Integer missing,
            HistorySummary.@Nullable Last change, @Nullable Double trend) {

        static Summary of(HistorySummary summary) {
            var series = summary.series();
            var identity = series.identity();
            return new Summary(series.history().hash(), series.withLibrary(),
                    series.operation().id(), series.library(), series.variant(), identity.family(),
                    identity.hardware(), series.place().title(), identity.ranks(), identity.nodes(),
                    identity.datatype(), identity.settings(), identity.environment(), identity.transport(),
                    identity.timing(), summary.compared(), summary.firstRun(), summary.lastRun(),
                    summary.compared() == null ? null : History.missing(summary.compared()), summary.change(),
                    summary.trend());
        }
    }

    /**
     * @param sizes   message sizes in bytes at which all runs are compared
     * @param trend   gradual change; null if none was found
     * @param leftOut ids of runs without the common sizes
     */
    record Detail(Summary history, List<Long> sizes, List<Item> runs, List<Step> changes,
            @Nullable Trend trend, List<String> leftOut, List<Base> baselines, Snapshot data) {}

    /** Baseline with runs in this history. @param runs ids of these runs */
    record Base(String name, List<String> runs) {}

    /** @param times times in µs at each of the sizes @param dated whether the log has the time of the run */
    record Item(String id, Instant at, String filename, boolean dated, String libraryVersion,
            List<Double> times) {

        static Item of(TimedRun run, Past past) {
            var head = past.head(run);
            var stack = head.key().stack();
            var version = stack.libraryVersion();
            return new Item(run.run(), run.at(), head.filename(), head.startedAt() != null,
                    version == null ? "" : version,
                    past.history().sizes().stream().map(size -> run.times().get(size)).toList());
        }
    }

    /** Change as described in docs/api.md. @param url comparison of the last run before it with the first after it */
    record Step(String before, String after, double effect, List<Long> sizes, double pValue,
            List<FingerprintDifference> differs, String url) {

        static Step of(History.Change change, List<FingerprintDifference> differs) {
            return new Step(change.before(), change.after(), change.effect(), change.sizes(), change.pValue(), differs,
                    "/compare?a=" + change.before() + "&b=" + change.after());
        }
    }
}
