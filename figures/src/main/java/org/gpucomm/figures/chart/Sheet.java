package org.gpucomm.figures.chart;

/**
 * Size and layout of a figure.
 *
 * @param width     width in pixels
 * @param height    height in pixels
 * @param dpi       pixels per inch; letters and lines have sizes in points of 1/72 inch
 * @param columns   number of panels in a row
 * @param legend    place of the legend that all panels share
 * @param heading   whether the title is drawn above the panels
 * @param sentences whether the aggregation and the source are drawn above and below the panels
 */
public record Sheet(int width, int height, int dpi, int columns, Legend legend, boolean heading,
        boolean sentences) {

    public Sheet {
        requirePositive("width", width);
        requirePositive("height", height);
        requirePositive("dpi", dpi);
        requirePositive("columns", columns);
    }

    /** Creates a sheet with sentences. */
    public Sheet(int width, int height, int dpi, int columns, Legend legend, boolean heading) {
        this(width, height, dpi, columns, legend, heading, true);
    }

    /** Returns the number of pixels per point. */
    public double point() {
        return dpi / 72.0;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, was " + value);
        }
    }
}
