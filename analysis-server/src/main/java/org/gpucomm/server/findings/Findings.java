package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import org.gpucomm.analysis.headline.Examined;
import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.RowLink;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.figures.FigureRows;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.web.NotFound;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Headline and findings of stored runs, as pages and agents are given them. */
@Component
public class Findings {

    /** The link of a finding leads to all of its rows. */
    private static final int ROWS_LISTED = 50;
    private static final String FIGURE = "figure";

    private final Examiner examination;
    private final StoredRuns runs;
    private final FigureRows figures;

    Findings(Examiner examination, StoredRuns runs, FigureRows figures) {
        this.examination = examination;
        this.runs = runs;
        this.figures = figures;
    }

    /**
     * @param parameters runs and uploads by name, filters of rows such as tool and operation, or a figure
     * @param query      the same as they stand in an address
     */
    public Answer of(Map<String, String[]> parameters, @Nullable String query) throws IOException {
        var figure = String.join("", parameters.getOrDefault(FIGURE, new String[0]));
        if (!figure.isEmpty()) {
            Filter.of(parameters, Set.of(FIGURE));
            var drawn = figures.of(figure).orElseThrow(() -> new NotFound("There is no figure " + figure + "."));
            return Answer.of(examination.of(runs.bundled(), new OfFigure(figure, drawn)), List.of());
        }
        var selection = RunSelection.of(parameters, FIGURE);
        var examined = examination.of(selection.of(runs), selection.filter());
        return Answer.of(examined, NextController.command(examined, query).stream().toList());
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
