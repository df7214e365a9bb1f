package org.gpucomm.figures.report;

import java.util.Base64;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.study.Claim;
import org.gpucomm.figures.StudyFigures;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.PngRenderer;
import org.jspecify.annotations.Nullable;

/** Report as one HTML file that contains its text, styles and pictures and refers to no other file. */
public final class ReportPage {

    /** Width of a picture in pixels. A PNG takes a fifth of the size of an SVG, whose letters are outlines. */
    private static final int PICTURE_WIDTH = 1600;

    private static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Your measurements beside the EFA study</title>
            <style>
            :root { color-scheme: light dark; --line: light-dark(#d5dbe1, #303841); --muted: light-dark(#59636e, #9aa4b0) }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 1500px; margin: 0 auto; padding: 16px;
              background: light-dark(#fff, #0f1317); color: light-dark(#1b1f24, #e6e9ed) }
            .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 8px 28px }
            section { border-top: 1px solid var(--line); padding: 12px 0 }
            h1 { font-size: 24px; margin: 0 } h2 { font-size: 17px; margin: 4px 0 } h3 { font-size: 14px; margin: 6px 0 }
            ul { margin: 4px 0; padding-left: 20px } .muted { color: var(--muted) }
            .badge { border: 1px solid; border-radius: 9px; padding: 0 8px; font-size: 13px; white-space: nowrap }
            img { width: 100%; height: auto } figure { margin: 0 }
            </style>
            </head>
            <body>
            """;

    private final StringBuilder page = new StringBuilder(HEAD);

    private ReportPage() {}

    static String html(List<Claim> claims, OwnRows rows, List<StudyFigures.FigurePair> figures, int measurements) {
        var report = new ReportPage();
        report.opening(rows, figures, measurements);
        var own = new OwnClaims(rows);
        // Claims about the proxy of Libefaxx have no number; they are not the study's, and no row of its set supports them.
        claims.stream().filter(claim -> Character.isDigit(claim.number().charAt(0)))
                .forEach(claim -> report.claim(claim, own.of(claim.number())));
        figures.forEach(report::figures);
        return report.page.append("</body>\n</html>\n").toString();
    }

    private void opening(OwnRows rows, List<StudyFigures.FigurePair> figures, int measurements) {
        int[] repetitions = rows.repetitions();
        page.append("<h1>Your measurements beside the EFA study</h1>\n<p class=\"muted\">The study: "
                + "crazyguitar/aws-gpu-communication-benchmark, October 2025, 16 to 256 H100 of p5.48xlarge over EFA, single runs.<br>");
        figures.stream().map(StudyFigures.FigurePair::own).filter(Objects::nonNull).map(Figure::source).distinct()
                .forEach(source -> page.append("Yours: ").append(escaped(source)).append("<br>"));
        page.append(measurements).append(" measurements were read; each value of yours is the median of ")
                .append(repetitions[0] == repetitions[1]
                        ? "" + repetitions[0]
                        : repetitions[0] + " to " + repetitions[1])
                .append(repetitions[1] == 1 ? " measurement" : " measurements")
                .append(", and medians within 3 % of each other are called alike. Measurements with wrong data are left out; no sentence is about NCCL's in-place ones. ")
                .append("Hardware, network and numbers of GPUs differ: a claim that does not hold here may hold there.</p>\n");
    }

    private void claim(Claim claim, OwnClaims.Saying own) {
        page.append("<section id=\"claim-").append(claim.number()).append("\">\n<h2>").append(claim.number())
                .append(". ")
                .append(escaped(claim.claim())).append("</h2>\n<div class=\"pair\">\n");
        side("The study's own rows", claim.ruling().title(), claim.points());
        side("Your rows", own.title(), own.sentences());
        page.append("</div>\n</section>\n");
    }

    private void side(String title, String badge, List<String> points) {
        page.append("<div><h3>").append(title).append(" <span class=\"badge\">").append(badge)
                .append("</span></h3>\n<ul>\n");
        points.forEach(point -> page.append("<li>").append(escaped(point)).append("</li>\n"));
        page.append("</ul></div>\n");
    }

    private void figures(StudyFigures.FigurePair beside) {
        page.append("<section id=\"figure-").append(beside.published().name()).append("\">\n<h2>")
                .append(escaped(beside.published().title())).append("</h2>\n<div class=\"pair\">\n");
        figure("The study's rows", beside.published());
        figure("Your rows", beside.own());
        page.append("</div>\n</section>\n");
    }

    private void figure(String title, @Nullable Figure figure) {
        page.append("<figure><h3>").append(title).append("</h3>\n");
        if (figure == null) {
            page.append("<p class=\"muted\">None of your measurements is in this figure.</p>");
        } else {
            page.append("<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"")
                    .append(picture(figure, Background.DARK)).append("\"><img alt=\"").append(escaped(figure.about()))
                    .append("\" src=\"").append(picture(figure, Background.LIGHT)).append("\"></picture>");
        }
        page.append("</figure>\n");
    }

    private static String picture(Figure figure, Background look) {
        return "data:image/png;base64,"
                + Base64.getEncoder().encodeToString(new PngRenderer().png(figure, look, PICTURE_WIDTH));
    }

    /** Returns a text escaped for the content of an element or for an attribute in double quotes. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
