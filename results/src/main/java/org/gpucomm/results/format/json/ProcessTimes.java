package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Decimal;

/** Median time of each process of one placement. nccl-tests lists, for each process, the time of each iteration on its slowest GPU. */
final class ProcessTimes {

    /** Limit for processes; the times of more would be far longer than the rest of the row. */
    private static final int MOST_PROCESSES = 1024;
    private static final int MOST_ITERATIONS = 100_000;

    private final List<Decimal> iterations = new ArrayList<>();
    private final List<String> medians = new ArrayList<>();
    private boolean useless;

    void iteration(String value) {
        var number = Decimal.parse(value);
        useless |= number.isEmpty() || iterations.size() == MOST_ITERATIONS;
        if (!useless) {
            iterations.add(number.get());
        }
    }

    void endOfProcess() {
        useless |= iterations.isEmpty() || medians.size() == MOST_PROCESSES;
        if (!useless) {
            iterations.sort(null);
            medians.add(iterations.get(iterations.size() / 2).text());
        }
        iterations.clear();
    }

    /** Returns the medians in µs, for example {@code 18.01 18.05}; empty if fewer than two processes were listed. */
    Optional<String> medians() {
        return useless || medians.size() < 2 ? Optional.empty() : Optional.of(String.join(" ", medians));
    }

    int processes() {
        return medians.size();
    }

    void clear() {
        iterations.clear();
        medians.clear();
        useless = false;
    }
}
