package org.gpucomm.analysis.rules;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;

/**
 * Slower modes of small messages. With one or two processes, a difference that such a mode explains cannot be distinguished from a
 * permanent one.
 */
final class Modes {

    /** Size in bytes below which latency dominates the time. Latencies have modes. */
    private static final long BELOW = 128 << 10;
    /** Largest ratio of times between modes. */
    private static final double APART = 1.75;

    private Modes() {}

    /** Returns whether a mode may explain a time of the cell that is too long by this ratio. */
    static boolean mayMake(double ratio, Cell cell) {
        return cell.bytes() > 0 && cell.bytes() < BELOW && ratio < APART
                && Processes.count(cell) < NoiseModel.FEWEST_PROCESSES;
    }

    /** Returns the logarithm of the largest ratio of two times that a mode explains; 0 if modes do not apply. */
    static double most(Cell one, Cell other) {
        return mayMake(1, one) || mayMake(1, other) ? Math.log(APART) : 0;
    }
}
