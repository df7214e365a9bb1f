package org.gpucomm.cli.accept;

import static org.gpucomm.figures.report.ReportPage.escaped;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.gpucomm.analysis.acceptance.Requirements;
import org.gpucomm.analysis.acceptance.RequirementVerdict.Outcome;
import org.gpucomm.analysis.acceptance.RequirementVerdict;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.figures.report.ReportPage;
import org.jspecify.annotations.Nullable;

/** Self-contained HTML page with the verdicts, figures, facts about the runs, and the rows. */
final class AcceptancePage {

    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;color:#1c2733;max-width:62rem;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
            table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
            th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid #dde3ea}
            th{font-weight:600;color:#51606f}td.n,th.n{text-align:right;white-space:nowrap}
            .o{font-weight:700;white-space:nowrap}.pass{color:#13692f}.fail{color:#b3261e}.not{color:#7a5b00}
            .s{color:#51606f;font-size:.86rem;overflow-wrap:anywhere}img{width:100%;height:auto;margin:.5rem 0}
            .w{overflow-x:auto}@media print{body{margin:0;max-width:none}details{display:block}}
            """;

    private final Requirements asked;
    private final List<RequirementVerdict> verdicts;
    private final EvidenceFiles read;
    private final StringBuilder html = new StringBuilder();

    private AcceptancePage(Requirements asked, List<RequirementVerdict> verdicts, EvidenceFiles read) {
        this.asked = asked;
        this.verdicts = verdicts;
        this.read = read;
    }

    static String of(Requirements asked, List<RequirementVerdict> verdicts, EvidenceFiles read) {
        return new AcceptancePage(asked, verdicts, read).page();
    }

    /** Returns the counts of outcomes, for example {@code 3 of 4 requirements pass, 1 is not shown.} */
    static String summary(List<RequirementVerdict> verdicts) {
        var parts = new ArrayList<String>();
        long passed = count(verdicts, Outcome.PASS);
        parts.add(passed + " of " + verdicts.size() + (verdicts.size() == 1 ? " requirement" : " requirements")
                + (passed == 1 ? " passes" : " pass"));
        long failed = count(verdicts, Outcome.FAIL);
        if (failed > 0) {
            parts.add(failed + (failed == 1 ? " fails" : " fail"));
        }
        long open = count(verdicts, Outcome.NOT_SHOWN);
        if (open > 0) {
            parts.add(open + (open == 1 ? " is" : " are") + " not shown");
        }
        return String.join(", ", parts) + ".";
    }

    private static long count(List<RequirementVerdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(each -> each.outcome() == outcome).count();
    }

    private String page() {
        html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append(escaped("Acceptance: " + asked.title())).append("</title>\n<style>").append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>").append(escaped("Acceptance: " + asked.title()))
                .append("</h1>\n<p>").append(escaped(summary(verdicts))).append("</p>\n");
        requirements();
        figures(read.evidence());
        fingerprints();
        rows(read.evidence());
        html.append(
                "<p class=\"s\">Made by gpucomm accept. GB/s are 10⁹ bytes a second of bus bandwidth; KiB, MiB and GiB are")
                .append(" powers of two. Where runs differ in settings, the best of them counts.</p>\n</body>\n</html>\n");
        return html.toString();
    }

    private void requirements() {
        html.append("<h2>Requirements</h2>\n<div class=\"w\"><table>\n<tr><th></th><th>Requirement</th>")
                .append("<th class=\"n\">Asked</th><th>Shown</th></tr>\n");
        for (var each : verdicts) {
            var asks = each.requirement();
            html.append("<tr><td class=\"o ").append(each.outcome().name().toLowerCase(java.util.Locale.ROOT)
                    .replace("_shown", "")).append("\">").append(each.outcome().title()).append("</td><td>")
                    .append(escaped(asks.title())).append(asks.verified() ? ", data checked" : "")
                    .append("<div class=\"s\">")
                    .append(escaped(asks.source())).append("</div></td><td class=\"n\">")
                    .append(escaped(asks.askedInWords()).replace(" (", "<br>("))
                    .append("</td><td>").append(escaped(each.why())).append("</td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private void figures(Evidence evidence) {
        var figures = AcceptanceFigures.of(asked, verdicts, evidence);
        if (!figures.isEmpty()) {
            html.append("<h2>Figures</h2>\n");
        }
        figures.forEach((title, svg) -> html.append("<img alt=\"").append(escaped(title))
                .append("\" src=\"data:image/svg+xml;base64,").append(Base64.getEncoder().encodeToString(svg))
                .append("\">\n"));
    }

    /** Writes the facts about the runs behind the verdicts. Equal values of several runs appear once. */
    private void fingerprints() {
        var values = new TreeMap<String, Set<String>>();
        var runs = verdicts.stream().flatMap(each -> each.rows().stream()).map(RowRef::run).collect(Collectors.toSet());
        read.facts().stream().filter(fact -> runs.contains(fact.run()))
                .forEach(fact -> values.computeIfAbsent(fact.name(), added -> new LinkedHashSet<>())
                        .add(fact.value()));
        if (values.isEmpty()) {
            return;
        }
        html.append("<h2>Hosts and software of the runs</h2>\n<div class=\"w\"><table>\n");
        values.forEach((name, all) -> html.append("<tr><th>").append(escaped(name)).append("</th><td class=\"s\">")
                .append(all.stream().map(ReportPage::escaped).collect(Collectors.joining("<br>")))
                .append("</td></tr>\n"));
        html.append("</table></div>\n");
    }

    private void rows(Evidence evidence) {
        var wanted = verdicts.stream().flatMap(each -> each.rows().stream()).collect(Collectors.toSet());
        var bySource = new LinkedHashMap<String, List<Observation>>();
        evidence.observations().stream().filter(each -> wanted.contains(each.row())).forEach(
                each -> bySource.computeIfAbsent(each.row().source(), added -> new ArrayList<>()).add(each));
        if (bySource.isEmpty()) {
            return;
        }
        html.append("<h2>The measurements that this stands on</h2>\n<div class=\"w\"><table>\n<tr>");
        for (var title : List.of("Row", "Operation", "Placement", "Nodes", "Ranks", "Bytes", "Time µs", "busbw GB/s",
                "Wrong", "Library", "Settings")) {
            html.append("<th")
                    .append(Set.of("Nodes", "Ranks", "Bytes", "Time µs", "busbw GB/s", "Wrong").contains(title)
                            ? " class=\"n\">"
                            : ">")
                    .append(title).append("</th>");
        }
        html.append("</tr>\n");
        bySource.values().forEach(list -> list.forEach(this::row));
        html.append("</table></div>\n");
    }

    private void row(Observation each) {
        var row = each.measurement();
        html.append("<tr>");
        cell(each.row().toString(), false);
        cell(row.workload().operation().id(), false);
        cell(row.workload().placement() == null ? "" : row.workload().placement().id(), false);
        cell(row.platform().nodes(), true);
        cell(row.platform().ranks(), true);
        cell(row.workload().messageSize() == null ? "" : row.workload().messageSize().count(), true);
        cell(row.outcome().time(), true);
        cell(row.outcome().busbw(), true);
        cell(row.outcome().wrong() == null ? "not checked" : row.outcome().wrong(), true);
        cell((row.stack().library() == null ? "" : row.stack().library()) + " "
                + (row.stack().libraryVersion() == null ? "" : row.stack().libraryVersion()), false);
        cell(row.settings().text(), false);
        html.append("</tr>\n");
    }

    private void cell(@Nullable Object value, boolean number) {
        html.append(number ? "<td class=\"n\">" : "<td class=\"s\">")
                .append(value == null ? "" : escaped(value.toString()))
                .append("</td>");
    }
}
