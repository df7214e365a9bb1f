package org.gpucomm.cli.explain;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.cli.terminal.LineBreaks;
import org.gpucomm.cli.terminal.MarkdownText;
import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.cli.terminal.Screen.Colour;

/** Printer of findings as text in the terminal's width, or as Markdown for a review comment. */
final class FindingPrinter {

    private static final int RANGES = 4;

    private final PrintWriter out;
    private final Screen screen;
    private final boolean markdown;
    /** Last printed command, to avoid repeating a command that answers several findings. */
    private String command = "";

    FindingPrinter(PrintWriter out, Screen screen, boolean markdown) {
        this.out = out;
        this.screen = screen;
        this.markdown = markdown;
    }

    void print(MainPoint first, RankedFindings findings, boolean all) {
        if (markdown) {
            out.println("**" + MarkdownText.of(first.sentence()) + "**");
        } else {
            wrapped(first.sentence(), "", "  ");
        }
        var shown = all ? findings.all() : findings.first();
        // The headline already states these findings; only their sources are printed, below the headline.
        var said = shown.stream().filter(finding -> first.beyond(finding).filter(String::isEmpty).isPresent()).toList();
        said.forEach(this::printSource);
        out.println();
        for (var finding : shown) {
            if (!said.contains(finding)) {
                print(finding, first.beyond(finding).orElse(finding.sentence()));
            }
        }
        var left = findings.more().size();
        if (!all && left > 0) {
            out.println(left + " more (" + String.join(", ", rules(findings.more())) + "): --all shows "
                    + (left == 1 ? "it." : "them."));
        }
    }

    private static List<String> rules(List<Finding> findings) {
        return findings.stream().map(Finding::rule).distinct().toList();
    }

    /** @param sentence part of the finding that the headline does not state */
    private void print(Finding finding, String sentence) {
        if (markdown) {
            var rows = rows(finding.rows());
            out.println("- **" + finding.rule() + "** (" + finding.severity().id() + ", " + finding.confidence().words()
                    + ") " + MarkdownText.of(sentence)
                    + (rows.isEmpty() ? "" : " <sub>" + MarkdownText.of(rows) + "</sub>"));
            printNext(finding);
            return;
        }
        headed(finding, sentence);
        printSource(finding);
        out.println();
    }

    /** Prints the rule, its rows, and the suggested command. */
    private void printSource(Finding finding) {
        var rows = rows(finding.rows());
        var source = finding.rule() + (rows.isEmpty() ? "" : ", from " + rows);
        if (markdown) {
            out.println();
            out.println("<sub>" + MarkdownText.of(source) + "</sub>");
        } else {
            wrapped(source, "  ", "    ");
        }
        printNext(finding);
    }

    private void printNext(Finding finding) {
        if (finding.next() == null) {
            return;
        }
        boolean isSame = finding.next().equals(command);
        out.println(markdown
                ? "  - next: " + (isSame ? "the same command" : "`" + finding.next() + "`")
                : "  next: " + (isSame ? "the same command" : finding.next()));
        command = finding.next();
    }

    private void wrapped(String text, String first, String next) {
        LineBreaks.of(text, screen.width(), first, next).forEach(out::println);
    }

    /** Prints a finding with its severity in colour, so that errors are conspicuous. */
    private void headed(Finding finding, String sentence) {
        var severity = finding.severity().id();
        var lines = LineBreaks.of(severity + ", " + finding.confidence().words() + ": " + sentence, screen.width(), "",
                "  ");
        out.println(screen.paint(colour(finding.severity()), severity) + lines.getFirst().substring(severity.length()));
        lines.stream().skip(1).forEach(out::println);
    }

    private static Colour colour(Finding.Severity severity) {
        return switch (severity) {
            case WRONG -> Colour.BAD;
            case WARNING -> Colour.WARNING;
            case NOTICE -> Colour.FAINT;
        };
    }

    /** Returns the rows by file with neighbouring lines joined: {@code jacobi.csv:2-9, 12; all_reduce.log:40}. */
    private static String rows(List<RowRef> rows) {
        var parts = new ArrayList<String>();
        String source = "";
        long from = 0;
        long to = 0;
        for (var row : rows) {
            boolean joined = row.source().equals(source) && (row.line() == to || row.line() == to + 1);
            if (joined) {
                to = row.line();
                continue;
            }
            if (to > 0) {
                parts.add(range(source, from, to));
            }
            source = row.source();
            from = row.line();
            to = row.line();
        }
        if (to > 0) {
            parts.add(range(source, from, to));
        }
        return String.join(", ", parts.subList(0, Math.min(RANGES, parts.size())))
                + (parts.size() > RANGES ? " and " + (parts.size() - RANGES) + " more places" : "");
    }

    private static String range(String source, long from, long to) {
        return source + ":" + (from == to ? String.valueOf(from) : from + "-" + to);
    }
}
