package org.gpucomm.figures.chart;

/**
 * Colour of a series, as 0xRRGGBB.
 *
 * @param light colour on a white background
 * @param dark  colour on a dark background
 */
public record SeriesColor(int light, int dark) {

    private static final double MIDDLE = 0.55;

    /** Returns a colour chosen for white, with a counterpart that contrasts as much with a dark background. */
    public static SeriesColor of(int rgb) {
        double lightness = OkLab.lightness(rgb);
        return new SeriesColor(rgb, lightness >= 0.62 ? rgb : OkLab.shade(rgb, 2 * MIDDLE - lightness + 0.08));
    }

    /**
     * Returns a shade of a hue for an ordered value. Higher values contrast more with the background.
     *
     * @param depth position among the values, 0 to 1
     */
    public static SeriesColor shade(Hue hue, double depth) {
        return new SeriesColor(OkLab.shade(hue.ink().light(), 0.72 - 0.42 * depth),
                OkLab.shade(hue.ink().dark(), 0.5 + 0.38 * depth));
    }

    /**
     * Returns the colour of a value on a colour scale, from little to much contrast with the background.
     *
     * @param share position on the scale, 0 to 1
     */
    public static SeriesColor heat(double share) {
        return new SeriesColor(OkLab.shade(Hue.BLUE.ink().light(), 0.95 - 0.62 * share),
                OkLab.shade(Hue.BLUE.ink().dark(), 0.3 + 0.6 * share));
    }

    /** Returns the colour on white as {@code #rrggbb}. */
    public String color() {
        return "#" + Integer.toHexString(0x1000000 | light).substring(1);
    }
}
