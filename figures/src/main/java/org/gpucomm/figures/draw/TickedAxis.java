package org.gpucomm.figures.draw;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

import org.gpucomm.figures.chart.Axis;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** Factory of JFreeChart axes with the figure's range and ticks. The axes place points and grid lines but draw no labels. */
final class TickedAxis {

    private TickedAxis() {}

    static ValueAxis of(Axis axis) {
        var ticks = axis.ticks().stream().map(tick -> axis.position(tick.value())).map(TickedAxis::unlabelled).toList();
        var made = axis.scale().isLogarithmic() ? new Logarithmic(ticks) : new Linear(ticks);
        made.setRange(axis.min(), axis.max());
        made.setVisible(false);
        return made;
    }

    private static NumberTick unlabelled(double value) {
        return new NumberTick(value, "", TextAnchor.CENTER, TextAnchor.CENTER, 0);
    }

    private static final class Linear extends NumberAxis {

        private static final long serialVersionUID = 1L;

        private final transient List<NumberTick> ticks;

        Linear(List<NumberTick> ticks) {
            this.ticks = ticks;
        }

        @Override
        public List<NumberTick> refreshTicks(Graphics2D g2, AxisState state, Rectangle2D dataArea, RectangleEdge edge) {
            return ticks;
        }
    }

    private static final class Logarithmic extends LogAxis {

        private static final long serialVersionUID = 1L;

        private final transient List<NumberTick> ticks;

        Logarithmic(List<NumberTick> ticks) {
            this.ticks = ticks;
            setSmallestValue(Double.MIN_NORMAL);
        }

        @Override
        public List<NumberTick> refreshTicks(Graphics2D g2, AxisState state, Rectangle2D dataArea, RectangleEdge edge) {
            return ticks;
        }
    }
}
