package org.gpucomm.analysis.identity;

import java.time.OffsetDateTime;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Curve of one run in the tables, without its points.
 *
 * @param run       number of the run in its table
 * @param runId     id of the run in the HTTP interface
 * @param seriesId  number of the series in its table
 * @param ranks     number of ranks; 0 if unknown, like {@code nodes}
 * @param counts    numbers of measurements with each of {@link Metric#stored()}
 * @param points    number of all measurements
 * @param minBytes  smallest size in bytes; -1 if some have none
 * @param byRank    whether rows are those of single ranks
 * @param startedAt start as printed; null if the log does not state it
 * @param madeAt    time of the run if its log states it, else time of its storage
 * @param sequence  sequence number of the upload, see {@link Filter#until()}
 * @param filename  name of the uploaded file, or of its member that contains the run
 */
public record CurveHead(long run, String runId, long seriesId, SeriesRow row, SeriesKey key, int ranks, int nodes,
        long points, long[] counts, long minBytes, long maxBytes, boolean byRank, @Nullable String startedAt,
        OffsetDateTime madeAt, long sequence, String filename) {

    /** Returns the head of a single row, without its run. */
    static CurveHead of(Measurement measurement) {
        var key = SeriesKey.of(measurement, Circumstances.UNKNOWN);
        return new CurveHead(0, "", 0, SeriesRow.of(measurement), key, key.identity().ranks(), key.identity().nodes(),
                1,
                new long[Metric.stored().size()], 0, 0, false, null, OffsetDateTime.MIN, 0,
                measurement.source());
    }

    /** Returns the common head of curves of several runs, without a run. */
    public static CurveHead ofKind(SeriesRow row, SeriesKey key, int ranks, int nodes) {
        return ofKind(0, row, key, ranks, nodes, 0, new long[Metric.stored().size()]);
    }

    /** @param points number of points of all curves together, like {@code counts} */
    public static CurveHead ofKind(long seriesId, SeriesRow row, SeriesKey key, int ranks, int nodes, long points,
            long[] counts) {
        return new CurveHead(0, "", seriesId, row, key, ranks, nodes, points, counts, 0, 0, false, null,
                OffsetDateTime.MIN, 0, "");
    }

    /** Compares by identity. Each head exists once, and comparing all its values would take longer than reading its points. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    public long points(Metric metric) {
        return counts[metric.ordinal()];
    }

    /** Returns whether the curve has times on a known number of ranks, printed or computed from bandwidths. */
    public boolean isTimed() {
        return ranks > 0 && points(Metric.time) + points(Metric.algbw) > 0;
    }
}
