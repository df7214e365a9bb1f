package org.gpucomm.analysis.rules;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.Processes;

/**
 * Times of small messages that have a slower mode now and then: where one or two processes measured, a difference that such a mode makes
 * cannot be distinguished from one that is always there.
 */
final class Modes {

    /** Below it latency makes the time, and latencies have modes ... */
    private static final long BELOW = 128 << 10;
    /** ... up to so many times apart. */
    private static final double APART = 1.75;

    private Modes() {}

    /** Returns whether a time of a cell may be so many times too long by its mode. */
    static boolean mayMake(double ratio, Cell cell) {
        return cell.bytes() > 0 && cell.bytes() < BELOW && ratio < APART
                && Processes.count(cell) < NoiseModel.FEWEST_PROCESSES;
    }

    /** Returns the logarithm of the ratio of two times that a mode makes at one size: 0 where it makes none. */
    static double most(Cell one, Cell other) {
        return mayMake(1, one) || mayMake(1, other) ? Math.log(APART) : 0;
    }
}
