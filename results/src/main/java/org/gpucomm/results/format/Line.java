package org.gpucomm.results.format;

/**
 * A line of text without its end-of-line.
 *
 * @param number number of the line, 1-based
 * @param cut    whether characters beyond {@link Lines#MAX_LENGTH} were left out
 * @param writer rank or pod that wrote the line, as a launcher's prefix names it; empty if unknown
 * @param ended  whether an end-of-line follows; the last line of a log may lack one and be cut
 */
public record Line(long number, String text, boolean cut, String writer, boolean ended) {

    public static Line of(long number, String text) {
        return new Line(number, text, false, "", true);
    }

    /** Returns the part of this line that one writer wrote, or began. */
    public Line of(String piece, String by) {
        return new Line(number, piece, false, by, ended);
    }
}
