package org.gpucomm.figures.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Style;

/** Colours by name. The default palette is by Okabe and Ito and suits colour-blind readers; {@code tab:} names are matplotlib's. */
final class Palette {

    private static final Map<String, SeriesColor> NAMED = named();

    private Palette() {}

    private static Map<String, SeriesColor> named() {
        var colors = new LinkedHashMap<String, SeriesColor>();
        for (var hue : List.of(Hue.BLUE, Hue.VERMILLION, Hue.GREEN, Hue.PURPLE, Hue.SKY, Hue.ORANGE, Hue.BLACK,
                Hue.GREY)) {
            colors.put(hue.id(), hue.ink());
        }
        colors.put("silver", new SeriesColor(0xB8B8B8, 0x5C646E));
        // Five steps of one hue for ordered series. The lightest is still readable on white.
        colors.put("step1", new SeriesColor(0x8CC7E0, 0x3C6F96));
        colors.put("step2", new SeriesColor(0x4FA5CE, 0x4C8FC0));
        colors.put("step3", new SeriesColor(0x2380B4, 0x62AEDE));
        colors.put("step4", new SeriesColor(0x0F5A8E, 0x8DC9EE));
        colors.put("step5", new SeriesColor(0x0A3560, 0xC3E4F8));
        colors.put("tab:blue", SeriesColor.of(0x1F77B4));
        colors.put("tab:orange", SeriesColor.of(0xFF7F0E));
        colors.put("tab:green", SeriesColor.of(0x2CA02C));
        colors.put("tab:red", SeriesColor.of(0xD62728));
        colors.put("tab:purple", SeriesColor.of(0x9467BD));
        colors.put("tab:brown", SeriesColor.of(0x8C564B));
        colors.put("tab:pink", SeriesColor.of(0xE377C2));
        return colors;
    }

    /** Returns the colour of the series at this index if the spec names none. */
    static SeriesColor ofPlace(Style style, int place) {
        var names = switch (style) {
            case STUDY -> List.of("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple", "tab:brown",
                    "tab:pink");
            case GPUCOMM -> List.of("blue", "vermillion", "green", "purple", "sky", "orange", "black");
        };
        return Objects.requireNonNull(NAMED.get(names.get(place % names.size())));
    }

    static SeriesColor of(YamlMap section, String key, String text) {
        return parse(text).orElseThrow(() -> section.error(key, "'" + text + "' is no colour; allowed are #rrggbb, "
                + String.join(", ", NAMED.keySet())));
    }

    private static Optional<SeriesColor> parse(String text) {
        if (text.length() == 7 && text.charAt(0) == '#') {
            try {
                return Optional.of(SeriesColor.of(Integer.parseInt(text, 1, 7, 16)));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(NAMED.get(text));
    }

    /** Returns the colour with its HSL saturation multiplied by {@code factor}; seaborn draws bars with 0.75. */
    static SeriesColor desaturated(SeriesColor ink, double factor) {
        return factor == 1 ? ink : new SeriesColor(desaturated(ink.light(), factor), desaturated(ink.dark(), factor));
    }

    static int desaturated(int rgb, double factor) {
        double r = (rgb >> 16 & 255) / 255.0;
        double g = (rgb >> 8 & 255) / 255.0;
        double b = (rgb & 255) / 255.0;
        double lightness = (Math.max(r, Math.max(g, b)) + Math.min(r, Math.min(g, b))) / 2;
        // At constant hue and lightness, each channel moves towards the grey of that lightness by the same share.
        return channel(r, lightness, factor) << 16 | channel(g, lightness, factor) << 8
                | channel(b, lightness, factor);
    }

    private static int channel(double value, double grey, double factor) {
        // Rounds halves to even, as seaborn does. The cast to float makes 58.50000000000001 a half.
        return (int) Math.rint((float) ((grey + (value - grey) * factor) * 255));
    }
}
