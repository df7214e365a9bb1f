package org.gpucomm.analysis.identity;

import java.time.OffsetDateTime;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * A curve of one run as the tables know it without its points.
 *
 * @param run       number of the run in its table
 * @param runId     as the interface names it
 * @param seriesId  number of the series in its table
 * @param ranks     0 = not known, as is {@code nodes}
 * @param counts    measurements that have each of {@link Metric#stored()}
 * @param points    all measurements
 * @param minBytes  -1 where some have no size
 * @param byRank    whether rows are those of single ranks
 * @param startedAt as printed; null where the log does not say
 * @param madeAt    when it was made as far as its log says that, else when it was stored
 * @param sequence  of the upload, see {@link Filter#until()}
 * @param filename  of the upload, or of the member of it that the run is in
 */
public record CurveHead(long run, String runId, long seriesId, SeriesRow row, SeriesKey key, int ranks, int nodes,
        long points, long[] counts, long minBytes, long maxBytes, boolean byRank, @Nullable String startedAt,
        OffsetDateTime storedAt, OffsetDateTime madeAt, boolean bundled, long sequence, String filename) {

    /** Returns what a row says itself, without its run. */
    static CurveHead of(Measurement measurement) {
        var key = SeriesKey.of(measurement, Circumstances.UNKNOWN);
        return new CurveHead(0, "", 0, SeriesRow.of(measurement), key, key.identity().ranks(), key.identity().nodes(),
                1,
                new long[Metric.stored().size()], 0, 0, false, null, OffsetDateTime.MIN, OffsetDateTime.MIN, false, 0,
                measurement.source());
    }

    /** Returns what curves of several runs have in common, without any of them. */
    public static CurveHead ofKind(SeriesRow row, SeriesKey key, int ranks, int nodes) {
        return ofKind(0, row, key, ranks, nodes, 0, new long[Metric.stored().size()]);
    }

    /** @param points of all of them together, as are {@code counts} */
    public static CurveHead ofKind(long seriesId, SeriesRow row, SeriesKey key, int ranks, int nodes, long points,
            long[] counts) {
        return new CurveHead(0, "", seriesId, row, key, ranks, nodes, points, counts, 0, 0, false, null,
                OffsetDateTime.MIN, OffsetDateTime.MIN, false, 0, "");
    }

    /** Each is there once; comparing all that it says would take longer than reading its points. */
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
}
