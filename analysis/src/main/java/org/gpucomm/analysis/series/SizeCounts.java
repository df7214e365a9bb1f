package org.gpucomm.analysis.series;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesRow;
import org.jspecify.annotations.Nullable;

/** Number of measurements by message size, -1 for none; each followed by the number with each of {@link Metric#stored()}. */
public record SizeCounts(SortedMap<Long, long[]> bySize) {

    public static final SizeCounts NONE = new SizeCounts(Collections.emptySortedMap());

    /** Counts the measurements of some sizes. @param metric counts only those with this metric; null = all */
    long count(@Nullable Metric metric, LongPredicate size) {
        return bySize.entrySet().stream().filter(each -> size.test(each.getKey()))
                .mapToLong(each -> of(each.getValue(), metric)).sum();
    }

    static long of(long[] counts, @Nullable Metric metric) {
        return counts[metric == null ? 0 : 1 + metric.ordinal()];
    }

    /** Returns the text for a column, such as {@code 1 1 1 1 0 0=8,16,32;…}, which {@link #parse} reads. */
    public String text() {
        var sizes = new TreeMap<String, TreeSet<Long>>();
        bySize.forEach((bytes, counts) -> sizes
                .computeIfAbsent(Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(" ")),
                        added -> new TreeSet<>())
                .add(bytes));
        return sizes.entrySet().stream().map(
                each -> each.getKey() + "="
                        + each.getValue().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    }

    /** Returns a hash of such a text as 32 hexadecimal digits, the same on every server. */
    public static String hash(String text) {
        return SeriesRow.hash(List.of(text));
    }

    /** Parses the text that {@link #text()} returns. */
    public static SizeCounts parse(String text) {
        var bySize = new TreeMap<Long, long[]>();
        for (var group : text.isEmpty() ? List.<String>of() : List.of(text.split(";"))) {
            int equals = group.indexOf('=');
            var counts = Arrays.stream(group.substring(0, equals).split(" ")).mapToLong(Long::parseLong).toArray();
            for (var bytes : group.substring(equals + 1).split(",")) {
                bySize.put(Long.valueOf(bytes), counts.clone());
            }
        }
        return new SizeCounts(bySize);
    }
}
