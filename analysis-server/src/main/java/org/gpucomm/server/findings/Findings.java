package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.Examination;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.figures.Catalogue;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.figures.view.View;
import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.evidence.RowLink;
import org.gpucomm.results.Secrets;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.ingest.uploads.FirstLook;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.OwnParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Headline and findings of stored runs, for pages, charts, agents and the senders of uploads. */
@RestController
public class Findings implements FirstLook {

    private static final Logger LOG = LoggerFactory.getLogger(Findings.class);
    /** Maximum number of listed rows; the link of a finding leads to all of its rows. */
    private static final int ROWS_LISTED = 50;
    /** Maximum number of measurements of a first look, which takes a fraction of a second; larger uploads have findings on their pages. */
    private static final long MOST_AT_UPLOAD = 5_000;
    /** Maximum number of marked places in a chart. */
    private static final int MOST_MARKS = 12;
    private static final String FIGURE = "figure";
    static final String NEXT = "/api/v1/next.yaml";

    private final Examiner examination;
    private final StoredRuns runs;
    private final UnmappedTables unmapped;

    Findings(Examiner examination, StoredRuns runs, UnmappedTables unmapped) {
        this.examination = examination;
        this.runs = runs;
        this.unmapped = unmapped;
    }

    /** Returns the findings. The request selects runs and uploads by id, and rows by filters such as tool and operation. */
    @OwnParameters
    @GetMapping("/api/v1/findings")
    Answer findings(@RequestParam(required = false) @Nullable String figure, HttpServletRequest request)
            throws IOException {
        return of(request.getParameterMap(), request.getQueryString());
    }

    /** Returns the plan of the next run for the same selection; its results are uploaded to this server. */
    @OwnParameters
    @GetMapping(path = NEXT, produces = "text/yaml")
    String plan(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var questions = examination.of(selection.of(runs), selection.filter()).questions();
        if (questions.open().isEmpty()) {
            throw Refused.notFound("Nothing that a next run would settle is open in these runs.");
        }
        return ServedPlan.text(questions);
    }

    /**
     * @param parameters ids of runs and uploads, filters of rows such as tool and operation, or a figure
     * @param query      the same parameters in the form of a URL
     */
    public Answer of(Map<String, String[]> parameters, @Nullable String query) throws IOException {
        var figure = String.join("", parameters.getOrDefault(FIGURE, new String[0]));
        if (!figure.isEmpty()) {
            Filter.of(parameters, Set.of(FIGURE));
            var drawn = rowsOf(figure).orElseThrow(() -> Refused.notFound("There is no figure " + figure + "."));
            return Answer.of(examination.of(runs.bundled(), new OfFigure(figure, drawn)), List.of());
        }
        var selection = RunSelection.of(parameters, FIGURE);
        if (selection.names().size() == 1) {
            var table = unmapped.headline(selection.names().getFirst());
            if (table.isPresent()) {
                return table.get();
            }
        }
        var examined = examination.of(selection.of(runs), selection.filter());
        return Answer.of(examined, examined.questions().open().isEmpty()
                ? List.of()
                : List.of(ServedPlan.command(examined.questions(), NEXT, query)));
    }

    /** Returns a filter for the rows from which any style of the figure is drawn. */
    private static Optional<Predicate<Measurement>> rowsOf(String figure) throws IOException {
        return Catalogue.bundled().entries().stream().filter(entry -> entry.name().equals(figure))
                .map(entry -> rows(entry.read())).reduce(Predicate::or);
    }

    private static Predicate<Measurement> rows(FigureSpec spec) {
        return spec::choosesFrom;
    }

    /** Filter for the rows of a figure; equal for figures of the same name. */
    private record OfFigure(String name, Predicate<Measurement> drawn) implements Predicate<Measurement> {

        @Override
        public boolean test(Measurement measurement) {
            return drawn.test(measurement);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfFigure figure && figure.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    @Override
    public Look at(String upload) {
        var chosen = runs.of(upload);
        if (chosen.isEmpty() || chosen.stream().mapToLong(StoredRun::points).sum() > MOST_AT_UPLOAD) {
            return new Look(null, null);
        }
        try {
            return new Look(said(examination.of(chosen, Filter.ALL)), null);
        } catch (IOException | RuntimeException e) {
            // The upload is stored, even if a rule fails.
            LOG.warn("no findings for upload {}", upload, e);
            return new Look(null, "The file is stored and read, but what it says could not be found out: "
                    + Secrets.hide(e.toString())
                    + ". The server's log has more.");
        }
    }

    private static Said said(Examination examined) {
        return new Said(count(examined, Severity.WRONG), count(examined, Severity.WARNING),
                count(examined, Severity.NOTICE), examined.headline().sentence());
    }

    private static long count(Examination examined, Severity severity) {
        return examined.findings().all().stream().filter(finding -> finding.severity() == severity).count();
    }

    /** Returns the marks of findings for a chart of the runs that a filter names; empty if it names none. */
    public List<View.Mark> marks(Filter filter, String x, String metric) throws IOException {
        var named = filter.runIds();
        return named.isEmpty()
                ? List.of()
                : marks(runs.named(List.copyOf(named)), new Filter(filter.values(), Set.of()), x, metric);
    }

    /** @param x {@code size} or {@code gpus} @param metric metric of the other axis, as named by findings */
    public List<View.Mark> marks(List<StoredRun> marked, Filter rows, String x, String metric) throws IOException {
        var places = new LinkedHashMap<String, View.Mark>();
        for (var mark : found(marked, rows)) {
            if (mark.axis().equals(x) || mark.axis().equals(metric)) {
                // A place is marked once, with all its labels.
                places.merge(mark.axis() + " " + mark.from() + " " + mark.to(),
                        new View.Mark(mark.axis().equals(x), mark.from(), mark.to(), mark.label()), Findings::both);
            }
        }
        return places.values().stream().limit(MOST_MARKS).toList();
    }

    private List<Mark> found(List<StoredRun> marked, Filter rows) throws IOException {
        try {
            return examination.of(marked, rows).findings().all().stream().flatMap(finding -> finding.marks().stream())
                    .toList();
        } catch (BadParameter tooMuch) {
            // The page has no marks either, and says so.
            return List.of();
        }
    }

    private static View.Mark both(View.Mark one, View.Mark other) {
        return List.of(one.label().split(", ")).contains(other.label())
                ? one
                : new View.Mark(one.isOfX(), one.from(), one.to(), one.label() + ", " + other.label());
    }

    /** @param shown number of items before <em>more</em> @param items findings, the most severe first and background last */
    public record Answer(int runs, long measurements, MainPoint headline, int shown, List<Item> items) {

        /** @param next command that answers open questions; empty if there are none */
        static Answer of(Examination examined, List<String> next) {
            var ordered = examined.findings();
            var findings = next.isEmpty()
                    ? ordered.all()
                    : examined.questions().withCommand(ordered.all(), next.getFirst());
            return new Answer(examined.runs(), examined.measurements(), examined.headline(), ordered.first().size(),
                    findings.stream().map(finding -> Item.of(finding, examined.headline())).toList());
        }
    }

    /**
     * {@link Finding} as described in docs/api.md.
     *
     * @param adds the rest of the sentence if the headline repeats its beginning; else null
     * @param url  page that shows exactly its rows; null without rows
     */
    record Item(String rule, Severity severity, Confidence confidence, String sentence, @Nullable String adds,
            List<Quantity> numbers, List<RowRef> rows, int rowCount, @Nullable String next, List<Mark> marks,
            @Nullable String url) {

        static Item of(Finding finding, MainPoint headline) {
            var rows = finding.rows();
            return new Item(finding.rule(), finding.severity(),
                    finding.confidence(), finding.sentence(), headline.beyond(finding).orElse(null), finding.numbers(),
                    rows.stream().limit(ROWS_LISTED).toList(), rows.size(), finding.next(), finding.marks(),
                    rows.isEmpty() ? null : RowLink.of(rows));
        }
    }
}
