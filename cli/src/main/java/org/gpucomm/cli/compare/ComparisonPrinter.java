package org.gpucomm.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.analysis.compare.ComparedCell;
import org.gpucomm.analysis.compare.Comparison;
import org.gpucomm.analysis.compare.FingerprintDifference;
import org.gpucomm.analysis.compare.Headline;
import org.gpucomm.analysis.compare.Ratio;
import org.gpucomm.analysis.compare.Verdict;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.results.Bytes;
import org.gpucomm.analysis.nextrun.NextRun;
import org.gpucomm.cli.terminal.MarkdownText;
import org.gpucomm.cli.terminal.LineBreaks;
import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.cli.terminal.Screen.Colour;

/** Printer of a comparison as text, as Markdown for a review comment, or as CSV. */
final class ComparisonPrinter {

    private final PrintWriter out;
    private final Screen screen;
    private final Headline headline;
    private final Comparison comparison;
    private final NextRun next;
    private final List<FingerprintDifference> differences;

    ComparisonPrinter(PrintWriter out, Screen screen, Headline headline, NextRun next,
            List<FingerprintDifference> differences) {
        this.out = out;
        this.screen = screen;
        this.headline = headline;
        this.comparison = headline.comparison();
        this.next = next;
        this.differences = differences;
    }

    void text() {
        Stream.of(headline.sentence(), headline.details()).filter(each -> !each.isEmpty())
                .forEach(each -> LineBreaks.of(each, screen.width(), "", "").forEach(out::println));
        next.said().forEach(each -> LineBreaks.of(each, screen.width(), "", "").forEach(out::println));
        if (next.command() != null) {
            out.println("  " + next.command());
        }
        if (!comparison.places().isEmpty()) {
            out.println();
            out.printf(Locale.ROOT, "%-24s %5s %10s %12s %12s %9s  %-17s %s%n", "operation", "GPUs", "size", "A (µs)",
                    "B (µs)", "× as fast", "95 % interval", "verdict");
            for (var place : comparison.places()) {
                out.printf(Locale.ROOT, "%-24s %5s %10s %12.2f %12.2f %9s  %-17s %s%n", place.subject().titleInRun(),
                        ranks(place), size(place), place.timeOfA(), place.timeOfB(), Ratio.factor(place.speed()),
                        interval(place), painted(place.verdict()));
            }
        }
        left();
        if (!differences.isEmpty()) {
            out.println();
            out.println("What else differs:");
            for (var difference : differences) {
                out.println("  " + difference.name() + ": " + values(difference.a()) + " -> " + values(difference.b()));
            }
        }
    }

    private String painted(Verdict verdict) {
        return switch (verdict) {
            case SLOWER -> screen.paint(Colour.BAD, verdict.id());
            case FASTER -> screen.paint(Colour.GOOD, verdict.id());
            case AMBIGUOUS -> screen.paint(Colour.WARNING, verdict.id());
            case SAME -> verdict.id();
        };
    }

    void markdown() {
        out.println("**" + MarkdownText.of(headline.sentence()) + "**");
        if (!headline.details().isEmpty()) {
            out.println("\n" + MarkdownText.of(headline.details()));
        }
        next.said().forEach(each -> out.println("\n" + MarkdownText.of(each)));
        if (next.command() != null) {
            out.println("\n    " + next.command());
        }
        if (!comparison.places().isEmpty()) {
            out.println();
            out.println("| operation | GPUs | size | A (µs) | B (µs) | × as fast | 95 % interval | verdict |");
            out.println("|---|--:|--:|--:|--:|--:|---|---|");
            for (var place : comparison.places()) {
                out.printf(Locale.ROOT, "| %s | %s | %s | %.2f | %.2f | %s | %s | %s |%n",
                        MarkdownText.of(place.subject().titleInRun()),
                        ranks(place), size(place), place.timeOfA(), place.timeOfB(), Ratio.factor(place.speed()),
                        interval(place), place.verdict().id());
            }
        }
        if (!differences.isEmpty()) {
            out.println();
            out.println("| differs | A | B |");
            out.println("|---|---|---|");
            for (var difference : differences) {
                out.println("| " + MarkdownText.of(difference.name()) + " | " + MarkdownText.of(values(difference.a()))
                        + " | " + MarkdownText.of(values(difference.b())) + " |");
            }
        }
    }

    void csv() {
        try {
            var csv = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
            csv.printRecord(out, "operation", "variant", "placement", "ranks", "message_bytes", "time_a_us",
                    "time_b_us",
                    "effect", "low", "high", "p_value", "verdict");
            for (var place : comparison.places()) {
                var subject = place.subject();
                csv.printRecord(out, subject.operation().id(), SpreadsheetCell.write(subject.variant()),
                        subject.placement() == null ? "" : subject.placement().id(), place.a().ranks(),
                        place.a().bytes() < 0 ? "" : place.a().bytes(), place.timeOfA(), place.timeOfB(),
                        place.effect(), place.low(), place.high(), place.pValue(), place.verdict().id());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void left() {
        if (comparison.onlyInA() + comparison.onlyInB() > 0) {
            out.println();
            out.println("Not compared: " + comparison.onlyInA() + " places only A has, " + comparison.onlyInB()
                    + " only B has.");
        }
    }

    private static String ranks(ComparedCell place) {
        return place.a().ranks() == 0 ? "?" : String.valueOf(place.a().ranks());
    }

    private static String size(ComparedCell place) {
        return place.a().bytes() < 0 ? "" : new Bytes(place.a().bytes()).toString();
    }

    private static String interval(ComparedCell place) {
        return Ratio.factor(1 / (1 + place.high())) + " to " + Ratio.factor(1 / (1 + place.low()));
    }

    private static String values(Set<String> values) {
        return values.isEmpty() ? "not known" : String.join(", ", values);
    }
}
