package org.gpucomm.analysis.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** All measurements of one subject at one message size on one number of ranks, without those with wrong data. Numbers are their medians. */
public final class Cell {

    private final long bytes;
    private final int ranks;
    private final int nodes;
    private final List<Observation> observations;
    private final int wrong;
    /** Null until first requested. Concurrent requests compute equal values. */
    private @Nullable OptionalDouble time;
    /** Null until first requested, like {@link #time}. */
    private @Nullable OptionalDouble algbw;
    /** Null until first requested, like {@link #time}. */
    private @Nullable OptionalDouble busbw;
    /** Null until first requested, like {@link #time}. */
    private volatile double @Nullable [] logs;

    /**
     * @param bytes        message size; -1 if the operation has none
     * @param ranks        number of ranks; 0 if unknown
     * @param nodes        number of nodes; 0 if unknown
     * @param observations at least one
     * @param wrong        number of excluded measurements with wrong data
     */
    public Cell(long bytes, int ranks, int nodes, List<Observation> observations, int wrong) {
        this.bytes = bytes;
        this.ranks = ranks;
        this.nodes = nodes;
        this.observations = List.copyOf(observations);
        this.wrong = wrong;
    }

    public long bytes() {
        return bytes;
    }

    public int ranks() {
        return ranks;
    }

    public int nodes() {
        return nodes;
    }

    public List<Observation> observations() {
        return observations;
    }

    public int wrong() {
        return wrong;
    }

    /** Returns the time in µs. */
    public OptionalDouble time() {
        // Read once: another thread may write it, and a second read may return an older value.
        var known = time;
        if (known == null) {
            known = median(Observation::time);
            time = known;
        }
        return known;
    }

    /** Returns the algorithm bandwidth in GB/s. */
    public OptionalDouble algbw() {
        var known = algbw;
        if (known == null) {
            known = median(Observation::algbw);
            algbw = known;
        }
        return known;
    }

    /** Returns the bus bandwidth in GB/s. */
    public OptionalDouble busbw() {
        var known = busbw;
        if (known == null) {
            known = median(Observation::busbw);
            busbw = known;
        }
        return known;
    }

    /** Returns whether times were printed. A time that follows from the bandwidth of many messages in flight is not a latency. */
    public boolean isTimed() {
        return observations.stream().anyMatch(each -> each.measurement().outcome().time() != null);
    }

    /** Returns the number of repetitions. Rows of single ranks are one measurement together. */
    public int repetitions() {
        return isByRank() ? byRank().stream().mapToInt(List::size).max().orElseThrow() : observations.size();
    }

    /** Returns whether each row is that of one rank. */
    public boolean isByRank() {
        return observations.size() > 1 && observations.stream().allMatch(each -> each.ranks().rank().isPresent());
    }

    /** Returns the rows of each rank, in order of ranks. */
    public List<List<Observation>> byRank() {
        return List.copyOf(observations.stream()
                .collect(Collectors.groupingBy(each -> each.ranks().rank().orElse(-1), TreeMap::new,
                        Collectors.toList()))
                .values());
    }

    /** Returns all times in µs in order of measurement; for rows of single ranks, the means over the ranks. */
    public double[] times() {
        if (isByRank()) {
            var ranks = byRank();
            return IntStream.range(0, repetitions())
                    .mapToObj(nth -> ranks.stream().filter(rows -> nth < rows.size()).map(rows -> rows.get(nth).time())
                            .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).average())
                    .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray();
        }
        return observations.stream().map(Observation::time).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
    }

    /** Returns the longest time over the shortest, or the highest bandwidth over the lowest if there are no times; 1 if there is one. */
    public double spread() {
        var times = times();
        var numbers = Arrays.stream(times.length > 0 ? times : bandwidths()).summaryStatistics();
        return numbers.getMin() > 0 ? numbers.getMax() / numbers.getMin() : 1;
    }

    private double[] bandwidths() {
        var bus = numbers(Observation::busbw);
        return bus.length > 0 ? bus : numbers(Observation::algbw);
    }

    private double[] numbers(Function<Observation, OptionalDouble> number) {
        return observations.stream().map(number).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
    }

    public List<RowRef> rows() {
        return observations.stream().map(Observation::row).toList();
    }

    /** Returns the values of {@link Processes#logsById}, computed once, since each cell is compared with those of many other curves. */
    double[] logs() {
        var known = logs;
        if (known == null) {
            known = Processes.logsById(this).values().stream().mapToDouble(Double::doubleValue).toArray();
            logs = known;
        }
        return known;
    }

    private OptionalDouble median(Function<Observation, OptionalDouble> number) {
        var values = numbers(number);
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.withDefaults().evaluate(values));
    }
}
