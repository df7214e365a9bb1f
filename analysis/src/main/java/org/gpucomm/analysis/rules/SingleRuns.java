package org.gpucomm.analysis.rules;

import java.util.List;
import java.util.OptionalLong;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Logs without repetitions, in which noise and effect cannot be separated. One of the last rules, since most logs are like this. */
final class SingleRuns implements Rule {

    private static final String ID = "single-runs";
    private static final int FEWEST_POINTS = 3;

    @Override
    public List<Finding> examine(Evidence evidence) {
        // Sizes that a tool rounds down to 0 repeat each other and measure nothing.
        var cells = evidence.alongSize().stream().flatMap(curve -> curve.cells().stream())
                .filter(cell -> cell.bytes() != 0).toList();
        if (cells.size() < FEWEST_POINTS || cells.stream().anyMatch(cell -> cell.repetitions() > 1)) {
            return List.of();
        }
        return List.of(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN,
                "Every point was measured once" + iterations(cells) + ": nothing here separates noise from effect, so "
                        + "differences of a few percent stay open. Ten interleaved repetitions settle 3 % at 1 % noise.",
                List.of(new Quantity("points", cells.size(), "")),
                evidence.observations().stream().map(Observation::row).toList())
                .withConsequence(Consequence.BACKGROUND).withOpen(true));
    }

    /** Returns, for example, {@code , each a mean of 20 iterations}, to distinguish iterations from repetitions. */
    private static String iterations(List<Cell> cells) {
        var counts = cells.stream().flatMap(cell -> cell.observations().stream())
                .map(each -> each.measurement().workload().iterations()).distinct().toList();
        var only = counts.size() == 1 && counts.getFirst() != null && counts.getFirst() > 1
                ? OptionalLong.of(counts.getFirst())
                : OptionalLong.empty();
        return only.isPresent() ? ", each a mean of " + only.getAsLong() + " iterations" : "";
    }
}
