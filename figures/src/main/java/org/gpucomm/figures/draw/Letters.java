package org.gpucomm.figures.draw;

/**
 * Typeface, size and colour of a text.
 *
 * @param size of the em, in pixels
 */
record Letters(Typeface face, double size, int rgb) {

    /** Height of l and of capitals with an accent over the base line, as a share of the em. */
    private static final double ASCENT = 0.76;
    private static final double DESCENT = 0.2;
    private static final double CAPITAL = 0.729;

    double width(String line) {
        return face.width(line, size);
    }

    /** Returns how far letters reach over the base line. */
    double ascent() {
        return ASCENT * size;
    }

    /** Returns how far letters reach under the base line. */
    double descent() {
        return DESCENT * size;
    }

    double height() {
        return ascent() + descent();
    }

    /** Returns the distance from one base line to the next. */
    double leading() {
        return 1.3 * size;
    }

    /** Returns how far below the middle of a capital or digit its base line lies. */
    double belowMiddle() {
        return CAPITAL / 2 * size;
    }

    Letters in(int otherRgb) {
        return new Letters(face, size, otherRgb);
    }
}
