package org.gpucomm.server.analysis.next;

import java.util.Arrays;
import java.util.List;

import org.gpucomm.server.analysis.evidence.Cell;

/**
 * How much the logarithm of a time differs from run to run: what repetitions show, else what is usual for the size.
 *
 * @param deviation standard deviation
 * @param isSeen    whether repetitions show it
 */
record SeenNoise(double deviation, boolean isSeen) {

    private static final int FEWEST_DEGREES = 3;

    /**
     * Returns the pooled one of all repetitions where there are enough, and at least the usual one of
     * the smallest size where there are not.
     *
     * @param cells of one question, at least one
     */
    static SeenNoise of(List<Cell> cells) {
        double squares = 0;
        int degrees = 0;
        for (var cell : cells) {
            var logs = Arrays.stream(cell.times()).filter(time -> time > 0).map(Math::log).toArray();
            double mean = Arrays.stream(logs).average().orElse(0);
            squares += Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
            degrees += Math.max(0, logs.length - 1);
        }
        double usual = cells.stream().mapToDouble(cell -> usual(cell.bytes())).max().orElseThrow();
        if (degrees >= FEWEST_DEGREES) {
            return new SeenNoise(Math.sqrt(squares / degrees), true);
        }
        return new SeenNoise(degrees == 0 ? usual : Math.max(usual, Math.sqrt(squares / degrees)), false);
    }

    /** Returns what the three rounds of the bundled H200 set differ by. @param bytes -1 of applications, which run long */
    static double usual(long bytes) {
        if (bytes < 0 || bytes >= 32 << 20) {
            return 0.008;
        }
        return bytes <= 1 << 10 ? 0.07 : bytes < 1 << 20 ? 0.03 : 0.014;
    }
}
