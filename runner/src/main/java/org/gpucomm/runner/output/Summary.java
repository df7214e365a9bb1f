package org.gpucomm.runner.output;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.gpucomm.runner.output.SizeResult.Block;

/** What the lines under a table say: the counts and the mean over all blocks that were printed. */
final class Summary {

    private final Map<Integer, Integer> slowest = new TreeMap<>();
    private int blocks;
    private int checked;
    private int failed;
    private double sumOfBusbw;

    void add(Block block) {
        if (!Double.isNaN(block.busbw())) {
            blocks++;
            sumOfBusbw += block.busbw();
        }
        var wrong = block.wrong();
        if (wrong != null) {
            checked++;
            failed += wrong > 0 ? 1 : 0;
        }
        if (block.spread() != null) {
            slowest.merge(block.spread().slowestRank(), 1, Integer::sum);
        }
    }

    /** Blocks with wrong data and the verdict, as nccl-tests prints them; {@code N/A} if nothing was checked. */
    String outOfBounds() {
        return checked == 0 ? "N/A, not checked" : failed + (failed == 0 ? " OK" : " FAILED");
    }

    /** Over all blocks that have one, sizes unweighted, GB/s; 0 if there are none. */
    double meanBusbw() {
        return blocks == 0 ? 0 : sumOfBusbw / blocks;
    }

    /** Which rank was the slowest in most blocks, and in how many; empty where single iterations were not timed. */
    Optional<String> slowestRank() {
        int counted = slowest.values().stream().mapToInt(Integer::intValue).sum();
        return slowest.entrySet().stream().max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(most -> most.getKey() + " in " + most.getValue() + " of " + counted + " measurements");
    }
}
