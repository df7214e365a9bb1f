package org.gpucomm.cli.accept;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.analysis.acceptance.Requirement;
import org.gpucomm.analysis.acceptance.Requirements;
import org.gpucomm.analysis.acceptance.RequirementVerdict;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.ViewAdjustments;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewFigure;
import org.gpucomm.analysis.identity.Checks;

/** Figures of bus bandwidth by message size with the required values, one for each operation, number of nodes and number of GPUs. */
final class AcceptanceFigures {

    private AcceptanceFigures() {}

    /** Returns SVG pictures by title, without those that have no curve. */
    static Map<String, byte[]> of(Requirements asked, List<RequirementVerdict> verdicts, Evidence evidence) {
        var layouts = verdicts.stream().map(RequirementVerdict::requirement).collect(
                Collectors.groupingBy(Requirement::layoutTitle, LinkedHashMap::new, Collectors.toList()));
        var curves = evidence.withoutTwins().alongSize();
        var figures = new LinkedHashMap<String, byte[]>();
        layouts.forEach((title, requirements) -> {
            var drawn = curves.stream().filter(curve -> isOf(requirements.getFirst(), curve)
                    && curve.cells().stream().allMatch(cell -> cell.observations().stream().allMatch(asked::covers)))
                    .toList();
            if (!drawn.isEmpty()) {
                var view = new View(ShortId.of(title), title, asked.title(),
                        new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                        new View.Axis("busbw", "Bus bandwidth", Unit.GBPS, Scale.LINEAR, null),
                        drawn.stream().map(curve -> curve(curve, drawn)).toList(), marks(requirements), List.of(), "");
                figures.put(title,
                        FigureFormat.SVG.of(ViewFigure.of(view, ViewAdjustments.of(Map.of())), Background.LIGHT));
            }
        });
        return figures;
    }

    private static boolean isOf(Requirement requirement, Curve curve) {
        var cell = curve.first();
        return curve.subject().operation() == requirement.operation() && cell.ranks() == requirement.ranks()
                && Math.max(1, cell.nodes()) == requirement.nodes()
                && curve.cells().stream().anyMatch(each -> each.bytes() > 0 && each.busbw().isPresent());
    }

    /** Returns marks for the highest and the lowest requirement only. Lines for all would overlap. */
    private static List<View.Mark> marks(List<Requirement> requirements) {
        var asked = requirements.stream().mapToDouble(Requirement::asked).summaryStatistics();
        return asked.getMin() > 0.9 * asked.getMax()
                ? List.of(mark(asked.getMax()))
                : List.of(mark(asked.getMax()), mark(asked.getMin()));
    }

    private static View.Mark mark(double level) {
        return new View.Mark(false, level, level, "asked: " + Requirement.gbps(level));
    }

    /** Returns a curve named by its library and settings, and also by its file if other curves have the same name. */
    private static View.Curve curve(Curve curve, List<Curve> all) {
        var title = curve.subject().stackTitle();
        boolean alone = all.stream().filter(each -> each.subject().stackTitle().equals(title)).count() == 1;
        var label = alone ? title : title + ", " + curve.first().rows().getFirst().source();
        return new View.Curve(ShortId.of(curve.toString()), label, Map.of("library", label), false, List.of(),
                List.of(),
                curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.busbw().isPresent())
                        .map(AcceptanceFigures::point).toList(),
                View.CurveKind.MEASURED);
    }

    private static View.Point point(Cell cell) {
        var all = cell.observations().stream().map(Observation::busbw).mapToDouble(value -> value.orElse(Double.NaN))
                .filter(value -> !Double.isNaN(value)).summaryStatistics();
        long unchecked = cell.observations().stream().filter(each -> each.measurement().outcome().wrong() == null)
                .count();
        return new View.Point(cell.bytes(), cell.busbw().orElseThrow(), cell.observations().size(), all.getMin(),
                all.getMax(), new Checks((int) (cell.observations().size() - unchecked), (int) unchecked, 0));
    }
}
