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
        double lightness = lightness(rgb);
        return new SeriesColor(rgb, lightness >= 0.62 ? rgb : shade(rgb, 2 * MIDDLE - lightness + 0.08));
    }

    /**
     * Returns a shade of a hue for an ordered value. Higher values contrast more with the background.
     *
     * @param depth position among the values, 0 to 1
     */
    public static SeriesColor shade(Hue hue, double depth) {
        return new SeriesColor(shade(hue.ink().light(), 0.72 - 0.42 * depth),
                shade(hue.ink().dark(), 0.5 + 0.38 * depth));
    }

    /**
     * Returns the colour of a value on a colour scale, from little to much contrast with the background.
     *
     * @param share position on the scale, 0 to 1
     */
    public static SeriesColor heat(double share) {
        return new SeriesColor(shade(Hue.BLUE.ink().light(), 0.95 - 0.62 * share),
                shade(Hue.BLUE.ink().dark(), 0.3 + 0.6 * share));
    }

    /** Returns the colour on white as {@code #rrggbb}. */
    public String color() {
        return "#" + Integer.toHexString(0x1000000 | light).substring(1);
    }

    /**
     * Returns the perceived lightness, 0 (black) to 1 (white), by Björn Ottosson, "A perceptual color space for image processing" (2020).
     */
    private static double lightness(int rgb) {
        return lab(rgb)[0];
    }

    /** Returns the same hue at another lightness, with its chroma reduced until a screen can show the colour. */
    private static int shade(int rgb, double lightness) {
        double[] lab = lab(rgb);
        for (int twentieths = 20; twentieths > 0; twentieths--) {
            double strength = twentieths / 20.0;
            double[] linear = linear(lightness, lab[1] * strength, lab[2] * strength);
            if (isShown(linear)) {
                return coded(linear);
            }
        }
        return coded(linear(lightness, 0, 0));
    }

    private static boolean isShown(double[] linear) {
        for (double part : linear) {
            if (part < -1e-4 || part > 1.0001) {
                return false;
            }
        }
        return true;
    }

    private static double[] lab(int rgb) {
        double r = linear(rgb >> 16 & 255);
        double g = linear(rgb >> 8 & 255);
        double b = linear(rgb & 255);
        double l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
        double m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
        double s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
        return new double[]{0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
                1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
                0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s};
    }

    private static double[] linear(double lightness, double a, double b) {
        double l = Math.pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
        double m = Math.pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
        double s = Math.pow(lightness - 0.0894841775 * a - 1.291485548 * b, 3);
        return new double[]{4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s};
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    private static int coded(double[] linear) {
        return channel(linear[0]) << 16 | channel(linear[1]) << 8 | channel(linear[2]);
    }

    private static int channel(double value) {
        double clipped = Math.min(1, Math.max(0, value));
        double coded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * Math.pow(clipped, 1 / 2.4) - 0.055;
        return (int) Math.round(coded * 255);
    }
}
