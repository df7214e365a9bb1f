package org.gpucomm.runner.jacobi;

import java.util.regex.Pattern;

/**
 * Grid of cells with fixed first and last columns and rows in a ring: rows 0 and ny − 1 are copies of rows ny − 2 and 1, as in NVIDIA's
 * programs.
 *
 * @param nx    number of columns
 * @param ny    number of rows
 * @param steps number of steps
 */
record Problem(int nx, int ny, int steps) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,7})x(\\d{1,7})");
    /** The length of a row is rounded up to a multiple of 4 floats, so that rows start at multiples of 16 bytes. */
    private static final int ROUNDED = 4;
    static final int LEAST = 8;

    /** Parses a grid size such as {@code 16384x16384}; throws an {@link IllegalArgumentException} if the text is invalid. */
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

    /** Returns the distance of consecutive rows in floats. */
    long pitch() {
        return (nx + ROUNDED - 1) / ROUNDED * (long) ROUNDED;
    }

    long rowBytes() {
        return pitch() * Float.BYTES;
    }

    /** Returns the number of computed rows. */
    int inner() {
        return ny - 2;
    }

    /** Returns the number of a rank's first row among the computed rows; the number of computed rows if rank = ranks. */
    int first(int rank, int ranks) {
        return (int) ((long) inner() * rank / ranks);
    }

    int rows(int rank, int ranks) {
        return first(rank + 1, ranks) - first(rank, ranks);
    }

    /** Returns the size in bytes of an array with {@code rows} rows and the two adjacent ones. */
    long bytes(int rows) {
        return (rows + 2L) * rowBytes();
    }

    /** Returns the minimum number of bytes that all steps move: each step reads and writes each cell once. */
    double leastBytes() {
        return 2.0 * Float.BYTES * (nx - 2L) * inner() * steps;
    }

    String text() {
        return nx + "x" + ny;
    }
}
