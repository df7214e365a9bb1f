package org.gpucomm.results.format.customtable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;

/** Unit of a column of numbers. All conversions are exact. */
public enum Unit {
    BYTES(UnitKind.SIZE, 1, "B"),
    KILOBYTES(UnitKind.SIZE, 1_000, "kB"),
    KIBIBYTES(UnitKind.SIZE, Bytes.KIB, "KiB"),
    MEGABYTES(UnitKind.SIZE, 1_000_000, "MB"),
    MEBIBYTES(UnitKind.SIZE, Bytes.MIB, "MiB"),
    GIGABYTES(UnitKind.SIZE, 1_000_000_000, "GB"),
    GIBIBYTES(UnitKind.SIZE, Bytes.GIB, "GiB"),
    /** Each cell has its own unit: {@code 64K}, {@code 1 MiB}; K, M and G are powers of two. */
    SIZE_WITH_SUFFIX(UnitKind.SIZE, 1, "the unit of each cell"),
    /** Units of time have the power of ten that converts them to µs. */
    NANOSECONDS(UnitKind.TIME, -3, "ns"),
    MICROSECONDS(UnitKind.TIME, 0, "\u00b5s"),
    MILLISECONDS(UnitKind.TIME, 3, "ms"),
    SECONDS(UnitKind.TIME, 6, "s"),
    /** Each cell has its own unit: {@code 0.16 ms}. */
    TIME_WITH_SUFFIX(UnitKind.TIME, 0, "the unit of each cell"),
    KILOBYTES_PER_SECOND(UnitKind.BANDWIDTH, 1, "kB/s"),
    MEGABYTES_PER_SECOND(UnitKind.BANDWIDTH, 1, "MB/s"),
    MEBIBYTES_PER_SECOND(UnitKind.BANDWIDTH, 1, "MiB/s"),
    GIGABYTES_PER_SECOND(UnitKind.BANDWIDTH, 1, "GB/s"),
    GIBIBYTES_PER_SECOND(UnitKind.BANDWIDTH, 1, "GiB/s"),
    MEGABITS_PER_SECOND(UnitKind.BANDWIDTH, 1, "Mb/s"),
    GIGABITS_PER_SECOND(UnitKind.BANDWIDTH, 1, "Gb/s"),
    /** Each cell has its own unit: {@code 470 GB/s}. */
    BANDWIDTH_WITH_SUFFIX(UnitKind.BANDWIDTH, 1, "the unit of each cell");

    /** Quantity that a unit measures. */
    public enum UnitKind {
        SIZE,
        TIME,
        BANDWIDTH
    }

    /**
     * Spellings in headers. KB, MB and GB of a message size are powers of two, as in the options of benchmarks; those of a bandwidth are
     * powers of ten.
     */
    private static final Map<String, Unit> SIZES = Map.ofEntries(Map.entry("b", BYTES), Map.entry("byte", BYTES),
            Map.entry("bytes", BYTES), Map.entry("k", KIBIBYTES), Map.entry("kb", KIBIBYTES),
            Map.entry("kib", KIBIBYTES),
            Map.entry("m", MEBIBYTES), Map.entry("mb", MEBIBYTES), Map.entry("mib", MEBIBYTES),
            Map.entry("g", GIBIBYTES),
            Map.entry("gb", GIBIBYTES), Map.entry("gib", GIBIBYTES));
    private static final Map<String, Unit> TIMES = Map.ofEntries(Map.entry("ns", NANOSECONDS),
            Map.entry("nsec", NANOSECONDS), Map.entry("us", MICROSECONDS), Map.entry("\u00b5s", MICROSECONDS),
            Map.entry("\u03bcs", MICROSECONDS), Map.entry("usec", MICROSECONDS), Map.entry("usecs", MICROSECONDS),
            Map.entry("micros", MICROSECONDS), Map.entry("microseconds", MICROSECONDS), Map.entry("ms", MILLISECONDS),
            Map.entry("msec", MILLISECONDS), Map.entry("millis", MILLISECONDS), Map.entry("milliseconds", MILLISECONDS),
            Map.entry("s", SECONDS), Map.entry("sec", SECONDS), Map.entry("secs", SECONDS),
            Map.entry("seconds", SECONDS));

    private final UnitKind kind;
    /** For sizes, bytes per unit; for times, the power of ten that converts the unit to µs. */
    private final long factor;
    private final String title;

    Unit(UnitKind kind, long factor, String title) {
        this.kind = kind;
        this.factor = factor;
        this.title = title;
    }

    /** Returns the name for people: {@code KiB}, {@code GB/s}. */
    public String title() {
        return title;
    }

    public UnitKind kind() {
        return kind;
    }

    /**
     * Returns the size; a fraction of a larger unit, such as {@code 0.1 MB}, is rounded to the nearest whole byte.
     *
     * @throws IllegalArgumentException if the value is a fraction of a byte, or too large
     */
    Bytes bytes(Decimal value) {
        try {
            var count = value.toBigDecimal().multiply(BigDecimal.valueOf(factor));
            return new Bytes((factor == 1 ? count : count.setScale(0, RoundingMode.HALF_UP)).longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("no whole number of bytes: " + value, e);
        }
    }

    Micros micros(Decimal value) {
        return Micros.of(factor == 0 ? value : value.timesTenToThe((int) factor));
    }

    Bandwidth bandwidth(Decimal value) {
        return switch (this) {
            case GIGABYTES_PER_SECOND -> Bandwidth.ofGigabytesPerSecond(value);
            case MEGABYTES_PER_SECOND -> Bandwidth.ofMegabytesPerSecond(value);
            case KILOBYTES_PER_SECOND -> Bandwidth.ofGigabytesPerSecond(value.timesTenToThe(-6));
            case MEBIBYTES_PER_SECOND -> Bandwidth.ofMebibytesPerSecond(value);
            case GIBIBYTES_PER_SECOND -> Bandwidth.ofGibibytesPerSecond(value);
            case GIGABITS_PER_SECOND -> Bandwidth.ofGigabitsPerSecond(value);
            case MEGABITS_PER_SECOND -> Bandwidth.ofGigabitsPerSecond(value.timesTenToThe(-3));
            default -> throw new IllegalStateException(this + " is no unit of bandwidth");
        };
    }

    /** Returns bits for bytes and bytes for bits; the unit itself if it has no such counterpart. */
    Unit otherOfBitsAndBytes() {
        return switch (this) {
            case GIGABYTES_PER_SECOND -> GIGABITS_PER_SECOND;
            case GIGABITS_PER_SECOND -> GIGABYTES_PER_SECOND;
            case MEGABYTES_PER_SECOND -> MEGABITS_PER_SECOND;
            case MEGABITS_PER_SECOND -> MEGABYTES_PER_SECOND;
            default -> this;
        };
    }

    /** Returns whether each cell has its own unit. */
    boolean isOfCells() {
        return this == SIZE_WITH_SUFFIX || this == TIME_WITH_SUFFIX || this == BANDWIDTH_WITH_SUFFIX;
    }

    /** Returns the unit that a header's text means for this kind; empty if it is not such a unit. */
    public static Optional<Unit> of(UnitKind kind, String text) {
        var lower = text.strip().toLowerCase(Locale.ROOT);
        return switch (kind) {
            case SIZE -> Optional.ofNullable(SIZES.get(lower));
            case TIME -> Optional.ofNullable(TIMES.get(lower));
            case BANDWIDTH -> bandwidth(text.strip());
        };
    }

    /** Returns whether the text leaves open if it means bits or bytes, which only an upper-case B or the whole word shows. */
    static boolean isAmbiguous(String text) {
        return text.strip().matches("[gmk]bp?/?s(ec)?");
    }

    private static Optional<Unit> bandwidth(String text) {
        var unit = text.replaceAll("\\s+|(?<=[a-zA-Z])(/[sS]|ps|/[sS]ec|_per_s|_s|/second|persecond)$", "");
        boolean perSecond = !unit.equals(text.replaceAll("\\s+", ""));
        if (!perSecond) {
            return Optional.empty();
        }
        var bits = unit.matches("(?i).*bits?") || unit.endsWith("b") && !unit.matches("(?i).*ib") && !isAmbiguous(text);
        return switch (unit.substring(0, 1).toLowerCase(Locale.ROOT) + (unit.matches("(?i).i(b|bytes?)?") ? "i" : "")) {
            case "g" -> Optional.of(bits ? GIGABITS_PER_SECOND : GIGABYTES_PER_SECOND);
            case "m" -> Optional.of(bits ? MEGABITS_PER_SECOND : MEGABYTES_PER_SECOND);
            case "k" -> bits ? Optional.empty() : Optional.of(KILOBYTES_PER_SECOND);
            case "gi" -> Optional.of(GIBIBYTES_PER_SECOND);
            case "mi" -> Optional.of(MEBIBYTES_PER_SECOND);
            default -> Optional.empty();
        };
    }
}
