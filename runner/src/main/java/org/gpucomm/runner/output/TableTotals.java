package org.gpucomm.runner.output;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;

/** A summary has what the lines under a table say: the counts and the mean over all blocks that were printed. */
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

    /** Returns blocks with wrong data and the verdict, as nccl-tests prints them; {@code N/A} if nothing was checked. */
    String outOfBounds() {
        return checked == 0 ? "N/A, not checked" : failed + (failed == 0 ? " OK" : " FAILED");
    }

    /** Returns the mean over all blocks that have one, sizes unweighted, GB/s; 0 if there are none. */
    double meanBusbw() {
        return blocks == 0 ? 0 : sumOfBusbw / blocks;
    }

    /** Returns which rank was the slowest in most blocks, and in how many; empty where single iterations were not timed. */
    Optional<String> slowestRank() {
        int counted = slowest.values().stream().mapToInt(Integer::intValue).sum();
        return slowest.entrySet().stream().max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(most -> most.getKey() + " in " + most.getValue() + " of " + counted + " measurements");
    }
}
