package org.gpucomm.server.ingest.imports;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.RankTimes;
import org.gpucomm.server.series.ColumnText;
import org.gpucomm.server.series.CurvePoints;
import org.jspecify.annotations.Nullable;

/** A row of the table of measurements. The columns are, in this order, whole numbers, iterations, numbers and metrics. */
record MeasurementRow(long run, long ordinal, long series, long line, Measurement measurement) {

    static final String COLUMNS = """
            run_id, ordinal, series_id, line, ranks, nodes, message_bytes, iterations, time_us, time_min_us, time_p50_us,
            time_p99_us, time_max_us, algbw_gbps, busbw_gbps, wrong, baseline_us, speedup, efficiency_pct, metrics""";

    long[] wholeNumbers() {
        return new long[]{run, ordinal, series, line, ranks(), nodes(), messageBytes()};
    }

    int ranks() {
        var ranks = measurement.platform().ranks();
        return ranks == null ? 0 : ranks;
    }

    int nodes() {
        var nodes = measurement.platform().nodes();
        return nodes == null ? 0 : nodes;
    }

    long messageBytes() {
        var size = measurement.workload().messageSize();
        return size == null ? -1 : size.count();
    }

    @Nullable
    Long iterations() {
        return measurement.workload().iterations();
    }

    @Nullable
    Decimal[] numbers() {
        var outcome = measurement.outcome();
        return new @Nullable Decimal[]{value(outcome.time()), value(outcome.timeMin()), value(outcome.timeP50()),
                value(outcome.timeP99()), value(outcome.timeMax()), value(outcome.algbw()), value(outcome.busbw()),
                outcome.wrong(), value(outcome.baseline()), outcome.speedup(), outcome.efficiency()};
    }

    /** Returns its numbers as a curve has them, see {@link CurvePoints.Builder#add}. */
    double[] point() {
        var outcome = measurement.outcome();
        return new double[]{number(value(outcome.busbw())), number(value(outcome.algbw())),
                number(value(outcome.time())), number(outcome.speedup()), number(outcome.efficiency()),
                number(outcome.wrong())};
    }

    /** Returns whether it is of a single rank. */
    boolean isOfRank() {
        return !measurement.outcome().metrics().get(RankTimes.RANK).isEmpty();
    }

    private static double number(@Nullable Decimal value) {
        return value == null ? Double.NaN : value.doubleValue();
    }

    /** Returns what was measured besides; null where there is nothing. */
    @Nullable
    String metrics() {
        var metrics = measurement.outcome().metrics();
        return metrics.isEmpty() ? null : ColumnText.cut(metrics.text(), 2000);
    }

    private static @Nullable Decimal value(@Nullable Micros time) {
        return time == null ? null : time.value();
    }

    private static @Nullable Decimal value(@Nullable Bandwidth bandwidth) {
        return bandwidth == null ? null : bandwidth.gigabytesPerSecond();
    }
}
