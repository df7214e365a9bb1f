package org.gpucomm.results.format.canonical;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the canonical CSV in order, with their values in a measurement. Columns may only be appended; the columns up to
 * {@code started_at} are the first version.
 */
public enum Column {
    SOURCE("source", Measurement::source),
    SECTION("section", Measurement::section),
    TOOL("tool", m -> m.stack().tool()),
    TOOL_VERSION("tool_version", m -> m.stack().toolVersion()),
    LIBRARY("library", m -> m.stack().library()),
    LIBRARY_VERSION("library_version", m -> m.stack().libraryVersion()),
    OPERATION("operation", m -> m.workload().operation().id()),
    VARIANT("variant", m -> m.workload().variant()),
    INSTANCE_TYPE("instance_type", m -> m.platform().instanceType()),
    GPU("gpu", m -> m.platform().gpu()),
    NODES("nodes", m -> m.platform().nodes()),
    RANKS("ranks", m -> m.platform().ranks()),
    PROBLEM("problem", m -> m.workload().problem()),
    MESSAGE_BYTES("message_bytes", Column::messageBytes),
    DATATYPE("datatype", m -> m.workload().datatype()),
    REDOP("redop", m -> m.workload().redop()),
    ROOT("root", m -> m.workload().root()),
    PLACEMENT("placement", Column::placement),
    ITERATIONS("iterations", m -> m.workload().iterations()),
    TIME_US("time_us", m -> micros(m.outcome().time())),
    TIME_MIN_US("time_min_us", m -> micros(m.outcome().timeMin())),
    TIME_P50_US("time_p50_us", m -> micros(m.outcome().timeP50())),
    TIME_P99_US("time_p99_us", m -> micros(m.outcome().timeP99())),
    TIME_MAX_US("time_max_us", m -> micros(m.outcome().timeMax())),
    ALGBW_GBPS("algbw_GBps", m -> gigabytesPerSecond(m.outcome().algbw())),
    BUSBW_GBPS("busbw_GBps", m -> gigabytesPerSecond(m.outcome().busbw())),
    WRONG("wrong", m -> m.outcome().wrong()),
    BASELINE_US("baseline_us", m -> micros(m.outcome().baseline())),
    STARTED_AT("started_at", Measurement::startedAt),
    SPEEDUP("speedup", m -> m.outcome().speedup()),
    EFFICIENCY_PCT("efficiency_pct", m -> m.outcome().efficiency()),
    SETTINGS("settings", Measurement::settings),
    METRICS("metrics", m -> m.outcome().metrics());

    private final String header;
    private final Function<Measurement, @Nullable Object> value;

    Column(String header, Function<Measurement, @Nullable Object> value) {
        this.header = header;
        this.value = value;
    }

    public String header() {
        return header;
    }

    /** Returns the value: text, a number or named values; null if unknown or not applicable. */
    @Nullable
    Object valueOf(Measurement measurement) {
        return value.apply(measurement);
    }

    /** Returns the value as text; empty if unknown or not applicable. */
    public String textOf(Measurement measurement) {
        var v = valueOf(measurement);
        return v == null ? "" : v.toString();
    }

    public static List<String> headers() {
        return Arrays.stream(values()).map(Column::header).toList();
    }

    private static @Nullable Object messageBytes(Measurement measurement) {
        var size = measurement.workload().messageSize();
        return size == null ? null : size.count();
    }

    private static @Nullable Object placement(Measurement measurement) {
        var placement = measurement.workload().placement();
        return placement == null ? null : placement.id();
    }

    private static @Nullable Object micros(@Nullable Micros time) {
        return time == null ? null : time.value();
    }

    private static @Nullable Object gigabytesPerSecond(@Nullable Bandwidth bandwidth) {
        return bandwidth == null ? null : bandwidth.gigabytesPerSecond();
    }
}
