package org.gpucomm.results.format;

/**
 * A line of text without its end-of-line.
 *
 * @param number 1-based
 * @param cut    whether characters beyond {@link Lines#MAX_LENGTH} were left out
 * @param writer who wrote it, where a launcher put that in front: a rank, a pod; empty where nothing says
 * @param ended  whether an end-of-line stood behind it; the last line of a log may have none, and then have lost its end
 */
public record Line(long number, String text, boolean cut, String writer, boolean ended) {

    public static Line of(long number, String text) {
        return new Line(number, text, false, "", true);
    }

    /** Returns what a writer wrote on this line, or began on it. */
    public Line of(String piece, String by) {
        return new Line(number, piece, false, by, ended);
    }
}
