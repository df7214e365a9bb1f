package org.gpucomm.results.format;

/**
 * A line of text without its end-of-line.
 *
 * @param number 1-based
 * @param cut    whether characters beyond {@link Lines#MAX_LENGTH} were left out
 * @param writer who wrote it, where a launcher put that in front: a rank, a pod; empty where nothing says
 */
public record Line(long number, String text, boolean cut, String writer) {

    public static Line of(long number, String text) {
        return new Line(number, text, false, "");
    }
}
