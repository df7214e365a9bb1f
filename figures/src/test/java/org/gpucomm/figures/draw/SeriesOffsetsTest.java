package org.gpucomm.figures.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Marker;
import org.gpucomm.figures.view.ViewAdjustments;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.Curve;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewFigure;
import org.gpucomm.analysis.identity.Checks;
import org.junit.jupiter.api.Test;

/** Boxes of several runs' iterations: each with its longest, none over another. */
class SeriesOffsetsTest {

    @Test
    void theLongestStandsWithItsBoxAndBoxesStandSideBySide() {
        var panel = boxes(12, 3);
        var beside = SeriesOffsets.of(panel);
        var boxes = panel.series().stream().filter(one -> one.marker() != Marker.WEDGE).toList();
        var longest = panel.series().stream().filter(one -> one.marker() == Marker.WEDGE).toList();
        assertThat(boxes).hasSize(3);
        assertThat(longest).hasSize(3);
        assertThat(boxes.stream().map(beside::of)).doesNotHaveDuplicates();
        for (int i = 0; i < boxes.size(); i++) {
            assertThat(beside.of(longest.get(i))).isEqualTo(beside.of(boxes.get(i)));
        }
    }

    /** Where all iterations took the same, one would hide the others. */
    @Test
    void boxesWithoutHeightStandSideBySideToo() {
        var panel = boxes(10, 2);
        assertThat(panel.series().stream().map(SeriesOffsets.of(panel)::of).distinct()).hasSize(2);
    }

    @Test
    void theLegendNamesEachBoxOnce() {
        assertThat(boxes(12, 3).series().stream().map(Series::name)).containsExactly("run 0", "", "run 1", "", "run 2",
                "");
    }

    /** @param p99 of curves whose medians and shortest are 10 */
    private static Panel boxes(double p99, int runs) {
        var curves = IntStream.range(0, runs).boxed().flatMap(run -> List.of(
                curve("run " + run, CurveKind.BOXES, 10, 10, p99),
                curve("run " + run + ", longest", CurveKind.LONGEST, 2 * p99, Double.NaN, Double.NaN)).stream())
                .toList();
        var view = new View("name", "Time of single iterations", "basis",
                new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                new View.Axis("time_us", "Time of an iteration", Unit.MICROSECONDS, Scale.LOG10, null), curves,
                List.of(), List.of(), "http://127.0.0.1/explore");
        return ViewFigure.of(view, ViewAdjustments.of(Map.of())).panels().getFirst();
    }

    private static Curve curve(String name, CurveKind kind, double y, double min, double max) {
        var points = List.of(8, 1024, 65536).stream()
                .map(x -> new View.Point(x, y, 1, min, max, new Checks(1, 0, 0))).toList();
        return new Curve(name, name, Map.of("id", name.replace(", longest", "")), false, List.of("r-1"), List.of(),
                points, kind);
    }
}
