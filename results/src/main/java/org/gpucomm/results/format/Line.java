package org.gpucomm.results.format;

/**
 * A line of text without its end-of-line.
 *
 * @param number 1-based
 * @param cut    whether characters beyond {@link Lines#MAX_LENGTH} were left out
 */
public record Line(long number, String text, boolean cut) {

    public static Line of(long number, String text) {
        return new Line(number, text, false);
    }
}
