package org.gpucomm.figures.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.View.Curve;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Point;
import org.gpucomm.figures.view.View.Unit;
import org.junit.jupiter.api.Test;

class ViewTest {

    private static final Checks RIGHT = new Checks(1, 0, 0);
    private static final Checks WRONG = new Checks(0, 0, 1);

    @Test
    void theBestPointHasNoWrongData() {
        assertThat(best(Unit.GBPS, curve(CurveKind.MEASURED, point(8, 300, RIGHT), point(16, 900, WRONG))))
                .isEqualTo("At most 300 GB/s at 8 B: one");
        assertThat(best(Unit.MICROSECONDS, curve(CurveKind.MEASURED, point(8, 10, RIGHT), point(16, 2, WRONG))))
                .isEqualTo("At least 10 µs at 8 B: one");
    }

    @Test
    void ratiosAndForecastsHaveNoBestPoint() {
        assertThat(best(Unit.NONE, curve(CurveKind.RATIO, point(8, 1.2, RIGHT)))).isEmpty();
        assertThat(best(Unit.GBPS, curve(CurveKind.FORECAST, point(8, 300, RIGHT)))).isEmpty();
    }

    private static Point point(double x, double y, Checks data) {
        return new Point(x, y, 1, y, y, data);
    }

    private static Curve curve(CurveKind kind, Point... points) {
        return new Curve("id", "one", Map.of(), false, List.of("r-1"), List.of(), List.of(points), kind);
    }

    private static String best(Unit unit, Curve curve) {
        return new View("name", "Title", "basis", new View.Axis("bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                new View.Axis("y", "y", unit, Scale.LINEAR, null), List.of(curve), List.of(), List.of(), "").best()
                .orElse("");
    }
}
