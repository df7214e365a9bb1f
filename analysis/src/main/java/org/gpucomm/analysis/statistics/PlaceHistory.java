package org.gpucomm.analysis.statistics;

import java.util.Optional;

import org.gpucomm.analysis.identity.SeriesKey;

/** Noise of earlier runs at the same place. */
@FunctionalInterface
public interface PlaceHistory {

    /** Where nothing is stored. */
    PlaceHistory NONE = (subject, ranks, bytes) -> Optional.empty();

    /**
     * Returns the noise of a process at one message size.
     *
     * @param subject of a curve along size
     * @param ranks   0 = not known
     * @param bytes   -1 where the operation has no message size
     */
    Optional<Noise> of(SeriesKey subject, int ranks, long bytes);

    /** Returns this, and where it knows nothing what another knows. */
    default PlaceHistory or(PlaceHistory other) {
        return (subject, ranks, bytes) -> of(subject, ranks, bytes).or(() -> other.of(subject, ranks, bytes));
    }
}
