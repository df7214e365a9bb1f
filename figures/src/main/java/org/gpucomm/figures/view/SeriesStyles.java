package org.gpucomm.figures.view;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series.Marker;
import org.jspecify.annotations.Nullable;

/**
 * Colours, lines and markers of curves in one chart. Each category (operation, library, variant …) has its own hue and marker. After six
 * categories the markers repeat with another line, so twelve categories are distinguishable without colour. GPU counts and sizes are
 * shades of one hue, spread over the values shown. The dashboard uses the same rule; tests check both against the same cases.
 */
final class SeriesStyles {

    /** Keys that do not make a category. Nodes follow from ranks; placement and side have their own dash; ranks and sizes are ordered. */
    private static final Set<String> PLAIN = Set.of("placement", "side", "nodes", "ranks", "bytes");
    /** Number of hues for shades. Shades of black would equal shades of grey. */
    private static final int SHADED = 6;
    private static final List<String> ORDERED = List.of("ranks", "bytes");
    private static final List<Marker> MARKERS = List.of(Marker.CIRCLE, Marker.SQUARE, Marker.TRIANGLE, Marker.DIAMOND,
            Marker.WEDGE, Marker.STAR);
    private static final Map<String, Hue> OPERATIONS = Map.ofEntries(Map.entry("all_reduce", Hue.BLUE),
            Map.entry("all_gather", Hue.VERMILLION), Map.entry("alltoall", Hue.GREEN),
            Map.entry("reduce_scatter", Hue.PURPLE), Map.entry("broadcast", Hue.ORANGE),
            Map.entry("sendrecv", Hue.SKY), Map.entry("write", Hue.BLUE), Map.entry("read", Hue.VERMILLION),
            Map.entry("put", Hue.BLUE), Map.entry("get", Hue.VERMILLION), Map.entry("dispatch", Hue.BLUE),
            Map.entry("combine", Hue.VERMILLION), Map.entry("send", Hue.GREEN));
    private static final Map<String, Hue> LIBRARIES = Map.of("nccl", Hue.BLUE, "nvshmem", Hue.VERMILLION, "libfabric",
            Hue.GREEN, "rccl", Hue.PURPLE, "mpi", Hue.ORANGE, "verbs", Hue.SKY, "cuda", Hue.BLACK);

    private SeriesStyles() {}

    /**
     * Colour, line and marker of one curve.
     *
     * @param depth position among ordered values, 0 to 1, which sets the shade; null if unordered
     * @param line  line of the curve unless the curve is dashed
     */
    record CurveStyle(Hue hue, @Nullable Double depth, Marker marker, Stroke line) {

        SeriesColor ink() {
            return depth == null ? hue.ink() : SeriesColor.shade(hue, depth);
        }
    }

    /** Returns a style for each curve, in the same order. */
    static List<CurveStyle> of(List<Map<String, String>> kinds) {
        var places = new LinkedHashMap<String, Integer>();
        var hues = new LinkedHashMap<String, Hue>();
        var ordered = ORDERED.stream().filter(each -> varies(kinds, each)).findFirst().orElse(null);
        boolean byLibrary = !varies(kinds, "operation") && varies(kinds, "library");
        for (var kind : kinds) {
            var name = name(kind);
            if (places.putIfAbsent(name, places.size()) == null) {
                var wished = byLibrary
                        ? LIBRARIES.get(kind.getOrDefault("library", ""))
                        : OPERATIONS.get(kind.getOrDefault("operation", ""));
                hues.put(name, free(wished, hues, ordered == null ? Hue.values().length : SHADED));
            }
        }
        return kinds.stream().map(kind -> {
            int place = places.getOrDefault(name(kind), 0);
            return new CurveStyle(hues.getOrDefault(name(kind), Hue.GREY),
                    ordered == null ? null : depth(number(kind, ordered), steps(kinds, name(kind), ordered)),
                    MARKERS.get(place % MARKERS.size()),
                    place / MARKERS.size() % 2 == 0 ? Stroke.SOLID : Stroke.DASH_DOTTED);
        }).toList();
    }

    private static String name(Map<String, String> kind) {
        return kind.entrySet().stream().filter(part -> !PLAIN.contains(part.getKey()))
                .map(part -> part.getKey() + "=" + part.getValue()).collect(Collectors.joining("&"));
    }

    /** @param most number of hues to choose from */
    private static Hue free(@Nullable Hue wished, Map<String, Hue> taken, int most) {
        var used = new HashSet<>(taken.values());
        if (wished != null && !used.contains(wished)) {
            return wished;
        }
        return Arrays.stream(Hue.values()).limit(most).filter(hue -> !used.contains(hue)).findFirst()
                .orElse(Hue.values()[taken.size() % most]);
    }

    private static boolean varies(List<Map<String, String>> kinds, String name) {
        return kinds.stream().map(kind -> kind.getOrDefault(name, "")).distinct().count() > 1;
    }

    /** Returns the distinct ordered values within one category, ascending, so that their shades are as far apart as possible. */
    private static List<Double> steps(List<Map<String, String>> kinds, String kindName, String ordered) {
        return kinds.stream().filter(kind -> name(kind).equals(kindName)).map(kind -> number(kind, ordered)).distinct()
                .sorted().toList();
    }

    private static double number(Map<String, String> kind, String name) {
        var text = kind.getOrDefault(name, "");
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    /** Returns the position of a value among the steps, 0 to 1; null if there is only one. */
    private static @Nullable Double depth(double value, List<Double> steps) {
        return steps.size() < 2 ? null : (double) Math.max(0, steps.indexOf(value)) / (steps.size() - 1);
    }
}
