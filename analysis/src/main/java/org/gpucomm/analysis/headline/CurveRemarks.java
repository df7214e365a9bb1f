package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Phrases;

/** Remarks about a single curve that its best value alone would hide. */
final class CurveRemarks {

    /** Size in bytes from which messages are large. */
    private static final long LARGE = 64 << 10;
    /** Size in bytes from which a link shows its bandwidth. */
    private static final long LARGE_OF_LINKS = 16 << 20;
    /** Share of the best that the largest size should reach at least. */
    private static final double FAR_BELOW = 0.9;
    /** Least ratio of in-place and out-of-place bandwidths that is reported. */
    private static final double FAR_IN_PLACE = 1.1;
    /** Share of the bandwidth of both neighbours below which a size is reported alone. */
    private static final double LATE = 0.5;
    /** Share of the next smaller size's bandwidth from which a size is not late alone. */
    private static final double LATE_BESIDE = 0.75;
    /** Size in bytes from which a transfer should take longer for more, and the least ratio of two sizes that show that it does not. */
    private static final long LARGE_FOR_A_CALL = 1 << 20;
    private static final long FAR_LARGER = 64;
    /** Largest ratio of times that do not depend on the size. */
    private static final double ALIKE = 2.5;
    /** Time of a size as a multiple of that of the next larger one from which it is reported. */
    private static final double OUT_OF_ORDER = 8;

    /** Largest relative difference of bandwidths at one level, and the least ratio of the sizes that show the level. */
    private static final double LEVEL = 0.1;
    private static final long FAR_ALONG = 8;
    /** Least ratio of the next size's bandwidth to the level, and least share of the best bandwidth that a level has. */
    private static final double LEAP = 1.5;
    private static final double NOTABLE = 0.3;

    private final Evidence evidence;
    private final List<Curve> curves;

    CurveRemarks(Evidence evidence) {
        this.evidence = evidence;
        this.curves = evidence.withoutTwins().alongSize();
    }

    /** Returns the remarks, each after a semicolon; empty if there are several curves, or nothing to remark. */
    String words() {
        if (curves.size() != 1) {
            return "";
        }
        var fixed = fixedCost();
        return fixed.isEmpty() ? atTheLargest() + inPlace() : fixed;
    }

    /** Returns a remark about a single curve whose large sizes take as long as others of 64 times as many bytes; empty if none do. */
    private String fixedCost() {
        var cells = curves.getFirst().cells().stream()
                .filter(cell -> cell.bytes() >= LARGE_FOR_A_CALL && cell.time().isPresent()).toList();
        for (int to = cells.size() - 1; to > 0; to--) {
            var times = new DoubleSummaryStatistics();
            int from = to + 1;
            for (int at = to; at >= 0; at--) {
                times.accept(cells.get(at).time().orElseThrow());
                from = times.getMax() <= ALIKE * times.getMin() ? at : from;
                if (from != at) {
                    break;
                }
            }
            if (cells.get(to).bytes() / cells.get(from).bytes() >= FAR_LARGER) {
                var stretch = cells.subList(from, to + 1).stream().mapToDouble(cell -> cell.time().orElseThrow())
                        .summaryStatistics();
                return "; from " + Phrases.size(cells.get(from).bytes()) + " to " + Phrases.size(cells.get(to).bytes())
                        + " each takes " + Phrases.time(stretch.getMin()) + " to " + Phrases.time(stretch.getMax())
                        + ", whatever its size";
            }
        }
        return "";
    }

    /** Returns a remark about a single curve that ends far below its best value, which the best value alone would hide. */
    private String atTheLargest() {
        var rates = curves.getFirst().cells().stream()
                .filter(cell -> cell.bytes() >= LARGE && MeasuredBest.bandwidth(cell) > 0).toList();
        double best = rates.stream().mapToDouble(MeasuredBest::bandwidth).max().orElse(0);
        return rates.isEmpty() || MeasuredBest.bandwidth(rates.getLast()) > FAR_BELOW * best
                ? ""
                : "; it is " + printed(rates.getLast()) + " at " + Phrases.size(rates.getLast().bytes())
                        + ", the largest size";
    }

    /** Returns the in-place bandwidth of a single curve where it is farthest from the out-of-place one; empty if it is close everywhere. */
    private String inPlace() {
        return evidence.twin(curves.getFirst()).map(twin -> inPlace(twin, curves.getFirst()))
                .filter(remark -> !remark.isEmpty()).orElseGet(() -> lateSize(curves.getFirst()));
    }

    /**
     * Returns the size at which a curve has less than half the bandwidth of both neighbours, or takes twice as long as the next larger
     * one; empty if there is none.
     */
    private static String lateSize(Curve curve) {
        var rates = curve.cells().stream().filter(cell -> cell.bytes() >= LARGE && cell.algbw().isPresent()).toList();
        return IntStream.range(1, rates.size() - 1).boxed()
                .min(Comparator.comparingDouble(at -> share(rates.get(at - 1), rates.get(at), rates.get(at + 1))))
                .filter(at -> share(rates.get(at - 1), rates.get(at), rates.get(at + 1)) < LATE)
                .map(at -> "; at " + Phrases.size(rates.get(at).bytes()) + " alone it is " + printed(rates.get(at))
                        + ", between " + Phrases.number(bandwidth(rates.get(at - 1))) + " and "
                        + Phrases.number(bandwidth(rates.get(at + 1))))
                .orElseGet(() -> outOfOrder(curve));
    }

    /** Names a size that takes many times as long as the next larger one; empty if none does. */
    private static String outOfOrder(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().isPresent()).toList();
        ToDoubleFunction<Integer> factor = at -> cells.get(at).time().orElseThrow()
                / cells.get(at + 1).time().orElseThrow();
        return IntStream.range(1, cells.size() - 1).boxed().max(Comparator.comparingDouble(factor))
                .filter(at -> factor.applyAsDouble(at) > OUT_OF_ORDER)
                .map(at -> "; " + Phrases.size(cells.get(at).bytes()) + " takes "
                        + Phrases.time(cells.get(at).time().orElseThrow()) + ", "
                        + Phrases.size(cells.get(at + 1).bytes())
                        + " only " + Phrases.time(cells.get(at + 1).time().orElseThrow()))
                .orElseGet(() -> shelf(curve));
    }

    /** Names the sizes whose bandwidth does not grow before that of the next larger one leaps, as at a switch of protocols; empty if none. */
    private static String shelf(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && MeasuredBest.bandwidth(cell) > 0)
                .toList();
        double best = cells.stream().mapToDouble(CurveRemarks::bandwidth).max().orElse(0);
        for (int at = cells.size() - 2; at > 0; at--) {
            double rate = bandwidth(cells.get(at));
            int first = at;
            while (first > 0 && Math.abs(bandwidth(cells.get(first - 1)) / rate - 1) < LEVEL) {
                first--;
            }
            if (rate > NOTABLE * best && bandwidth(cells.get(at + 1)) > LEAP * rate
                    && cells.get(at).bytes() / cells.get(first).bytes() >= FAR_ALONG) {
                return "; from " + Phrases.size(cells.get(first).bytes()) + " to " + Phrases.size(cells.get(at).bytes())
                        + " it stays at " + printed(cells.get(at)) + ", and " + Phrases.size(cells.get(at + 1).bytes())
                        + " reaches " + Phrases.number(bandwidth(cells.get(at + 1)));
            }
        }
        return "";
    }

    /** Returns the bandwidth as a share of that of the slower neighbour, or the time of the larger one as a share of its own if that is less. */
    private static double share(Cell smaller, Cell cell, Cell larger) {
        double rate = cell.algbw().orElseThrow();
        double before = smaller.algbw().orElseThrow();
        double after = larger.algbw().orElseThrow();
        double ofTime = rate / after * larger.bytes() / cell.bytes();
        return Math.min(rate / Math.min(before, after), rate < LATE_BESIDE * before ? ofTime : 1);
    }

    private static double bandwidth(Cell cell) {
        return cell.busbw().orElseGet(() -> cell.algbw().orElseThrow());
    }

    private static String printed(Cell cell) {
        return Phrases.gbps(bandwidth(cell));
    }

    private static String inPlace(Curve twin, Curve outOfPlace) {
        ToDoubleFunction<Cell> factor = cell -> outOfPlace.at(cell.bytes())
                .map(other -> cell.busbw().orElse(0) / other.busbw().orElse(0))
                .filter(each -> each > 0 && !each.isInfinite()).orElse(1.0);
        double best = outOfPlace.cells().stream().mapToDouble(cell -> cell.busbw().orElse(0)).max().orElse(0);
        return twin.cells().stream().filter(cell -> cell.bytes() >= LARGE_OF_LINKS)
                .max(Comparator.comparingDouble(cell -> Math.abs(Math.log(factor.applyAsDouble(cell)))))
                .filter(cell -> Math.abs(Math.log(factor.applyAsDouble(cell))) > Math.log(FAR_IN_PLACE))
                .map(cell -> {
                    double inPlace = cell.busbw().orElseThrow();
                    double other = inPlace / factor.applyAsDouble(cell);
                    boolean isUsualInPlace = inPlace > other && other * FAR_IN_PLACE < best;
                    return (isUsualInPlace ? "; out-of-place at " : "; in-place at ") + Phrases.size(cell.bytes())
                            + " it is " + Phrases.gbps(isUsualInPlace ? other : inPlace) + " against "
                            + Phrases.number(isUsualInPlace ? inPlace : other);
                }).orElse("");
    }
}
