package org.gpucomm.figures.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Rows that correspond to measurements of the study, by variant, number of GPUs and size. The value of a place is the median of its rows.
 * Rows with wrong data, of one GPU or of no bytes do not count.
 */
public final class OwnRows {

    /** Size of measurements without a message size. */
    static final long NOT_SIZED = -1;

    /** Setting that all rows of the study have. Rows with any other setting, such as registered buffers, are another variant. */
    private static final String TOLD_ALWAYS = "blocking";

    private final Map<String, Map<CountAndSize, List<Double>>> ways = new LinkedHashMap<>();

    public OwnRows(List<Measurement> measurements) {
        for (var each : measurements) {
            var way = way(each);
            var ranks = each.platform().ranks();
            var size = each.workload().messageSize();
            if (way == null || ranks == null || ranks < 2 || each.outcome().isWrong()
                    || size != null && size.count() == 0) {
                continue;
            }
            Function<Measurement, Optional<BigDecimal>> metric = way.startsWith("jacobi")
                    ? Metric.time::of
                    : Metric.algbw::of;
            metric.apply(each).ifPresent(value -> ways.computeIfAbsent(way, _ -> new TreeMap<>())
                    .computeIfAbsent(new CountAndSize(ranks, size == null ? NOT_SIZED : size.count()),
                            _ -> new ArrayList<>())
                    .add(value.doubleValue()));
        }
    }

    /** Number of GPUs and size, sorted in this order. */
    record CountAndSize(int ranks, long bytes) implements Comparable<CountAndSize> {

        @Override
        public int compareTo(CountAndSize other) {
            return ranks != other.ranks ? Integer.compare(ranks, other.ranks) : Long.compare(bytes, other.bytes);
        }
    }

    /** Returns the variant of the study that a row belongs to; null if none. */
    private static @Nullable String way(Measurement row) {
        var library = Objects.requireNonNullElse(row.stack().library(), "");
        var variant = Objects.requireNonNullElse(row.workload().variant(), "");
        var operation = row.workload().operation();
        if (operation == Operation.JACOBI) {
            return "jacobi " + (List.of("nccl", "nvshmem").contains(library) && !variant.startsWith(library)
                    ? variant.isEmpty() ? library : library + "+" + variant
                    : variant);
        }
        if (library.equals("nccl") && row.workload().placement() != Placement.IN_PLACE && variant.isEmpty()
                && row.settings().only(name -> !name.equals(TOLD_ALWAYS)).isEmpty()
                && List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.ALLTOALL).contains(operation)) {
            return operation.id();
        }
        if (library.equals("nvshmem") && operation == Operation.ALLTOALL) {
            return switch (variant) {
                case "host" -> "host";
                case "device", "device+block" -> "block";
                case "device+put_signal" -> "many";
                default -> null;
            };
        }
        return null;
    }

    boolean isEmpty() {
        return ways.isEmpty();
    }

    /** Returns the numbers of GPUs of a variant, ascending. */
    List<Integer> ranks(String way) {
        return List.copyOf(new TreeSet<>(of(way).keySet().stream().map(CountAndSize::ranks).toList()));
    }

    /** Returns the places where all these variants were measured. */
    List<CountAndSize> common(String... ofWays) {
        var places = new TreeSet<>(of(ofWays[0]).keySet());
        for (var way : ofWays) {
            places.retainAll(of(way).keySet());
        }
        return List.copyOf(places);
    }

    /** Returns the median bandwidth in GB/s, or the median time in µs for Jacobi. */
    double at(String way, CountAndSize place) {
        var values = Objects.requireNonNull(of(way).get(place)).stream().sorted().toList();
        int half = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(half) : (values.get(half - 1) + values.get(half)) / 2;
    }

    /** Returns the smallest and the largest number of rows behind a median. */
    int[] repetitions() {
        var counts = ways.values().stream().flatMap(places -> places.values().stream()).mapToInt(List::size)
                .summaryStatistics();
        return new int[]{counts.getMin(), counts.getMax()};
    }

    private Map<CountAndSize, List<Double>> of(String way) {
        return ways.getOrDefault(way, Map.of());
    }
}
