package org.gpucomm.server.figures.draw;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.awt.image.DirectColorModel;
import java.awt.image.Raster;
import java.util.LinkedHashMap;
import java.util.Map;

import org.gpucomm.server.figures.chart.Figure;
import org.gpucomm.server.figures.chart.Look;
import org.gpucomm.server.figures.png.Png;

/** Maker of PNG files, one after the other, over the same pixels. Not for several threads. */
public final class Press {

    private static final int[] MASKS = {0xFF0000, 0x00FF00, 0x0000FF};

    private int[] pixels = {};

    /** Returns a PNG file of this width; everything on it grows and shrinks together. */
    public byte[] png(Figure figure, Look look, int width) {
        int height = draw(figure, look, width);
        return file(figure, width, height);
    }

    /** Returns the same with sixteen shades a channel, which halve the file and do not show in a small picture. */
    public byte[] thumbnail(Figure figure, Look look, int width) {
        int height = draw(figure, look, width);
        for (int i = 0; i < width * height; i++) {
            int high = pixels[i] & 0xF0F0F0;
            pixels[i] = high | high >> 4;
        }
        return file(figure, width, height);
    }

    /** Returns the height. */
    private int draw(Figure figure, Look look, int width) {
        int height = Pictures.heightFor(figure, width);
        if (pixels.length < width * height) {
            pixels = new int[width * height];
        }
        var raster = Raster.createPackedRaster(new DataBufferInt(pixels, width * height), width, height, width, MASKS,
                null);
        var colors = new DirectColorModel(ColorSpace.getInstance(ColorSpace.CS_sRGB), 24, MASKS[0], MASKS[1], MASKS[2],
                0, false, DataBuffer.TYPE_INT);
        assert colors.getTransparency() == Transparency.OPAQUE;
        var graphics = new BufferedImage(colors, raster, false, null).createGraphics();
        new Drawing(figure, look, graphics, width, height).draw();
        graphics.dispose();
        return height;
    }

    private byte[] file(Figure figure, int width, int height) {
        int dpi = (int) Math.round((double) figure.sheet().dpi() * width / figure.sheet().width());
        return new Png(pixels, width, height, dpi, about(figure)).bytes();
    }

    private static Map<String, String> about(Figure figure) {
        var about = new LinkedHashMap<String, String>();
        about.put("Title", figure.title());
        about.put("Description", figure.about());
        about.put("Source", figure.source());
        about.put("Software", "gpucomm");
        return about;
    }
}
