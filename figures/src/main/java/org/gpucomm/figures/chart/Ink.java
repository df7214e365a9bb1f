package org.gpucomm.figures.chart;

/**
 * A colour of a series, as 0xRRGGBB.
 *
 * @param light on white
 * @param dark  on a dark ground
 */
public record Ink(int light, int dark) {

    private static final double MIDDLE = 0.55;

    /** The colour that was chosen for white; its dark sibling is as far from a dark ground as it is from white. */
    public static Ink of(int rgb) {
        double lightness = OkLab.lightness(rgb);
        return new Ink(rgb, lightness >= 0.62 ? rgb : OkLab.shade(rgb, 2 * MIDDLE - lightness + 0.08));
    }

    /**
     * Returns a shade of a hue for ordered things: the further along, the further from the ground.
     *
     * @param depth 0 to 1
     */
    public static Ink shade(Hue hue, double depth) {
        return new Ink(OkLab.shade(hue.ink().light(), 0.72 - 0.42 * depth),
                OkLab.shade(hue.ink().dark(), 0.5 + 0.38 * depth));
    }

    /**
     * Returns the colour of a value on a scale of colours: hardly off the ground at its low end, far from it at its high end.
     *
     * @param share of the scale, 0 to 1
     */
    public static Ink heat(double share) {
        return new Ink(OkLab.shade(Hue.BLUE.ink().light(), 0.95 - 0.62 * share),
                OkLab.shade(Hue.BLUE.ink().dark(), 0.3 + 0.6 * share));
    }

    /** {@code #rrggbb} on white. */
    public String color() {
        return "#" + Integer.toHexString(0x1000000 | light).substring(1);
    }
}
