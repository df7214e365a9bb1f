package org.gpucomm.server.analysis.explain;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.rules.Finding;

/** Findings as text of 100 columns, or as Markdown for a comment in a review. */
final class FindingPrinter {

    private static final int WIDTH = 100;
    private static final int RANGES = 4;
    /** Good to know, and many: shown when asked for, or when there is little else. */
    private static final Set<String> BACKGROUND = Set.of("fit", "scaling");
    private static final int LITTLE = 6;

    private final PrintWriter out;
    private final boolean markdown;

    FindingPrinter(PrintWriter out, boolean markdown) {
        this.out = out;
        this.markdown = markdown;
    }

    void print(List<Finding> findings, long measurements, boolean all) {
        if (findings.isEmpty()) {
            out.println(measurements == 0
                    ? "No measurements, so nothing to say."
                    : measurements + (measurements == 1 ? " measurement" : " measurements")
                            + ", and nothing remarkable in "
                            + (measurements == 1 ? "it." : "them."));
            return;
        }
        var shown = all ? findings : first(findings);
        for (var finding : shown) {
            print(finding);
        }
        int left = findings.size() - shown.size();
        if (left > 0) {
            out.println(left + " more about scaling and fits: --all shows them.");
        }
    }

    /** Returns what is no background, and as much of that as leaves it little. */
    private static List<Finding> first(List<Finding> findings) {
        long room = LITTLE - findings.stream().filter(finding -> !BACKGROUND.contains(finding.rule())).count();
        var shown = new ArrayList<Finding>();
        for (var finding : findings) {
            if (!BACKGROUND.contains(finding.rule()) || room-- > 0) {
                shown.add(finding);
            }
        }
        return shown;
    }

    private void print(Finding finding) {
        var head = finding.severity().id() + ", " + finding.confidence().id() + ": ";
        var rows = rows(finding.rows());
        if (markdown) {
            out.println("- **" + finding.rule() + "** (" + finding.severity().id() + ", " + finding.confidence().id()
                    + ") " + finding.sentence() + (rows.isEmpty() ? "" : " <sub>" + rows + "</sub>"));
            if (finding.next() != null) {
                out.println("  - next: `" + finding.next() + "`");
            }
            return;
        }
        wrapped(head + finding.sentence(), "", "  ");
        wrapped(finding.rule() + (rows.isEmpty() ? "" : ", from " + rows), "  ", "    ");
        if (finding.next() != null) {
            out.println("  next: " + finding.next());
        }
        out.println();
    }

    private void wrapped(String text, String first, String next) {
        var line = new StringBuilder(first);
        boolean empty = true;
        // A number stays with its unit.
        for (var part : text.replaceAll("(\\d) (%|[GM]B/s|[nµm]?s|[KMGT]iB|B|GPUs?)(?=\\W|$)", "$1\u00a0$2")
                .split(" ")) {
            var word = part.replace('\u00a0', ' ');
            if (!empty && line.length() + word.length() + 1 > WIDTH) {
                out.println(line);
                line.setLength(0);
                line.append(next);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        out.println(line);
    }

    /** {@code jacobi.csv:2-9, 12; all_reduce.log:40}: lines of each file, neighbours joined. */
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
