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
    SECTION("section", ColumnKind.WHOLE, Measurement::section),
    TOOL("tool", m -> m.stack().tool()),
    TOOL_VERSION("tool_version", m -> m.stack().toolVersion()),
    LIBRARY("library", m -> m.stack().library()),
    LIBRARY_VERSION("library_version", m -> m.stack().libraryVersion()),
    OPERATION("operation", m -> m.workload().operation().id()),
    VARIANT("variant", m -> m.workload().variant()),
    INSTANCE_TYPE("instance_type", m -> m.platform().instanceType()),
    GPU("gpu", m -> m.platform().gpu()),
    NODES("nodes", ColumnKind.WHOLE, m -> m.platform().nodes()),
    RANKS("ranks", ColumnKind.WHOLE, m -> m.platform().ranks()),
    PROBLEM("problem", m -> m.workload().problem()),
    MESSAGE_BYTES("message_bytes", ColumnKind.WHOLE, Column::messageBytes),
    DATATYPE("datatype", m -> m.workload().datatype()),
    REDOP("redop", m -> m.workload().redop()),
    ROOT("root", m -> m.workload().root()),
    PLACEMENT("placement", Column::placement),
    ITERATIONS("iterations", ColumnKind.NUMBER, m -> m.workload().iterations()),
    TIME_US("time_us", ColumnKind.NUMBER, m -> micros(m.outcome().time())),
    TIME_MIN_US("time_min_us", ColumnKind.NUMBER, m -> micros(m.outcome().timeMin())),
    TIME_P50_US("time_p50_us", ColumnKind.NUMBER, m -> micros(m.outcome().timeP50())),
    TIME_P99_US("time_p99_us", ColumnKind.NUMBER, m -> micros(m.outcome().timeP99())),
    TIME_MAX_US("time_max_us", ColumnKind.NUMBER, m -> micros(m.outcome().timeMax())),
    ALGBW_GBPS("algbw_GBps", ColumnKind.NUMBER, m -> gigabytesPerSecond(m.outcome().algbw())),
    BUSBW_GBPS("busbw_GBps", ColumnKind.NUMBER, m -> gigabytesPerSecond(m.outcome().busbw())),
    WRONG("wrong", ColumnKind.NUMBER, m -> m.outcome().wrong()),
    BASELINE_US("baseline_us", ColumnKind.NUMBER, m -> micros(m.outcome().baseline())),
    STARTED_AT("started_at", Measurement::startedAt),
    SPEEDUP("speedup", ColumnKind.NUMBER, m -> m.outcome().speedup()),
    EFFICIENCY_PCT("efficiency_pct", ColumnKind.NUMBER, m -> m.outcome().efficiency()),
    SETTINGS("settings", Measurement::settings),
    METRICS("metrics", m -> m.outcome().metrics());

    private final String header;
    private final ColumnKind kind;
    private final Function<Measurement, @Nullable Object> value;

    Column(String header, Function<Measurement, @Nullable Object> value) {
        this(header, ColumnKind.TEXT, value);
    }

    Column(String header, ColumnKind kind, Function<Measurement, @Nullable Object> value) {
        this.header = header;
        this.kind = kind;
        this.value = value;
    }

    public String header() {
        return header;
    }

    /** Returns the type of the values in tables for other programs. */
    public ColumnKind kind() {
        return kind;
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
