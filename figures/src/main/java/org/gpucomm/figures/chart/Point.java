package org.gpucomm.figures.chart;

/**
 * One drawn point.
 *
 * @param x     in the unit of the x axis
 * @param y     in the unit of the y axis
 * @param rows  rows that it stands for
 * @param min   smallest y of those rows
 * @param max   largest y of those rows
 * @param check what is known of the data behind it
 */
public record Point(double x, double y, int rows, double min, double max, Check check) {

    /** A point that is drawn without a word about its data: anyone who made the figure chose the rows. */
    public Point(double x, double y, int rows, double min, double max) {
        this(x, y, rows, min, max, Check.RIGHT);
    }

    /** Returns what one row says. */
    public static Point of(double x, double y) {
        return new Point(x, y, 1, y, y);
    }
}
