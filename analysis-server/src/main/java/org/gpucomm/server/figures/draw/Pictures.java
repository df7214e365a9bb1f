package org.gpucomm.server.figures.draw;

import java.awt.image.BufferedImage;

import org.gpucomm.server.figures.chart.Figure;

/** The faces of a figure that are looked at. */
public final class Pictures {

    private Pictures() {}

    /** For experiments. */
    public static BufferedImage image(Figure figure, int width) {
        int height = (int) Math.round((double) figure.sheet().height() * width / figure.sheet().width());
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        new Drawing(figure, graphics, width, height).draw();
        graphics.dispose();
        return image;
    }
}
