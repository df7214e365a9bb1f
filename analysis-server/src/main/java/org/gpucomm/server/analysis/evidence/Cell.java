package org.gpucomm.server.analysis.evidence;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * All measurements of one subject at one message size on one number of ranks, without those with wrong data. Numbers are
 * medians over them.
 *
 * @param bytes        message size; -1 where the operation has none
 * @param ranks        0 = not known
 * @param nodes        0 = not known
 * @param observations at least one
 */
public record Cell(long bytes, int ranks, int nodes, List<Observation> observations) {

    public Cell {
        observations = List.copyOf(observations);
    }

    /** µs. */
    public OptionalDouble time() {
        return median(Observation::time);
    }

    /** GB/s. */
    public OptionalDouble algbw() {
        return median(Observation::algbw);
    }

    /** GB/s. */
    public OptionalDouble busbw() {
        return median(Observation::busbw);
    }

    /** How often it was measured. */
    public int repetitions() {
        return observations.size();
    }

    /** All times, µs, in order of measurement. */
    public double[] times() {
        return observations.stream().map(Observation::time).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
    }

    public List<RowRef> rows() {
        return observations.stream().map(Observation::row).toList();
    }

    private OptionalDouble median(Function<Observation, OptionalDouble> number) {
        var sorted = observations.stream().map(number).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).sorted().toArray();
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }
}
