package org.gpucomm.analysis.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;

/**
 * All measurements of one subject at one message size on one number of ranks, without those with wrong data. Numbers are
 * medians over them.
 */
public final class Cell {

    private final long bytes;
    private final int ranks;
    private final int nodes;
    private final List<Observation> observations;
    private final int wrong;
    private final OptionalDouble time;
    private final OptionalDouble algbw;
    private final OptionalDouble busbw;

    /**
     * @param bytes        message size; -1 where the operation has none
     * @param ranks        0 = not known
     * @param nodes        0 = not known
     * @param observations at least one
     * @param wrong        how many measurements with wrong data are left out
     */
    public Cell(long bytes, int ranks, int nodes, List<Observation> observations, int wrong) {
        this.bytes = bytes;
        this.ranks = ranks;
        this.nodes = nodes;
        this.observations = List.copyOf(observations);
        this.wrong = wrong;
        this.time = median(Observation::time);
        this.algbw = median(Observation::algbw);
        this.busbw = median(Observation::busbw);
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

    /** µs. */
    public OptionalDouble time() {
        return time;
    }

    /** GB/s. */
    public OptionalDouble algbw() {
        return algbw;
    }

    /** GB/s. */
    public OptionalDouble busbw() {
        return busbw;
    }

    /** Whether times were printed: one that follows from the bandwidth of many messages in flight is nobody's latency. */
    public boolean isTimed() {
        return observations.stream().anyMatch(each -> each.measurement().outcome().time() != null);
    }

    /** How often it was measured. Rows of single ranks are together one measurement. */
    public int repetitions() {
        return isByRank() ? byRank().stream().mapToInt(List::size).max().orElseThrow() : observations.size();
    }

    /** Whether each row is that of one rank. */
    public boolean isByRank() {
        return observations.size() > 1 && observations.stream().allMatch(each -> each.ranks().rank().isPresent());
    }

    /** The rows of each rank, in order of ranks. */
    public List<List<Observation>> byRank() {
        return List.copyOf(observations.stream()
                .collect(Collectors.groupingBy(each -> each.ranks().rank().orElse(-1), TreeMap::new,
                        Collectors.toList()))
                .values());
    }

    /** All times, µs, in order of measurement; of rows of single ranks, the mean over the ranks. */
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

    /** Returns the longest time over the shortest, 1 where there is one. */
    public double spread() {
        var times = Arrays.stream(times()).summaryStatistics();
        return times.getMin() > 0 ? times.getMax() / times.getMin() : 1;
    }

    public List<RowRef> rows() {
        return observations.stream().map(Observation::row).toList();
    }

    private OptionalDouble median(Function<Observation, OptionalDouble> number) {
        var values = observations.stream().map(number).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.withDefaults().evaluate(values));
    }
}
