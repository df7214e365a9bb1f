package org.gpucomm.analysis.statistics;

import java.util.Optional;

import org.gpucomm.analysis.identity.SeriesKey;

/** Noise of earlier runs at the same place. */
@FunctionalInterface
public interface PlaceHistory {

    /** Empty history. */
    PlaceHistory NONE = (subject, ranks, bytes) -> Optional.empty();

    /**
     * Returns the noise of a process at one message size.
     *
     * @param subject subject of a curve along size
     * @param ranks   number of ranks; 0 if unknown
     * @param bytes   size; -1 if the operation has no message size
     */
    Optional<Noise> of(SeriesKey subject, int ranks, long bytes);

    /** Returns this history, with another one for unknown places. */
    default PlaceHistory or(PlaceHistory other) {
        return (subject, ranks, bytes) -> of(subject, ranks, bytes).or(() -> other.of(subject, ranks, bytes));
    }
}
