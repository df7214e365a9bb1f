package org.gpucomm.figures.draw;

import java.awt.Color;

/** Computations of colours: contrast, brightness, transparency. */
final class Shades {

    private Shades() {}

    /** Returns the colour, moved away from the background until letters have a contrast of at least 4.5, as WCAG AA asks. */
    static int readable(int rgb, int ground) {
        boolean dark = luminance(ground, 1) < 0.2;
        double factor = 1;
        int color = rgb;
        while (contrast(color, ground) < 4.5) {
            factor -= 0.02;
            color = dark ? lighter(rgb, factor) : darker(rgb, factor);
        }
        return color;
    }

    private static double contrast(int rgb, int ground) {
        double one = luminance(rgb, 1) + 0.05;
        double other = luminance(ground, 1) + 0.05;
        return Math.max(one, other) / Math.min(one, other);
    }

    private static int darker(int rgb, double factor) {
        return channel(rgb >> 16, factor) << 16 | channel(rgb >> 8, factor) << 8 | channel(rgb, factor);
    }

    private static int lighter(int rgb, double factor) {
        return 0xFFFFFF - darker(0xFFFFFF - (rgb & 0xFFFFFF), factor);
    }

    /**
     * Returns the colour with transparency.
     *
     * @param alpha 0 (transparent) to 255 (opaque)
     */
    static Color translucent(int rgb, int alpha) {
        return new Color(rgb & 0xFFFFFF | alpha << 24, true);
    }

    /** Returns near-black or white, whichever is more readable on this colour. */
    static int on(int rgb) {
        return luminance(rgb, 1) > 0.2 ? 0x1F2328 : 0xFFFFFF;
    }

    private static double luminance(int rgb, double factor) {
        return 0.2126 * linear(channel(rgb >> 16, factor)) + 0.7152 * linear(channel(rgb >> 8, factor))
                + 0.0722 * linear(channel(rgb, factor));
    }

    private static int channel(int value, double factor) {
        return (int) ((value & 255) * factor);
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
