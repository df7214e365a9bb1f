package org.gpucomm.server.analysis.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.series.SeriesKey;

/**
 * A curve along GPUs continued. The law is the one that predicts best the measured counts from the smaller ones; the
 * backtest holds out the largest count, which had no part in that choice.
 *
 * @param bytes         message size; -1 where the operation has none
 * @param law           formula of the law
 * @param heldOut       the largest measured number of ranks
 * @param backtestError |predicted / measured - 1| of the time there
 * @param points        forecasts; empty when it is refused
 * @param refusal       why there is none; empty when there is
 */
public record Forecast(SeriesKey subject, long bytes, String law, int heldOut, double backtestError, List<Point> points,
        String refusal, List<RowRef> rows) {

    /** A forecast from a backtest that missed by more is worth nothing. */
    static final double WORST_BACKTEST = 0.15;
    private static final int FEWEST = 4;
    private static final int[] TARGETS = {512, 1024, 2048, 4096};
    /** Further than this beyond the largest measured count the laws are faith. */
    private static final int FARTHEST = 16;

    /**
     * @param time µs
     * @param low  of an interval that grows with each doubling by the larger of the backtest's and the fit's error
     */
    public record Point(int ranks, double time, double low, double high) {}

    /** Empty when the curve has too few counts to try. */
    public static Optional<Forecast> of(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.ranks() > 1 && cell.time().isPresent()).toList();
        if (cells.size() < FEWEST) {
            return Optional.empty();
        }
        var known = cells.subList(0, cells.size() - 1);
        var last = cells.getLast();
        var law = best(known);
        double measured = last.time().orElseThrow();
        double error = Math.abs(fit(law, known).at(last.ranks()) / measured - 1);
        var rows = cells.stream().flatMap(cell -> cell.rows().stream()).toList();
        if (error > WORST_BACKTEST) {
            return Optional.of(new Forecast(curve.subject(), curve.fixed(), law.formula(), last.ranks(), error,
                    List.of(),
                    "the law that fits the smaller counts, " + law.formula() + ", misses " + last.ranks() + " GPUs by "
                            + Math.round(100 * error) + " %",
                    rows));
        }
        return Optional.of(new Forecast(curve.subject(), curve.fixed(), law.formula(), last.ranks(), error,
                points(fit(law, cells), cells, error), "", rows));
    }

    private static List<Point> points(Law.Fit fit, List<Cell> cells, double backtestError) {
        double squares = cells.stream().mapToDouble(cell -> fit.at(cell.ranks()) / cell.time().orElseThrow() - 1)
                .map(residual -> residual * residual).sum();
        double residual = Math.sqrt(squares / Math.max(1, cells.size() - fit.law().parameters()));
        double perDoubling = Math.max(0.02, Math.max(backtestError, residual));
        var points = new ArrayList<Point>();
        int largest = cells.getLast().ranks();
        for (int ranks : TARGETS) {
            if (ranks > largest && ranks <= FARTHEST * largest) {
                double doublings = Math.log((double) ranks / largest) / Math.log(2);
                double spread = Math.pow(1 + perDoubling, 1 + doublings);
                points.add(new Point(ranks, fit.at(ranks), fit.at(ranks) / spread, fit.at(ranks) * spread));
            }
        }
        return points;
    }

    /** Predicts each count but the first two from those below it. */
    private static Law best(List<Cell> cells) {
        return Stream.of(Law.values()).min(java.util.Comparator.comparingDouble(law -> ahead(law, cells)))
                .orElseThrow();
    }

    private static double ahead(Law law, List<Cell> cells) {
        double squares = 0;
        for (int i = 2; i < cells.size(); i++) {
            double predicted = fit(law, cells.subList(0, i)).at(cells.get(i).ranks());
            squares += Math.pow(Math.log(predicted / cells.get(i).time().orElseThrow()), 2);
        }
        return squares;
    }

    private static Law.Fit fit(Law law, List<Cell> cells) {
        return law.through(cells.stream().mapToDouble(Cell::ranks).toArray(),
                cells.stream().mapToDouble(cell -> cell.time().orElseThrow()).toArray());
    }
}
