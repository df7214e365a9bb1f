package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of the times of one placement, as the tool reports it; otherwise computed from the iterations by the tool's own rules
 * (computeIterStats of nccl-tests): always one of the times, never a mean of two.
 */
final class PlacementTimes {

    /** Limit for iterations; with more, their times are not used. */
    private static final int MOST = 1_000_000;

    private final Fields reported = new Fields();
    private final List<Decimal> iterations = new ArrayList<>();
    private boolean tooMany;

    void reported(String name, String value) {
        reported.put(name, value);
    }

    void iteration(String value) {
        if (reported.has("min_us")) {
            return;
        }
        tooMany |= iterations.size() == MOST;
        Decimal.parse(value).filter(number -> !tooMany).ifPresent(iterations::add);
    }

    @Nullable
    Micros min() {
        return of("min_us", 0);
    }

    @Nullable
    Micros median() {
        return of("p50_us", iterations.size() / 2);
    }

    @Nullable
    Micros p99() {
        int count = iterations.size();
        return of("p99_us", Math.min(count - 1, (count * 99 + 99) / 100 - 1));
    }

    @Nullable
    Micros max() {
        return of("max_us", iterations.size() - 1);
    }

    void clear() {
        reported.clear();
        iterations.clear();
        tooMany = false;
    }

    private @Nullable Micros of(String name, int rank) {
        var said = reported.number(name);
        if (said != null) {
            return Micros.of(said);
        }
        if (iterations.isEmpty() || tooMany) {
            return null;
        }
        iterations.sort(null);
        return Micros.of(iterations.get(rank));
    }
}
