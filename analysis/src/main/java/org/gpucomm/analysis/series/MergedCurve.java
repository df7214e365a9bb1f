package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.LikeLayouts;
import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Curve of a chart, made of curves of runs whose measurements share its points.
 *
 * @param heads curves of runs, at least one
 * @param bytes message size of all its points along GPUs; null along sizes, or for means over sizes
 * @param group number of its group, from 1, if its runs disagree; 0 if all agree
 */
public record MergedCurve(List<CurveHead> heads, @Nullable Long bytes, int group) {

    private static final Comparator<MergedCurve> RELATED = Comparator
            .comparing((MergedCurve curve) -> curve.first().row().library())
            .thenComparing(curve -> curve.first().row().tool())
            .thenComparing(curve -> Operation.ofId(curve.first().row().operation()).map(Enum::ordinal).orElse(-1))
            .thenComparing(curve -> curve.first().row().variant())
            .thenComparing(curve -> curve.first().row().placement().equals(Placement.IN_PLACE.id()))
            .thenComparing(curve -> curve.first().row().instanceType())
            .thenComparing(curve -> curve.first().row().gpu())
            .thenComparing(curve -> curve.first().ranks()).thenComparing(curve -> curve.first().nodes())
            .thenComparing(curve -> curve.bytes() == null ? 0 : curve.bytes());

    public MergedCurve {
        heads = heads.stream().sorted(Comparator.comparing(CurveHead::runId)).toList();
    }

    CurveHead first() {
        return heads.getFirst();
    }

    /** Sorts curves: related ones side by side, sizes and GPUs in ascending order. */
    static List<MergedCurve> inOrder(Collection<MergedCurve> curves) {
        // Many curves differ only in their keys, and each is compared with several.
        var hashes = new IdentityHashMap<SeriesKey, String>();
        return curves.stream()
                .sorted(RELATED
                        .thenComparing(curve -> hashes.computeIfAbsent(curve.first().key(), SeriesKey::hash))
                        .thenComparing(MergedCurve::group).thenComparing(curve -> curve.first().runId()))
                .toList();
    }

    /** Merges curves of runs. Curves along GPUs are split by message size later, once their points are known. */
    static List<MergedCurve> of(List<CurveHead> heads, XAxis x, Combine combine) {
        var groups = new LinkedHashMap<Object, List<CurveHead>>();
        for (var head : heads) {
            var common = combine.common(head, x);
            groups.computeIfAbsent(combine == Combine.runs && x == XAxis.size ? List.of(head.run(), common) : common,
                    added -> new ArrayList<>()).add(head);
        }
        if (x == XAxis.size) {
            return groups.values().stream().map(ofGroup -> new MergedCurve(ofGroup, null, 0)).toList();
        }
        return groups.values().stream().flatMap(ofGroup -> alike(ofGroup).stream())
                .map(ofGroup -> new MergedCurve(ofGroup, null, 0)).toList();
    }

    private static List<List<CurveHead>> alike(List<CurveHead> heads) {
        var byLayout = new LinkedHashMap<Layout, List<CurveHead>>();
        heads.forEach(head -> byLayout.computeIfAbsent(Layout.of(head.key().identity()), added -> new ArrayList<>())
                .add(head));
        return LikeLayouts.of(byLayout.keySet()).stream()
                .map(group -> group.stream().flatMap(layout -> byLayout.getOrDefault(layout, List.of()).stream())
                        .toList())
                .toList();
    }

    /** Returns this curve with some of its runs. @param number number of their group, from 1 */
    MergedCurve of(List<CurveHead> some, int number) {
        return new MergedCurve(some, bytes, number);
    }

    /** Returns an id that is the same for the same curve of the same runs on every server. */
    String id(XAxis x, Combine combine) {
        var what = new ArrayList<String>();
        what.add(x.name());
        what.add(combine.common(first(), x).toString());
        what.add(String.valueOf(bytes));
        what.add(String.valueOf(group));
        if (x == XAxis.gpus) {
            heads.stream().map(head -> Layout.of(head.key().identity()).toString()).distinct().sorted()
                    .forEach(what::add);
        } else if (combine == Combine.runs) {
            what.add(first().runId());
        }
        return SeriesRow.hash(what).substring(0, 16);
    }

    /** Returns the ids of its runs, in ascending order. */
    List<String> runs() {
        return heads.stream().map(CurveHead::runId).distinct().toList();
    }

    /** Returns the values of its measurements in a dimension; empty for the dimension along which the curve runs. */
    TreeSet<Object> values(Dimension dimension, XAxis x) {
        var values = new TreeSet<Object>();
        if (dimension == Dimension.bytes) {
            if (bytes != null) {
                values.add(bytes);
            }
            return values;
        }
        if (x == XAxis.gpus && (dimension == Dimension.ranks || dimension == Dimension.nodes
                || dimension == Dimension.layout)) {
            return values;
        }
        @Nullable
        CurveHead before = null;
        for (var head : heads) {
            // Heads that were read together share one key object.
            if (before == null || head.key() != before.key() || head.row() != before.row()) {
                values.add(dimension == Dimension.place && x == XAxis.gpus
                        ? head.key().place().ofAnyHosts().title()
                        : dimension.of(head));
            }
            before = head;
        }
        return values;
    }

    /** Returns the value of each dimension by name; null if it is not known or its measurements differ. */
    Map<String, @Nullable Object> fields(XAxis x) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var dimension : Dimension.values()) {
            var values = values(dimension, x);
            boolean known = values.size() == 1 && !values.first().equals(dimension.none());
            fields.put(dimension.name(), known ? values.first() : null);
        }
        return fields;
    }
}
