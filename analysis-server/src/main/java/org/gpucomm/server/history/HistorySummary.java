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
 * @param compared runs that have the sizes that were compared; null where nobody has compared them yet
 * @param change   the last one; null where none was shown
 * @param trend    time of the last run over that of the first, less one, where they change little by little; null where none was shown
 */
record HistorySummary(SeriesKey series, @Nullable Integer compared, Instant firstRun, Instant lastRun,
        @Nullable Last change,
        @Nullable Double trend) {

    /** @param sizes that changed, bytes @param effect time after over time before, less one */
    record Last(Instant at, double effect, List<Long> sizes, double pValue) {}

    /** What is known of a history before its runs are compared. */
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
