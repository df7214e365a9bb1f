package org.gpucomm.figures.draw;

import java.awt.Color;
import java.awt.geom.Rectangle2D;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Panel;

/**
 * Drawing of one panel: its plot and all text in and around the plot.
 *
 * @param labelsY whether this panel labels its left axis; false if the labels of the panel to the left also apply here
 */
record PanelDrawing(Canvas canvas, Typesetting setting, Panel panel, Rectangle2D frame, Plot plot, boolean labelsY) {

    static PanelDrawing of(Canvas canvas, Typesetting setting, Panel panel, Rectangle2D frame, boolean labelsY) {
        return new PanelDrawing(canvas, setting, panel, frame, new Plot(canvas, setting.theme(), panel, frame),
                labelsY);
    }

    void draw() {
        plot.draw();
        if (setting.theme().boxed()) {
            canvas.draw(frame, canvas.hairline(setting.theme().gridWidth()), new Color(setting.theme().grid()));
        } else {
            baseLine();
        }
        ticksBelow();
        if (labelsY) {
            ticksLeft();
        }
        title();
        shadeLabels();
        panel.extras().references().forEach(this::reference);
        if (panel.extras().values()) {
            values();
        }
        legend();
        panel.extras().remarks().forEach(this::remark);
    }

    private boolean lying() {
        return panel.kind() == ChartKind.BAR_ACROSS;
    }

    private Axis below() {
        return lying() ? panel.y() : panel.x();
    }

    private Axis left() {
        return lying() ? panel.x() : panel.y();
    }

    private double place(Axis axis, Tick tick) {
        return axis == panel.x() ? plot.across(tick.value()) : plot.up(tick.value());
    }

    private void baseLine() {
        var stroke = canvas.hairline(0.8);
        var color = new Color(setting.theme().muted());
        if (lying()) {
            canvas.upright(frame.getMinX(), frame.getMinY(), frame.getMaxY(), stroke, color);
            return;
        }
        canvas.level(frame.getMinX(), frame.getMaxX(), frame.getMaxY(), stroke, color);
        if (panel.kind() == ChartKind.LINE) {
            for (var tick : panel.x().ticks()) {
                canvas.upright(plot.across(tick.value()), frame.getMaxY(), frame.getMaxY() + setting.points(3), stroke,
                        color);
            }
        }
    }

    private void ticksBelow() {
        var letters = setting.tick();
        double baseline = frame.getMaxY() + setting.points(setting.theme().tickPad()) + letters.ascent();
        int stride = stride(letters);
        for (int i = 0; i < below().ticks().size(); i += stride) {
            var tick = below().ticks().get(i);
            canvas.text(tick.label(), place(below(), tick), baseline, Align.CENTER, letters);
        }
        double labelBaseline = baseline + letters.descent() + setting.points(setting.theme().labelPad())
                + setting.label().ascent();
        canvas.text(below().label(), frame.getCenterX(), labelBaseline, Align.CENTER, setting.label());
    }

    /** Returns the smallest stride of labelled ticks at which no labels overlap. */
    private int stride(TextStyle letters) {
        var ticks = below().ticks();
        for (int stride = 1; stride < ticks.size(); stride++) {
            boolean touch = false;
            for (int i = stride; i < ticks.size(); i += stride) {
                var left = ticks.get(i - stride);
                var right = ticks.get(i);
                double room = place(below(), right) - place(below(), left);
                double needed = (letters.width(left.label()) + letters.width(right.label())) / 2;
                touch |= needed + 0.6 * letters.size() > room;
            }
            if (!touch) {
                return stride;
            }
        }
        return Math.max(1, ticks.size());
    }

    private void ticksLeft() {
        var letters = setting.tick();
        double right = frame.getMinX() - setting.points(setting.theme().tickPad());
        double widest = 0;
        for (var tick : left().ticks()) {
            canvas.text(tick.label(), right, place(left(), tick) + letters.belowMiddle(), Align.RIGHT, letters);
            widest = Math.max(widest, letters.width(tick.label()));
        }
        double baseline = right - widest - setting.points(setting.theme().labelPad()) - setting.label().descent();
        canvas.textUpwards(left().label(), baseline, frame.getCenterY(), setting.label());
    }

    private void title() {
        double baseline = frame.getMinY() - setting.points(setting.theme().titlePad());
        if (setting.theme().boxed()) {
            canvas.text(panel.title(), frame.getCenterX(), baseline, Align.CENTER, setting.panelTitle());
        } else {
            canvas.text(panel.title(), frame.getMinX(), baseline, Align.LEFT, setting.panelTitle());
        }
    }

    private void shadeLabels() {
        for (var shade : panel.extras().shades()) {
            double middle = (plot.across(shade.from()) + plot.across(shade.to())) / 2;
            canvas.text(shade.label(), middle, baselineOfShades(), Align.CENTER, setting.small());
        }
    }

    /** Returns the baseline of the shades' labels: the top line of the frame, or below the reference levels there. */
    private double baselineOfShades() {
        double leading = setting.small().leading();
        double baseline = frame.getMinY() + leading;
        var levels = panel.extras().references().stream().filter(Reference.Level.class::isInstance)
                .mapToDouble(reference -> plot.up(((Reference.Level) reference).y())).sorted().toArray();
        for (double level : lying() ? new double[0] : levels) {
            if (level > baseline - leading && level - setting.points(3) - leading < baseline) {
                baseline = level + leading;
            }
        }
        return baseline;
    }

    private void reference(Reference reference) {
        var letters = setting.small();
        double gap = setting.points(3);
        switch (reference) {
            case Reference.Level level when lying() -> canvas.text(level.label(), plot.up(level.y()),
                    frame.getMinY() - gap, Align.CENTER, letters);
            case Reference.Level level -> canvas.textOver(level.label(), frame.getMaxX() - roomForEndLabels(),
                    plot.up(level.y()) - gap, Align.RIGHT, letters);
            case Reference.Slope slope -> canvas.textOver(slope.label(), plot.across(slope.x2()) + 2 * gap,
                    plot.up(slope.y2()) + letters.belowMiddle(), Align.LEFT, letters);
        }
    }

    private double roomForEndLabels() {
        return panel.placing().legend() == Legend.ENDS ? setting.points(12) : 0;
    }

    private void values() {
        var letters = setting.tick();
        double gap = setting.points(3);
        for (var bar : Bars.of(panel)) {
            var text = Numbers.grouped(Numbers.significant(bar.point().y(), 3));
            double along = plot.along(bar.middle());
            double end = plot.up(bar.point().y());
            if (!lying()) {
                canvas.textOver(text, along, end - gap, Align.CENTER, letters);
            } else if (end - frame.getMinX() > 2.5 * letters.width(text)) {
                canvas.text(text, end - 2 * gap, along + letters.belowMiddle(), Align.RIGHT,
                        letters.in(Shades.on(setting.theme().rgb(bar.series().ink()))));
            } else {
                canvas.textOver(text, end + gap, along + letters.belowMiddle(), Align.LEFT, letters);
            }
        }
    }

    private void remark(Remark remark) {
        var letters = setting.small();
        double x = plot.across(remark.x());
        double y = plot.up(remark.y());
        for (var line : remark.text().split("\n")) {
            canvas.textOver(line.strip(), x, y, remark.align(), letters);
            y += letters.leading();
        }
    }

    private void legend() {
        var where = panel.placing().legend();
        if (where == Legend.ENDS) {
            EndLabels.draw(canvas, setting, panel, plot);
            return;
        }
        if (where == Legend.NONE || where == Legend.ABOVE || panel.series().isEmpty()) {
            return;
        }
        boolean beside = where == Legend.OUTSIDE;
        var box = LegendBox.of(panel, setting, beside);
        double pad = 0.5 * box.letters().size();
        double right = frame.getMaxX() - pad - box.width();
        double top = frame.getMinY() + pad;
        switch (where) {
            case TOP_RIGHT -> box.draw(canvas, right, top);
            case TOP_LEFT -> box.draw(canvas, frame.getMinX() + pad, top);
            case RIGHT -> box.draw(canvas, right, frame.getCenterY() - box.height() / 2);
            case BOTTOM_RIGHT -> box.draw(canvas, right, frame.getMaxY() - pad - box.height());
            case OUTSIDE -> box.draw(canvas, frame.getMaxX() + 0.02 * frame.getWidth() + pad, top);
            case NONE, ENDS, ABOVE -> throw new IllegalStateException("no box for " + where);
        }
    }
}
