package org.gpucomm.server.analysis.claims;

import java.util.List;
import java.util.stream.Collectors;

/** The claims as a page of the documentation. */
final class StudyPage {

    private StudyPage() {}

    static String markdown(List<Claim> claims) {
        var page = new StringBuilder("""
                # The EFA study, re-examined

                Made by gpucomm from `data/study`; a test fails when this page and the data differ. Each claim of the study's README
                (crazyguitar/aws-gpu-communication-benchmark, October 2025), in our words, with what the rows say. Every value was
                measured once, so nothing here has an error bar.

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
            page.append("\nFrom ").append(claim.rows().size()).append(" rows of ").append(claim.rows().stream()
                    .map(row -> "`" + row.source() + "`").distinct().collect(Collectors.joining(", "))).append(".\n");
        }
        return page.toString();
    }

    /** Returns an item of a list in lines of at most 132 characters, the following ones indented. */
    private static String wrapped(String item) {
        return item.replaceAll("(.{1,132})(?: +|$)", "$1\n  ").stripTrailing();
    }
}
