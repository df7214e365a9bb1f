package org.gpucomm.server.series;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/** Number of a measurement. Each is a column of the table {@code curve} of the same name, in this order. */
enum StoredNumber {
    TIME_US(outcome -> value(outcome.time())),
    TIME_MIN_US(outcome -> value(outcome.timeMin())),
    TIME_P50_US(outcome -> value(outcome.timeP50())),
    TIME_P99_US(outcome -> value(outcome.timeP99())),
    TIME_MAX_US(outcome -> value(outcome.timeMax())),
    ALGBW_GBPS(outcome -> value(outcome.algbw())),
    BUSBW_GBPS(outcome -> value(outcome.busbw())),
    WRONG(Outcome::wrong),
    BASELINE_US(outcome -> value(outcome.baseline())),
    SPEEDUP(Outcome::speedup),
    EFFICIENCY_PCT(Outcome::efficiency);

    static final List<StoredNumber> ALL = List.of(values());
    static final String COLUMNS = Arrays.stream(values()).map(number -> number.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));

    private final Function<Outcome, @Nullable Decimal> value;

    StoredNumber(Function<Outcome, @Nullable Decimal> value) {
        this.value = value;
    }

    @Nullable
    Decimal of(Outcome outcome) {
        return value.apply(outcome);
    }

    /** Returns an outcome with the given numbers. */
    static Outcome outcome(Function<StoredNumber, @Nullable Decimal> numbers, NamedValues metrics) {
        return new Outcome(micros(numbers.apply(TIME_US)), micros(numbers.apply(TIME_MIN_US)),
                micros(numbers.apply(TIME_P50_US)), micros(numbers.apply(TIME_P99_US)),
                micros(numbers.apply(TIME_MAX_US)), bandwidth(numbers.apply(ALGBW_GBPS)),
                bandwidth(numbers.apply(BUSBW_GBPS)), numbers.apply(WRONG), micros(numbers.apply(BASELINE_US)),
                numbers.apply(SPEEDUP), numbers.apply(EFFICIENCY_PCT), metrics);
    }

    private static @Nullable Decimal value(@Nullable Micros time) {
        return time == null ? null : time.value();
    }

    private static @Nullable Decimal value(@Nullable Bandwidth bandwidth) {
        return bandwidth == null ? null : bandwidth.gigabytesPerSecond();
    }

    private static @Nullable Micros micros(@Nullable Decimal number) {
        return number == null ? null : new Micros(number);
    }

    private static @Nullable Bandwidth bandwidth(@Nullable Decimal number) {
        return number == null ? null : new Bandwidth(number);
    }
}
