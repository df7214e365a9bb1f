package org.gpucomm.server.figures.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.server.figures.chart.Style;

/** Colours by name. gpucomm's are Okabe and Ito's, which colour-blind readers tell apart; {@code tab:} are matplotlib's. */
final class Palette {

    private static final Map<String, Integer> NAMED = named();

    private Palette() {}

    private static Map<String, Integer> named() {
        var colors = new LinkedHashMap<String, Integer>();
        colors.put("blue", 0x0072B2);
        colors.put("vermillion", 0xD55E00);
        colors.put("green", 0x009E73);
        colors.put("purple", 0xCC79A7);
        colors.put("sky", 0x56B4E9);
        colors.put("orange", 0xE69F00);
        colors.put("black", 0x262626);
        colors.put("grey", 0x7F7F7F);
        colors.put("silver", 0xB8B8B8);
        // Five steps of one hue for ordered things, the light end still readable on white.
        colors.put("step1", 0x8CC7E0);
        colors.put("step2", 0x4FA5CE);
        colors.put("step3", 0x2380B4);
        colors.put("step4", 0x0F5A8E);
        colors.put("step5", 0x0A3560);
        colors.put("tab:blue", 0x1F77B4);
        colors.put("tab:orange", 0xFF7F0E);
        colors.put("tab:green", 0x2CA02C);
        colors.put("tab:red", 0xD62728);
        colors.put("tab:purple", 0x9467BD);
        colors.put("tab:brown", 0x8C564B);
        colors.put("tab:pink", 0xE377C2);
        return colors;
    }

    /** The colour of the series at this place when the spec names none. */
    static int ofPlace(Style style, int place) {
        var names = switch (style) {
            case STUDY -> List.of("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple", "tab:brown",
                    "tab:pink");
            case GPUCOMM -> List.of("blue", "vermillion", "green", "purple", "sky", "orange", "black");
        };
        return NAMED.getOrDefault(names.get(place % names.size()), 0);
    }

    static int of(YamlMap section, String key, String text) {
        return parse(text).orElseThrow(() -> section.error(key, "'" + text + "' is no colour; allowed are #rrggbb, "
                + String.join(", ", NAMED.keySet())));
    }

    private static Optional<Integer> parse(String text) {
        if (text.length() == 7 && text.charAt(0) == '#') {
            try {
                return Optional.of(Integer.parseInt(text, 1, 7, 16));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(NAMED.get(text));
    }

    /** The colour with its saturation (HSL) times {@code factor}: seaborn draws bars with 0.75. */
    static int desaturated(int rgb, double factor) {
        double r = (rgb >> 16 & 255) / 255.0;
        double g = (rgb >> 8 & 255) / 255.0;
        double b = (rgb & 255) / 255.0;
        double lightness = (Math.max(r, Math.max(g, b)) + Math.min(r, Math.min(g, b))) / 2;
        // With hue and lightness kept, each channel moves towards the grey of that lightness by the same share.
        return channel(r, lightness, factor) << 16 | channel(g, lightness, factor) << 8
                | channel(b, lightness, factor);
    }

    private static int channel(double value, double grey, double factor) {
        // Halves go to the even number, as in seaborn; as a float, so that 58.50000000000001 is a half.
        return (int) Math.rint((float) ((grey + (value - grey) * factor) * 255));
    }
}
