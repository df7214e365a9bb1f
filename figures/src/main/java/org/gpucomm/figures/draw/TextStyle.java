package org.gpucomm.figures.draw;

/**
 * Typeface, size and colour of a text.
 *
 * @param size size of the em in pixels
 */
record TextStyle(Typeface face, double size, int rgb) {

    /** Height of an l and of accented capitals over the baseline, as a share of the em. */
    private static final double ASCENT = 0.76;
    private static final double DESCENT = 0.2;
    private static final double CAPITAL = 0.729;

    double width(String line) {
        return face.width(line, size);
    }

    /** Returns the height of letters over the baseline. */
    double ascent() {
        return ASCENT * size;
    }

    /** Returns the depth of letters under the baseline. */
    double descent() {
        return DESCENT * size;
    }

    double height() {
        return ascent() + descent();
    }

    /** Returns the distance from one baseline to the next. */
    double leading() {
        return 1.3 * size;
    }

    /** Returns the distance from the middle of a capital or digit down to its baseline. */
    double belowMiddle() {
        return CAPITAL / 2 * size;
    }

    TextStyle in(int otherRgb) {
        return new TextStyle(face, size, otherRgb);
    }
}
