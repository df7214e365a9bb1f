package org.gpucomm.figures.chart;

/**
 * Point of a series.
 *
 * @param x     x in the unit of the axis
 * @param y     y in the unit of the axis
 * @param rows  number of rows behind the point
 * @param min   smallest y of those rows
 * @param max   largest y of those rows
 * @param check result of the check of the data behind the point
 */
public record Point(double x, double y, int rows, double min, double max, Check check) {

    /** Creates a point without a mark for its data check: the author of the figure chose the rows. */
    public Point(double x, double y, int rows, double min, double max) {
        this(x, y, rows, min, max, Check.RIGHT);
    }

    /** Returns a point for one row. */
    public static Point of(double x, double y) {
        return new Point(x, y, 1, y, y);
    }
}
