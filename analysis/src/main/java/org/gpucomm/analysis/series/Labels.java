package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.series.SeriesAnswer.Said;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;

/** Names of curves that are shown together: labels say how they differ, a subtitle says what they share. */
final class Labels {

    private static final String RUN = "run";
    private static final String ID = "id";
    private static final String GROUP = "group";

    private final Map<MergedCurve, List<Said>> words = new HashMap<>();
    private final List<Said> common = new ArrayList<>();
    private final List<String> distinguishing = new ArrayList<>();

    Labels(List<MergedCurve> curves, XAxis x, Combine combine) {
        boolean areNumbered = distinct(curves, head -> nameOf(head) + numberOf(head)) == distinct(curves,
                CurveHead::runId);
        curves.forEach(curve -> words.put(curve, words(curve, x, combine, areNumbered)));
        if (curves.isEmpty()) {
            return;
        }
        int positions = words(curves.getFirst()).size();
        var chosen = new ArrayList<Integer>();
        int groups = 1;
        for (int i = 0; i < positions; i++) {
            int at = i;
            var first = words(curves.getFirst()).get(i);
            if (curves.stream().allMatch(curve -> words(curve).get(at).title().equals(first.title()))) {
                if (!first.title().isEmpty() && !first.name().equals(RUN) && !first.name().equals(ID)) {
                    common.add(first);
                }
                continue;
            }
            chosen.add(i);
            int now = groups(curves, chosen);
            if (now == groups) {
                chosen.removeLast();
            }
            groups = now;
        }
        chosen.forEach(i -> distinguishing.add(words(curves.getFirst()).get(i).name()));
    }

    /** Returns the known properties that all curves share. */
    List<Said> common() {
        return common;
    }

    /** Returns the names of the properties that distinguish the curves. */
    List<String> distinguishing() {
        return distinguishing;
    }

    /** Returns the properties that distinguish a curve from the others. */
    List<Said> of(MergedCurve curve) {
        return words(curve).stream().filter(said -> distinguishing.contains(said.name()) && !said.title().isEmpty())
                .toList();
    }

    String label(MergedCurve curve) {
        var label = of(curve).stream().map(Said::title).collect(Collectors.joining(" · "));
        if (!label.isEmpty()) {
            return label;
        }
        return distinguishing.contains(Dimension.ranks.name())
                ? "number of GPUs not known"
                : title(Dimension.operation, curve.first().row().operation(), curve);
    }

    private List<Said> words(MergedCurve curve) {
        return words.getOrDefault(curve, List.of());
    }

    private int groups(List<MergedCurve> curves, List<Integer> positions) {
        var groups = new HashSet<List<String>>();
        for (var curve : curves) {
            groups.add(positions.stream().map(i -> words(curve).get(i).title()).toList());
        }
        return groups.size();
    }

    /** @param areNumbered whether the runs of each file name have different numbers, so that these suffice as names */
    private static List<Said> words(MergedCurve curve, XAxis x, Combine combine, boolean areNumbered) {
        var words = new ArrayList<Said>();
        for (var dimension : Dimension.values()) {
            var values = curve.values(dimension, x);
            words.add(values.isEmpty()
                    ? new Said(dimension.name(), "", "")
                    : new Said(dimension.name(), values.size() == 1 ? values.first() : "several",
                            values.size() == 1
                                    ? title(dimension, values.first(), curve)
                                    : several(dimension, values, curve)));
        }
        words.add(new Said(GROUP, curve.group(), curve.group() == 0 ? "" : "group " + curve.group()));
        boolean single = combine == Combine.runs && x == XAxis.size;
        words.add(single
                ? new Said(RUN, curve.first().runId(), nameOf(curve.first()))
                : new Said(RUN, "", ""));
        words.add(single
                ? new Said(ID, curve.first().runId(),
                        areNumbered ? "run " + numberOf(curve.first()) : curve.first().runId())
                : new Said(ID, "", ""));
        return words;
    }

    private static long distinct(List<MergedCurve> curves, Function<CurveHead, String> name) {
        return curves.stream().map(MergedCurve::first).map(name).distinct().count();
    }

    /** Returns the number of a run in its upload. */
    private static String numberOf(CurveHead head) {
        return head.runId().substring(head.runId().lastIndexOf('-') + 1);
    }

    private static String nameOf(CurveHead head) {
        var started = head.startedAt();
        return head.filename() + (started == null ? "" : " " + started);
    }

    private static String several(Dimension dimension, TreeSet<Object> values, MergedCurve curve) {
        return values.size() > 3
                ? values.size() + " values of " + dimension
                : values.stream()
                        .map(value -> value.equals(dimension.none())
                                ? "unknown " + dimension
                                : title(dimension, value, curve))
                        .collect(Collectors.joining(", "));
    }

    /** Returns a value as display text, or an empty text if it is not known. */
    static String title(Dimension dimension, Object value, MergedCurve curve) {
        if (value.equals(dimension.none())) {
            return "";
        }
        var text = value.toString();
        return switch (dimension) {
            case operation -> Operation.ofId(text).map(Operation::title).orElse(text);
            case library -> SeriesKey.libraryTitle(text, text);
            case placement -> Placement.ofId(text).map(placement -> placement == Placement.IN_PLACE
                    ? "in-place"
                    : "out-of-place").orElse(text);
            case ranks -> text.equals("1") ? "1 GPU" : text + " GPUs";
            case nodes -> text.equals("1") ? "1 node" : text + " nodes";
            case bytes -> new Bytes((Long) value).toString();
            case root -> "root " + text;
            case libraryVersion -> SeriesKey.libraryTitle(curve.first().row().library(), "") + " " + text;
            case toolVersion -> curve.first().row().tool() + " " + text;
            case settings, environment -> text.replace(";", ", ");
            case transport -> "over " + text;
            case place -> "on " + text;
            case timing -> "timed: " + text.toLowerCase(Locale.ROOT);
            default -> text;
        };
    }
}
