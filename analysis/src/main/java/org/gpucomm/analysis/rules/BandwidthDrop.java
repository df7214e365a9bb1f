package org.gpucomm.analysis.rules;

import java.util.Optional;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;

/**
 * Fall of the bandwidth although the message grows.
 *
 * @param to      lowest cell of the fall
 * @param low     number of sizes in the lower half of the fall
 * @param back    best bandwidth of larger sizes, as a share of that before the fall; 0 if there are none
 * @param inPlace in-place measurement; empty if there is none
 */
record BandwidthDrop(Curve curve, Cell from, Cell to, int low, double back, Optional<InPlace> inPlace) {

    /** Share of the bandwidth that a late measurement leaves. One in twenty takes half as long again; two neighbours rarely do. */
    private static final double OF_AN_ACCIDENT = 0.65;
    private static final int ACCIDENTS = 2;
    /** Share of the bandwidth before a fall below which larger sizes have not regained it. */
    private static final double FAR_BELOW = 0.75;

    /** In-place measurements of the two sizes of a fall. */
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

    /** Returns the chance that noise alone explains the fall; the larger chance of both placements if both show the fall. */
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

    /** Returns whether a measurement may have been late, and the in-place one was not. */
    boolean isContradicted() {
        return mayBeLate() && inPlace.isPresent() && !isShownTwice();
    }

    /** Returns whether the fall is a contradicted one that is not deep. */
    boolean isAccident() {
        return isContradicted() && left() > Shapes.DEEP;
    }

    private boolean mayBeLate() {
        return low <= ACCIDENTS && Processes.count(to) < NoiseModel.FEWEST_PROCESSES;
    }

    /** Returns whether larger sizes regain less than half of the loss, or stay far below the bandwidth before it, or there are none. */
    boolean lasting() {
        return back < Math.max(FAR_BELOW, (1 + left()) / 2);
    }

    /** Returns the logarithm of the ratio of times at constant bandwidth. */
    double growth() {
        return Math.log((double) to.bytes() / from.bytes());
    }

    /** Returns whether few processes measured so few sizes that their scatter does not show the noise. */
    boolean hidesItsNoise() {
        return Processes.count(to) < NoiseModel.FEWEST_PROCESSES && curve.cells().size() < NoiseModel.FEWEST_SIZES;
    }

    /**
     * Returns whether the fall may be one or two late measurements, or a few with unknown noise. Late measurements in both placements
     * cost no more than a third.
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

    /** Returns the first larger size whose bandwidth is not below that before the fall; empty if there is none. */
    Optional<Cell> recovered() {
        double before = Shapes.RECOVERED * from.algbw().orElseThrow();
        return curve.cells().stream().filter(cell -> cell.bytes() > to.bytes() && cell.algbw().orElse(0) >= before)
                .findFirst();
    }

    double left() {
        return to.algbw().orElseThrow() / from.algbw().orElseThrow();
    }
}
