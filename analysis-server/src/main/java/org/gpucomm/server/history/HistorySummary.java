package org.gpucomm.server.history;

import java.time.Instant;
import java.util.List;

import org.gpucomm.analysis.history.Trend;
import org.gpucomm.server.history.Histories.Past;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.jspecify.annotations.Nullable;

/**
 * Summary of the runs of a history.
 *
 * @param compared number of runs with the compared sizes; null until they are compared
 * @param change   last change; null if none was found
 * @param trend    time of the last run / time of the first − 1, for a gradual change; null if none was found
 */
record HistorySummary(SeriesKey series, @Nullable Integer compared, Instant firstRun, Instant lastRun,
        @Nullable Last change,
        @Nullable Double trend) {

    /** @param sizes changed message sizes in bytes @param effect time after / time before − 1 */
    record Last(Instant at, double effect, List<Long> sizes, double pValue) {}

    /** Returns the summary of a history whose runs were not compared yet. */
    static HistorySummary pending(StoredHistory history) {
        return new HistorySummary(history.key(), null, history.firstAt(), history.lastAt(), null, null);
    }

    static HistorySummary of(Past past) {
        @Nullable
        Trend trend = past.history().trend();
        return new HistorySummary(past.series(), past.history().runs().size(), past.firstRun(), past.lastRun(),
                past.changedAt().map(at -> {
                    var change = past.history().changes().getLast();
                    return new Last(at, change.effect(), change.sizes(), change.pValue());
                }).orElse(null), trend == null ? null : trend.effect());
    }
}
