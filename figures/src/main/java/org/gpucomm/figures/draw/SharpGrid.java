package org.gpucomm.figures.draw;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.Stroke;
import java.awt.geom.Rectangle2D;

import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;

/** Renderer that draws only grid lines, aligned with whole pixels. */
final class SharpGrid extends XYLineAndShapeRenderer {

    private static final long serialVersionUID = 1L;

    @Override
    public void drawDomainLine(Graphics2D g2, XYPlot plot, ValueAxis axis, Rectangle2D area, double value,
            Paint paint, Stroke stroke) {
        super.drawDomainLine(g2, plot, axis, area, sharp(plot, axis, area, value, stroke, true), paint, stroke);
    }

    @Override
    public void drawRangeLine(Graphics2D g2, XYPlot plot, ValueAxis axis, Rectangle2D area, double value,
            Paint paint, Stroke stroke) {
        super.drawRangeLine(g2, plot, axis, area, sharp(plot, axis, area, value, stroke, false), paint, stroke);
    }

    private static double sharp(XYPlot plot, ValueAxis axis, Rectangle2D area, double value, Stroke stroke,
            boolean domain) {
        RectangleEdge edge = domain ? plot.getDomainAxisEdge() : plot.getRangeAxisEdge();
        double middle = axis.valueToJava2D(value, area, edge);
        return axis.java2DToValue(Canvas.sharp(middle, (BasicStroke) stroke), area, edge);
    }
}
