package org.gpucomm.figures.chart;

/**
 * The paper of a figure.
 *
 * @param width   pixels at {@code dpi}
 * @param height  pixels at {@code dpi}
 * @param dpi     pixels an inch; letters and lines have their size in points, 1/72 inch
 * @param columns panels beside each other
 * @param legend  the legend that all panels share
 * @param heading whether the figure's title stands above the panels
 * @param sentences whether what is aggregated and where it comes from are written above and below them
 */
public record Sheet(int width, int height, int dpi, int columns, Legend legend, boolean heading,
        boolean sentences) {

    public Sheet {
        requirePositive("width", width);
        requirePositive("height", height);
        requirePositive("dpi", dpi);
        requirePositive("columns", columns);
    }

    /** Returns one with sentences. */
    public Sheet(int width, int height, int dpi, int columns, Legend legend, boolean heading) {
        this(width, height, dpi, columns, legend, heading, true);
    }

    /** Pixels of one point. */
    public double point() {
        return dpi / 72.0;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, was " + value);
        }
    }
}
