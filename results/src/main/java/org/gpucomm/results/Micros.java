package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * A time in microseconds, with the digits of the source: every conversion is a power of ten and therefore exact.
 *
 * @param value time in µs, as printed
 */
public record Micros(Decimal value) {

    public static Micros of(Decimal micros) {
        return new Micros(micros);
    }

    /** Returns the time of a number in µs; null if there is no number. */
    public static @Nullable Micros ofNullable(@Nullable Decimal micros) {
        return micros == null ? null : new Micros(micros);
    }

    public static Micros ofSeconds(Decimal seconds) {
        return new Micros(seconds.timesTenToThe(6));
    }

    public static Micros ofMillis(Decimal millis) {
        return new Micros(millis.timesTenToThe(3));
    }

    public static Micros ofNanos(Decimal nanos) {
        return new Micros(nanos.timesTenToThe(-3));
    }

    public double doubleValue() {
        return value.doubleValue();
    }

    @Override
    public String toString() {
        return value + " µs";
    }
}
