package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.RowRef;

/** Page of the documentation with the claims. */
final class StudyPage {

    private static final int WIDTH = 132;

    private StudyPage() {}

    static String markdown(List<Claim> claims) {
        var page = new StringBuilder("""
                # The EFA study, re-examined

                Made by gpucomm from `data`; a test fails when this page and the data differ. Each claim of the study's README
                (crazyguitar/aws-gpu-communication-benchmark, October 2025), in our words, with what the rows say. Every value was
                measured once, so nothing here has an error bar.

                Some claims were looked at again with gpucomm's own runs on H200s (`data/h200`), which rule on nothing: they were made
                on one host over NVLink. What they say, and what they cannot say of EFA, stands below each.

                | claim | | |
                |---|---|---|
                """);
        for (var claim : claims) {
            page.append("| ").append(claim.number()).append(" | ").append(claim.claim()).append(" | ")
                    .append(claim.ruling().title()).append(" |\n");
        }
        for (var claim : claims) {
            page.append("\n## ").append(claim.number()).append(". ").append(claim.claim()).append("\n\n**")
                    .append(claim.ruling().title()).append(".**\n\n");
            claim.points().forEach(point -> page.append(wrapped("- " + point)).append('\n'));
            page.append(from(claim.rows()));
            var again = claim.again();
            if (again != null) {
                page.append("\n").append(wrapped("*Again on " + again.where() + ":*")).append("\n\n");
                again.points().forEach(point -> page.append(wrapped("- " + point)).append('\n'));
                page.append(wrapped("- Not said: " + again.limits())).append('\n').append(from(again.rows()));
            }
        }
        return page.toString();
    }

    private static String from(List<RowRef> rows) {
        return "\nFrom " + rows.size() + " rows of "
                + rows.stream().map(row -> "`" + row.source() + "`").distinct().collect(Collectors.joining(", "))
                + ".\n";
    }

    /** Returns a list item in lines of at most 132 characters, the following ones indented. */
    private static String wrapped(String item) {
        var lines = new ArrayList<String>();
        var rest = item;
        for (int end = end(rest); end > 0; end = end(rest)) {
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return String.join("\n  ", lines);
    }

    /** Returns the index of the space at which to break the text; 0 or less for none. */
    private static int end(String rest) {
        return rest.length() <= WIDTH ? 0 : rest.lastIndexOf(' ', WIDTH);
    }
}
