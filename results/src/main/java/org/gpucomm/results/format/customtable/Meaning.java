package org.gpucomm.results.format.customtable;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Meaning of a column of a custom table. */
public enum Meaning {
    /** The column is left out. */
    IGNORED(null),
    /** The column is a setting of the run with the header as its name. */
    SETTING(null),
    /** The column's numbers are metrics of the results with the header, including its unit, as their name. */
    METRIC(null),
    SIZE(Unit.UnitKind.SIZE),
    TIME(Unit.UnitKind.TIME),
    TIME_MIN(Unit.UnitKind.TIME),
    TIME_P50(Unit.UnitKind.TIME),
    TIME_P99(Unit.UnitKind.TIME),
    TIME_MAX(Unit.UnitKind.TIME),
    ALGBW(Unit.UnitKind.BANDWIDTH),
    BUSBW(Unit.UnitKind.BANDWIDTH),
    RANKS(null),
    NODES(null),
    OPERATION(null),
    VARIANT(null),
    DATATYPE(null),
    REDOP(null),
    ROOT(null),
    PLACEMENT(null),
    ITERATIONS(null),
    WRONG(null),
    TOOL(null),
    TOOL_VERSION(null),
    LIBRARY(null),
    LIBRARY_VERSION(null),
    GPU(null),
    INSTANCE_TYPE(null),
    /** Start of a run: rows with different dates, hosts or clusters belong to different runs. */
    DATE(null),
    HOST(null),
    CLUSTER(null);

    private final Unit.@Nullable UnitKind kind;

    Meaning(Unit.@Nullable UnitKind kind) {
        this.kind = kind;
    }

    /** Returns the name for people: {@code message size}, {@code algbw}. */
    public String title() {
        return switch (this) {
            case IGNORED -> "ignore";
            case SIZE -> "message size";
            case TIME_MIN -> "time, minimum";
            case TIME_P50 -> "time, p50";
            case TIME_P99 -> "time, p99";
            case TIME_MAX -> "time, maximum";
            case WRONG -> "#wrong";
            default -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** Returns the kind of unit of the column; null if it has no unit. */
    public Unit.@Nullable UnitKind kind() {
        return kind;
    }

    /** Returns whether the column is a result: a time or a bandwidth. */
    public boolean isMeasured() {
        return kind == Unit.UnitKind.TIME || kind == Unit.UnitKind.BANDWIDTH;
    }

    /** Returns whether the column says which run a row belongs to. */
    boolean isOfRun() {
        return this == DATE || this == HOST || this == CLUSTER;
    }

    boolean isWhole() {
        return this == RANKS || this == NODES || this == ITERATIONS || this == ROOT;
    }
}
