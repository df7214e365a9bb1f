package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.TDistribution;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Single measurements that differ from their repetitions, from their neighbours along GPUs on otherwise flat curves, or, for
 * applications, from the course of all other variants.
 */
final class Outliers implements TestedRule {

    private static final String ID = "outlier";
    private static final int FEWEST_REPETITIONS = 5;
    /** Threshold in standard deviations, which follow from the median absolute deviation. */
    private static final double FAR = 5;
    private static final double MAD_TO_SIGMA = 1.4826;
    private static final double LEAST = 0.05;
    /** Relative precision of printed times. Times that print alike still have noise. */
    private static final double PRINTED = 1e-3;
    /** Largest relative spread of the other points of a flat curve. */
    private static final double FLAT = 0.10;
    private static final double STANDS_OUT = 0.08;

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        return new Answers(amongRepetitions(evidence), amongPlaces(evidence));
    }

    /** Returns one test per curve for all its outliers, the worst first, since a noisy log has dozens. */
    private List<Tested> amongRepetitions(Evidence evidence) {
        var asked = new ArrayList<Tested>();
        for (var curve : evidence.alongSize()) {
            var repeated = curve.cells().stream().filter(cell -> cell.bytes() != 0)
                    .map(RepeatedCell::of).flatMap(Optional::stream).toList();
            double least = repeated.stream().mapToDouble(RepeatedCell::chance).min().orElse(1);
            if (!repeated.isEmpty()) {
                asked.add(new Tested(Math.min(1, least * repeated.size()), level -> amongRepetitions(curve,
                        repeated.stream().filter(each -> each.chance() * repeated.size() < level)
                                .flatMap(each -> each.outliers().stream())
                                .sorted(Comparator.comparingDouble(Outlier::away).reversed()).toList())));
            }
        }
        return asked;
    }

    private List<Finding> amongPlaces(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongRanks()) {
            boolean valid = curve.subject().operation() != Operation.ALLTOALL
                    || curve.subject().placement() != Placement.IN_PLACE;
            if (valid) {
                amongNeighbours(curve, findings);
            }
        }
        risingEfficiency(evidence, findings);
        return findings;
    }

    /** @param median median time of the repetitions in µs @param at index of the outlier */
    private record Outlier(Cell cell, double median, int at) {

        double time() {
            return cell.times()[at];
        }

        double away() {
            return Math.abs(time() / median - 1);
        }

        RowRef row() {
            return cell.rows().get(at);
        }
    }

    /**
     * Cell with many repetitions.
     *
     * @param outliers may be empty
     * @param chance   chance of such outliers among normal numbers: Student's t of the nearest outlier against the rest, for every choice
     * of this number (after Grubbs, "Procedures for Detecting Outlying Observations in Samples", Technometrics 1969)
     */
    private record RepeatedCell(List<Outlier> outliers, double chance) {

        /** Returns the repetitions of a cell; empty if there are too few. */
        static Optional<RepeatedCell> of(Cell cell) {
            var times = cell.times();
            if (cell.isByRank() || times.length < FEWEST_REPETITIONS || times.length != cell.observations().size()) {
                return Optional.empty();
            }
            double median = Spread.median(times);
            double sigma = MAD_TO_SIGMA
                    * Spread.median(Arrays.stream(times).map(time -> Math.abs(time - median)).toArray());
            var outliers = IntStream.range(0, times.length)
                    .filter(i -> Math.abs(times[i] - median) > Math.max(FAR * sigma, LEAST * median))
                    .mapToObj(i -> new Outlier(cell, median, i)).toList();
            return Optional.of(new RepeatedCell(outliers, outliers.isEmpty() ? 1 : chance(times, outliers)));
        }

        private static double chance(double[] times, List<Outlier> outliers) {
            var far = outliers.stream().map(Outlier::at).toList();
            var rest = IntStream.range(0, times.length).filter(i -> !far.contains(i))
                    .mapToDouble(i -> Math.log(times[i])).toArray();
            double mean = Arrays.stream(rest).average().orElseThrow();
            double variance = Arrays.stream(rest).map(each -> (each - mean) * (each - mean)).sum()
                    / (rest.length - 1);
            double error = Math.max(PRINTED, Math.sqrt(variance * (1 + 1.0 / rest.length)));
            double nearest = far.stream().mapToDouble(i -> Math.abs(Math.log(times[i]) - mean)).min().orElseThrow();
            double choices = choices(times.length, far.size());
            return Math.min(1, 2 * choices * TDistribution.of(rest.length - 1.0).survivalProbability(nearest / error));
        }
    }

    private static double choices(int of, int some) {
        return IntStream.range(0, some).mapToDouble(i -> (of - i) / (i + 1.0)).reduce(1, (one, other) -> one * other);
    }

    private Finding amongRepetitions(Curve curve, List<Outlier> outliers) {
        var worst = outliers.getFirst();
        long measured = curve.cells().stream().filter(cell -> cell.bytes() != 0).mapToLong(Cell::repetitions).sum();
        var which = outliers.size() == 1
                ? "one of " + measured + " measurements stands apart from its repetitions, "
                : outliers.size() + " of " + measured
                        + " measurements stand apart from their repetitions, the furthest ";
        var sentence = Phrases.title(curve) + ": " + which + Phrases.time(worst.time())
                + (worst.cell().bytes() > 0 ? " at " + Phrases.size(worst.cell().bytes()) : "")
                + " against a median of " + Phrases.time(worst.median()) + ".";
        var runs = outliers.stream().collect(Collectors.groupingBy(each -> each.row().run(),
                LinkedHashMap::new, Collectors.counting()));
        var most = runs.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        if (outliers.size() > 2 && runs.size() < outliers.size() && most.getValue() * 3 >= outliers.size() * 2L) {
            sentence += " " + most.getValue() + " of them are of one run: look at what it shared its machines with.";
        }
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("apart", outliers.size(), ""), new Quantity("measurements", measured, ""),
                        new Quantity("time", worst.time(), "µs"), new Quantity("median", worst.median(), "µs")),
                outliers.stream().map(Outlier::row).toList());
    }

    private void amongNeighbours(Curve curve, List<Finding> findings) {
        var cells = curve.cells().stream().filter(cell -> cell.ranks() > 0 && cell.algbw().isPresent()).toList();
        if (cells.size() < 4) {
            return;
        }
        for (var cell : cells) {
            var others = cells.stream().filter(other -> other != cell)
                    .mapToDouble(other -> other.algbw().orElseThrow()).toArray();
            double typical = Median.withDefaults().withCopy(true).evaluate(others);
            double spread = (Arrays.stream(others).max().orElseThrow() - Arrays.stream(others).min().orElseThrow())
                    / typical;
            double away = cell.algbw().orElseThrow() / typical - 1;
            if (spread < FLAT && Math.abs(away) > STANDS_OUT && Math.abs(away) > 1.5 * spread) {
                var sentence = """
                        %s%s reaches %s on %s, %s %s than on the other numbers of %s, which agree within %s. It was measured \
                        %s: repeat it before concluding anything from it.""".formatted(curve.subject().withStack(),
                        curve.fixed() > 0 ? " of " + Phrases.size(curve.fixed()) : "",
                        Phrases.gbps(cell.algbw().orElseThrow()), Phrases.ranks(curve.subject(), cell.ranks()),
                        Phrases.percent(Math.abs(away)), away > 0 ? "more" : "less",
                        curve.subject().isOfGpus() ? "GPUs" : "processes", Phrases.percent(spread),
                        cell.repetitions() == 1 ? "once" : cell.repetitions() + " times");
                findings.add(Finding.of(ID, Severity.NOTICE, Confidence.AMBIGUOUS, sentence,
                        List.of(new Quantity("bandwidth", cell.algbw().orElseThrow(), "GB/s"),
                                new Quantity("typical", typical, "GB/s"), new Quantity("away", 100 * away, "%")),
                        cell.rows()));
            }
        }
    }

    /** Reports an application whose parallel efficiency rises with more ranks: the run on fewer ranks was slow for another reason. */
    private void risingEfficiency(Evidence evidence, List<Finding> findings) {
        record Rise(Curve curve, Cell low, Cell high) {}
        var rises = new ArrayList<Rise>();
        var all = new LinkedHashMap<String, Curve>();
        for (var curve : evidence.alongRanks()) {
            if (curve.cells().size() < 3 || curve.cells().stream().anyMatch(cell -> efficiency(cell) == 0)) {
                continue;
            }
            all.put(curve.subject().toString(), curve);
            for (int i = 1; i < curve.cells().size(); i++) {
                var low = curve.cells().get(i - 1);
                var high = curve.cells().get(i);
                if (efficiency(high) > efficiency(low) * (1 + LEAST / 2)) {
                    rises.add(new Rise(curve, low, high));
                }
            }
        }
        if (rises.isEmpty() || rises.size() * 3 > all.size()) {
            return;
        }
        for (var rise : rises) {
            var subject = rise.curve().subject();
            var low = Phrases.gpus(rise.low().ranks());
            int others = all.size() - rises.size();
            findings.add(Finding.of(ID, Severity.WARNING, Confidence.LIKELY, """
                    %s with %s%s is an outlier on %s: its efficiency rises from %s %% to %s %% on %s. That of the other %s falls \
                    or stays. What is said against it on %s rests on this one run.""".formatted(
                    subject.operation().title(), subject.stackTitle(),
                    subject.variant().isEmpty() ? "" : " (" + subject.variant() + ")", low,
                    Phrases.number(efficiency(rise.low())), Phrases.number(efficiency(rise.high())),
                    Phrases.gpus(rise.high().ranks()), others == 1 ? "variant" : others + " variants", low),
                    List.of(new Quantity("efficiency", efficiency(rise.low()), "%"),
                            new Quantity("next_efficiency", efficiency(rise.high()), "%")),
                    rows(rise.low(), rise.high())));
        }
    }

    private static List<RowRef> rows(Cell low, Cell high) {
        var rows = new ArrayList<>(low.rows());
        rows.addAll(high.rows());
        return rows;
    }

    private static double efficiency(Cell cell) {
        return cell.observations().stream().map(Observation::measurement)
                .filter(each -> each.workload().operation() == Operation.JACOBI)
                .map(each -> each.outcome().efficiency()).filter(java.util.Objects::nonNull)
                .mapToDouble(value -> value.doubleValue()).average().orElse(0);
    }
}
