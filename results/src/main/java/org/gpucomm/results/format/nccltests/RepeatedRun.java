package org.gpucomm.results.format.nccltests;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Finds where a run ends and the next begins with the very bytes that were there before, the average aside: where a log has
 * many runs of one program, that is two lines in five. One object for all runs of a log.
 */
final class RepeatedRun {

    /** {@code %g} prints fewer. */
    private static final int MOST_DIGITS = 16;

    private @Nullable Passage below;
    private @Nullable Passage behind;
    private String average = "";
    private int notes;

    /** What a run printed that has ended. */
    void learn(Surroundings run) {
        below = run.below();
        behind = run.behind();
    }

    /**
     * Index of the next run's first row; -1 if that is not to be told.
     *
     * @param from  where the rows of this run are at an end
     * @param above what stands above them
     */
    int find(byte[] bytes, int from, int to, @Nullable Passage above) {
        if (below == null || behind == null || above == null) {
            return -1;
        }
        int number = below.behind(bytes, from, to);
        int end = number;
        while (end >= 0 && end < to && (bytes[end] >= '0' && bytes[end] <= '9' || bytes[end] == '.')) {
            end++;
        }
        if (end <= number || end - number > MOST_DIGITS) {
            return -1;
        }
        int next = behind.behind(bytes, end, to);
        int rows = next < 0 ? -1 : above.behind(bytes, next, to);
        if (rows >= 0) {
            average = new String(bytes, number, end - number, StandardCharsets.US_ASCII);
            notes = below.lines() + behind.lines() + above.lines();
        }
        return rows;
    }

    /** The average of the run that ended where one was found last, as printed. */
    String average() {
        return average;
    }

    /** Number of lines between the rows of the one and those of the other. */
    int notes() {
        return notes;
    }
}
