package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.series.SeriesKey;

/**
 * This class holds what each further rank costs where messages are so small that the steps make the time: a ring takes one
 * step a rank.
 */
final class StepCost implements Rule {

    private static final String ID = "step-cost";
    private static final int FEWEST = 4;
    /** Above, the data makes part of the time. */
    private static final long SMALL = 4 << 10;
    private static final double GROWS = 2;
    /** Share of the variance along ranks that the line leaves. */
    private static final double UNEXPLAINED = 0.02;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        var told = new HashSet<SeriesKey>();
        evidence.alongRanks().stream().filter(curve -> curve.fixed() > 0 && curve.fixed() <= SMALL)
                .sorted((a, b) -> Long.compare(a.fixed(), b.fixed())).forEach(curve -> {
                    if (!told.contains(curve.subject())) {
                        of(curve).ifPresent(finding -> {
                            findings.add(finding);
                            told.add(curve.subject());
                        });
                    }
                });
        return findings;
    }

    private Optional<Finding> of(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.ranks() > 1 && cell.time().isPresent()).toList();
        if (cells.size() < FEWEST) {
            return Optional.empty();
        }
        var ranks = cells.stream().mapToDouble(cell -> cell.ranks()).toArray();
        var times = cells.stream().mapToDouble(cell -> cell.time().orElseThrow()).toArray();
        var line = FittedLine.through(ranks, times);
        var logs = FittedLine.through(java.util.Arrays.stream(ranks).map(Math::log).toArray(), times);
        boolean grows = times[times.length - 1] > GROWS * times[0];
        // A tree grows with the logarithm: then no rank costs the same as another.
        if (!grows || line.unexplained() > UNEXPLAINED || line.unexplained() > logs.unexplained()) {
            return Optional.empty();
        }
        var sentence = curve.subject().title() + " with " + curve.subject().stackTitle() + " of "
                + Say.size(curve.fixed()) + " takes " + Say.time(line.slope()) + " more for each further rank, from "
                + Say.ranks(curve.subject(), cells.getFirst().ranks()) + " to "
                + Say.ranks(curve.subject(), cells.getLast().ranks())
                + ": steps that follow one another, one a rank, as in a ring; a tree would grow with the logarithm.";
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("per_rank", line.slope(), "µs"),
                        new Quantity("unexplained", 100 * line.unexplained(), "%")),
                cells.stream().flatMap(cell -> cell.rows().stream()).toList()));
    }

    /** Of least squares. @param unexplained share of the variance of y that is left */
    private record FittedLine(double slope, double unexplained) {

        static FittedLine through(double[] x, double[] y) {
            double meanX = java.util.Arrays.stream(x).average().orElseThrow();
            double meanY = java.util.Arrays.stream(y).average().orElseThrow();
            double xx = 0;
            double xy = 0;
            double yy = 0;
            for (int i = 0; i < x.length; i++) {
                xx += (x[i] - meanX) * (x[i] - meanX);
                xy += (x[i] - meanX) * (y[i] - meanY);
                yy += (y[i] - meanY) * (y[i] - meanY);
            }
            return yy == 0 ? new FittedLine(0, 1) : new FittedLine(xy / xx, 1 - xy * xy / (xx * yy));
        }
    }
}
