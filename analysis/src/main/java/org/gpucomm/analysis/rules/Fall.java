package org.gpucomm.analysis.rules;

import java.util.Optional;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.Processes;

/**
 * Bandwidth that falls although the message grows.
 *
 * @param to      the lowest cell of the fall
 * @param low     how many sizes lie in the lower half of it
 * @param back    the most that larger sizes come back to, as a share of what it fell from; 0 where there are none
 * @param inPlace empty where that was not measured
 */
record Fall(Curve curve, Cell from, Cell to, int low, double back, Optional<InPlace> inPlace) {

    /** One measurement in twenty takes half as long again, two neighbours seldom, and seldom the same size in both placements. */
    private static final double OF_AN_ACCIDENT = 0.65;
    private static final int ACCIDENTS = 2;

    /** The two sizes of a fall as they were measured in-place, beside it. */
    record InPlace(Cell from, Cell to) {

        static Optional<InPlace> of(Curve twin, Cell from, Cell to) {
            var first = twin.at(from.bytes()).filter(cell -> cell.algbw().isPresent());
            var second = twin.at(to.bytes()).filter(cell -> cell.algbw().isPresent());
            return first.isPresent() && second.isPresent()
                    ? Optional.of(new InPlace(first.get(), second.get()))
                    : Optional.empty();
        }

        double left() {
            return to.algbw().orElseThrow() / from.algbw().orElseThrow();
        }
    }

    /** That noise alone makes it; where in-place shows it too, in both. */
    double chance(NoiseModel noise) {
        double alone = noise.within(curve.subject(), from, to).pGreater(growth());
        return isShownTwice()
                ? Math.max(alone, inPlace.map(each -> noise.within(curve.subject(), each.from(), each.to())
                        .pGreater(growth())).orElseThrow())
                : alone;
    }

    boolean isShownTwice() {
        return inPlace.filter(each -> each.left() < Math.min(1 - Shapes.LEAST_FALL, (1 + left()) / 2)).isPresent();
    }

    /** Whether one measurement was late, and the one beside it was not. */
    boolean isContradicted() {
        return mayBeLate() && inPlace.isPresent() && !isShownTwice();
    }

    /** Whether it is no more than that. */
    boolean isAccident() {
        return isContradicted() && left() > Shapes.DEEP;
    }

    private boolean mayBeLate() {
        return low <= ACCIDENTS && Processes.count(to) < NoiseModel.FEWEST_PROCESSES;
    }

    /** Whether larger sizes regain less than half of what was lost, or there are none. */
    boolean lasting() {
        return back < (1 + left()) / 2;
    }

    /** Logarithm of how much longer the larger message takes at the same bandwidth. */
    double growth() {
        return Math.log((double) to.bytes() / from.bytes());
    }

    /** Whether one or two processes measured so few sizes that their scatter does not show its noise. */
    boolean hidesItsNoise() {
        return Processes.count(to) < NoiseModel.FEWEST_PROCESSES && curve.cells().size() < NoiseModel.FEWEST_SIZES;
    }

    /**
     * Whether it is one measurement, or two, that may have been late by accident, or few that nothing shows the noise of; in
     * both placements such accidents take no more than a third.
     */
    boolean mayBeAnOutlier() {
        boolean isOneTime = low == 1 && !isShownTwice();
        return !isTooMuchInBoth() && (hidesItsNoise() && left() > Shapes.DEEP
                || mayBeLate() && (left() > Shapes.DEEP || isOneTime));
    }

    private boolean isTooMuchInBoth() {
        return isShownTwice() && left() < OF_AN_ACCIDENT
                && inPlace.filter(each -> each.left() < OF_AN_ACCIDENT).isPresent();
    }

    double left() {
        return to.algbw().orElseThrow() / from.algbw().orElseThrow();
    }
}
