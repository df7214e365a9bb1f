package org.gpucomm.figures.draw;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.awt.image.DirectColorModel;
import java.awt.image.Raster;
import java.util.LinkedHashMap;
import java.util.Map;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.png.Png;

/** Renderer of PNG files that reuses its pixel buffer. Not thread-safe. */
public final class PngRenderer {

    private static final int[] MASKS = {0xFF0000, 0x00FF00, 0x0000FF};

    private int[] pixels = {};

    /** Returns a PNG file of this width. All lengths scale with the width. */
    public byte[] png(Figure figure, Background look, int width) {
        return png(figure, look, width, false);
    }

    /** Returns a smaller PNG file with 16 levels per colour channel. A thumbnail looks the same with them. */
    public byte[] thumbnail(Figure figure, Background look, int width) {
        return png(figure, look, width, true);
    }

    private byte[] png(Figure figure, Background look, int width, boolean coarse) {
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
        for (int i = 0; coarse && i < width * height; i++) {
            pixels[i] = coarse(pixels[i]);
        }
        int dpi = (int) Math.round((double) figure.sheet().dpi() * width / figure.sheet().width());
        return new Png(pixels, width, height, dpi, about(figure)).bytes();
    }

    private static int coarse(int color) {
        int coarse = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            coarse |= ((color >> shift & 0xFF) + 8) / 17 * 17 << shift;
        }
        return coarse;
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
