package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.Examined;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.figures.Catalogue;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.results.Measurement;
import org.gpucomm.server.evidence.RowLink;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.web.NotFound;
import org.gpucomm.server.web.OwnParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Headline and findings of stored runs, as pages and agents are given them. */
@RestController
public class Findings {

    /** The link of a finding leads to all of its rows. */
    private static final int ROWS_LISTED = 50;
    private static final String FIGURE = "figure";
    static final String NEXT = "/api/v1/next.yaml";

    private final Examiner examination;
    private final StoredRuns runs;

    Findings(Examiner examination, StoredRuns runs) {
        this.examination = examination;
        this.runs = runs;
    }

    /** Runs and uploads by name, and filters of rows such as tool and operation, are read off the request. */
    @OwnParameters
    @GetMapping("/api/v1/findings")
    Answer findings(@RequestParam(required = false) @Nullable String figure, HttpServletRequest request)
            throws IOException {
        return of(request.getParameterMap(), request.getQueryString());
    }

    /** The plan of the next run, whose results come back to this server; what it is of is read off the request likewise. */
    @OwnParameters
    @GetMapping(path = NEXT, produces = "text/yaml")
    String plan(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var questions = examination.of(selection.of(runs), selection.filter()).questions();
        if (questions.open().isEmpty()) {
            throw new NotFound("Nothing that a next run would settle is open in these runs.");
        }
        return ServedPlan.text(questions);
    }

    /**
     * @param parameters runs and uploads by name, filters of rows such as tool and operation, or a figure
     * @param query      the same as they stand in an address
     */
    public Answer of(Map<String, String[]> parameters, @Nullable String query) throws IOException {
        var figure = String.join("", parameters.getOrDefault(FIGURE, new String[0]));
        if (!figure.isEmpty()) {
            Filter.of(parameters, Set.of(FIGURE));
            var drawn = rowsOf(figure).orElseThrow(() -> new NotFound("There is no figure " + figure + "."));
            return Answer.of(examination.of(runs.bundled(), new OfFigure(figure, drawn)), List.of());
        }
        var selection = RunSelection.of(parameters, FIGURE);
        var examined = examination.of(selection.of(runs), selection.filter());
        return Answer.of(examined, examined.questions().open().isEmpty()
                ? List.of()
                : List.of(ServedPlan.command(examined.questions(), NEXT, query)));
    }

    /** Returns rows that any style of the figure chooses from. */
    private static Optional<Predicate<Measurement>> rowsOf(String figure) throws IOException {
        return Catalogue.bundled().entries().stream().filter(entry -> entry.name().equals(figure))
                .map(entry -> rows(entry.read())).reduce(Predicate::or);
    }

    private static Predicate<Measurement> rows(FigureSpec spec) {
        return spec::choosesFrom;
    }

    /** The rows that a figure is drawn from; figures of one name are the same. */
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

    /**
     * @param headline what an expert would say first
     * @param shown    how many of the items come before <em>more</em>
     * @param items    the gravest first, background last
     */
    public record Answer(int runs, long measurements, MainPoint headline, int shown, List<Item> items) {

        /** @param next the command that answers what is open; empty where there is none */
        static Answer of(Examined examined, List<String> next) {
            var ordered = examined.findings();
            var findings = next.isEmpty()
                    ? ordered.all()
                    : examined.questions().withCommand(ordered.all(), next.getFirst());
            return new Answer(examined.runs(), examined.measurements(), examined.headline(), ordered.first().size(),
                    findings.stream().map(finding -> Item.of(finding, examined.headline())).toList());
        }
    }

    /**
     * A {@link Finding} as docs/api.md has it.
     *
     * @param adds what it says beyond the headline, where that repeats its beginning; else null
     * @param url  of the page that shows exactly its rows; null without rows
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
