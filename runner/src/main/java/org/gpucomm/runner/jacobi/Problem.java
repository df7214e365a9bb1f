package org.gpucomm.runner.jacobi;

import java.util.regex.Pattern;

/**
 * A grid of cells, of which the first and last column are given and the rows are a ring: rows 0 and ny − 1 are copies of rows
 * ny − 2 and 1, as in NVIDIA's programs.
 *
 * @param nx    columns
 * @param ny    rows
 * @param steps of the method
 */
record Problem(int nx, int ny, int steps) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,7})x(\\d{1,7})");
    /** Floats of a row begin at multiples of 16 bytes. */
    private static final int ROUNDED = 4;
    static final int LEAST = 8;

    /** @throws IllegalArgumentException if the text is no size of a grid */
    static Problem of(String text, int steps) {
        var matcher = TEXT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < LEAST
                || Integer.parseInt(matcher.group(2)) < LEAST) {
            throw new IllegalArgumentException(
                    "--problem must be columns x rows of at least " + LEAST + " each, such as 16384x16384, was '" + text
                            + "'");
        }
        return new Problem(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), steps);
    }

    /** Returns how many floats apart rows begin. */
    long pitch() {
        return (nx + ROUNDED - 1) / ROUNDED * (long) ROUNDED;
    }

    long rowBytes() {
        return pitch() * Float.BYTES;
    }

    /** Returns the rows that are computed. */
    int inner() {
        return ny - 2;
    }

    /** Returns the number, among those that are computed, of a rank's first row; of rank = ranks their number. */
    int first(int rank, int ranks) {
        return (int) ((long) inner() * rank / ranks);
    }

    int rows(int rank, int ranks) {
        return first(rank + 1, ranks) - first(rank, ranks);
    }

    /** Returns the bytes of an array that holds so many rows and the two beside them. */
    long bytes(int rows) {
        return (rows + 2L) * rowBytes();
    }

    /** Returns the bytes that all steps must at least move: each cell is read once and written once. */
    double leastBytes() {
        return 2.0 * Float.BYTES * (nx - 2L) * inner() * steps;
    }

    String text() {
        return nx + "x" + ny;
    }
}
