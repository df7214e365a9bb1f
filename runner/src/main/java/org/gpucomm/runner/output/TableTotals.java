package org.gpucomm.runner.output;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;

/** Totals for the lines below a table: counts and mean over all printed blocks. */
final class TableTotals {

    private final Map<Integer, Integer> slowest = new TreeMap<>();
    private int blocks;
    private int checked;
    private int failed;
    private double sumOfBusbw;

    void add(Outcome outcome) {
        if (outcome.busbw() != null) {
            blocks++;
            sumOfBusbw += outcome.busbw().doubleValue();
        }
        var wrong = outcome.wrong();
        if (wrong != null) {
            checked++;
            failed += wrong.doubleValue() > 0 ? 1 : 0;
        }
        outcome.metrics().get(RankTimes.SLOWEST)
                .ifPresent(rank -> slowest.merge(Integer.valueOf(rank), 1, Integer::sum));
    }

    /** Returns the number of blocks with wrong data and the verdict, like nccl-tests; {@code N/A} if nothing was checked. */
    String outOfBounds() {
        return checked == 0 ? "N/A, not checked" : failed + (failed == 0 ? " OK" : " FAILED");
    }

    /** Returns the unweighted mean busbw over all blocks that have one in GB/s; 0 if there are none. */
    double meanBusbw() {
        return blocks == 0 ? 0 : sumOfBusbw / blocks;
    }

    /** Returns the rank that was slowest in most blocks, with counts; empty if single iterations were not timed. */
    Optional<String> slowestRank() {
        int counted = slowest.values().stream().mapToInt(Integer::intValue).sum();
        return slowest.entrySet().stream().max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(most -> most.getKey() + " in " + most.getValue() + " of " + counted + " measurements");
    }
}
