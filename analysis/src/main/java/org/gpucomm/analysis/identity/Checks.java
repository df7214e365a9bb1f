package org.gpucomm.analysis.identity;

/**
 * Numbers of measurements at one point by the result of their data check.
 *
 * @param right     checked by the tool, and right
 * @param unchecked not checked
 * @param wrong     checked, and wrong in some element; left out of the point if there are others
 */
public record Checks(int right, int unchecked, int wrong) {

    public static final Checks NONE = new Checks(0, 0, 0);

    /** @param wrong number of wrong elements of a measurement; NaN if its data was not checked */
    public static Checks of(double wrong) {
        return Double.isNaN(wrong) ? new Checks(0, 1, 0) : wrong > 0 ? new Checks(0, 0, 1) : new Checks(1, 0, 0);
    }

    /** Returns a sentence such as {@code 1 measurement with wrong data is left out}. */
    public static String leftOut(long wrong) {
        return wrong + (wrong == 1 ? " measurement with wrong data is" : " measurements with wrong data are")
                + " left out";
    }

    public int all() {
        return right + unchecked + wrong;
    }

    public Checks and(Checks more) {
        return new Checks(right + more.right, unchecked + more.unchecked, wrong + more.wrong);
    }
}
