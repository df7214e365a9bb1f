package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Network interface of a sender that is slower than its others, if the benchmark reports the rate of each. */
final class Rails implements Rule {

    private static final String ID = "rails";
    /** Smallest number of bytes per interface. With fewer, latency dominates the rate. */
    private static final long LEAST_BYTES = 64 << 10;
    private static final double SLOW = 0.9;
    /** Smallest ratio of a gap to the spread of the others at which the gap is beyond doubt. */
    private static final double CLEAR = 3;
    private static final double CHANCE = 0.01;

    @Override
    public List<Finding> examine(Evidence evidence) {
        return evidence.alongSize().stream().flatMap(curve -> slow(curve).stream()).toList();
    }

    /** Cell with the rate of each interface in GB/s. */
    private record Carried(Cell cell, double[] rates) {}

    private static Optional<Finding> slow(Curve curve) {
        var cells = curve.cells().stream().map(cell -> new Carried(cell, rates(cell)))
                .filter(each -> each.rates().length > 1)
                .filter(each -> each.cell().bytes() >= LEAST_BYTES * each.rates().length).toList();
        if (cells.isEmpty() || cells.stream().mapToInt(each -> each.rates().length).distinct().count() > 1) {
            return Optional.empty();
        }
        int rails = cells.getFirst().rates().length;
        int slowest = IntStream.range(0, rails).boxed()
                .min(Comparator.comparingDouble(rail -> share(cells, rail))).orElseThrow();
        double share = share(cells, slowest);
        if (share > SLOW) {
            return Optional.empty();
        }
        long times = cells.stream().filter(each -> slowestOf(each.rates()) == slowest).count();
        boolean clear = cells.stream().allMatch(each -> isApart(each.rates(), slowest));
        double chance = rails * Stragglers.atLeast((int) times, cells.size(), 1.0 / rails);
        double carried = Spread.median(cells.stream().mapToDouble(each -> each.rates()[slowest]).toArray());
        double others = Spread
                .median(cells.stream().mapToDouble(each -> Spread.median(without(each.rates(), slowest))).toArray());
        var sentence = "Interface %d of %d (counted from 0) is slow in %s: it carries %s where the others carry %s, "
                .formatted(slowest, rails, name(curve), Phrases.gbps(carried), Phrases.gbps(others))
                + "%s of it, and is the slowest at %d of %d sizes from %s up.".formatted(Phrases.percent(share), times,
                        cells.size(), Phrases.size(cells.getFirst().cell().bytes()))
                + (isSplit(curve)
                        ? " Each message is divided in equal parts and waits for the slowest: all together move no "
                                + "more than " + Phrases.gbps(rails * carried) + "."
                        : "");
        return Optional.of(Finding.of(ID, Severity.WARNING,
                clear || chance < CHANCE ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("interface", slowest, ""), new Quantity("share", 100 * share, "%"),
                        new Quantity("carried", carried, "GB/s"), new Quantity("others", others, "GB/s")),
                cells.stream().flatMap(each -> each.cell().rows().stream()).toList())
                .withConsequence(Consequence.STRAGGLER));
    }

    private static String name(Curve curve) {
        int nics = nics(curve);
        return curve.subject().operation().title() + " with " + curve.subject().libraryTitle()
                + (nics > 1 ? " over " + nics + " interfaces" : "") + " between "
                + Phrases.ranks(curve.subject(), curve.fixed());
    }

    private static boolean isSplit(Curve curve) {
        return curve.subject().variant().contains("split");
    }

    /** Returns the number of interfaces that a sender uses; 0 if unknown. */
    private static int nics(Curve curve) {
        return curve.first().observations().getFirst().measurement().settings().get("nics")
                .filter(text -> text.matches("\\d{1,4}")).map(Integer::parseInt).orElse(0);
    }

    /** Returns the rate of each interface in GB/s, as the median of the repetitions; empty if not reported. */
    private static double[] rates(Cell cell) {
        var rates = new ArrayList<Double>();
        for (int rail = 0;; rail++) {
            var name = "rail" + rail + "_GBps";
            var values = cell.observations().stream().map(each -> metric(each, name)).filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble).filter(rate -> rate > 0).toArray();
            if (values.length == 0) {
                return rates.stream().mapToDouble(Double::doubleValue).toArray();
            }
            rates.add(Spread.median(values));
        }
    }

    private static OptionalDouble metric(Observation observation, String name) {
        return observation.measurement().outcome().metrics().get(name).filter(text -> text.matches("[\\d.eE+-]{1,30}"))
                .map(text -> OptionalDouble.of(Double.parseDouble(text))).orElse(OptionalDouble.empty());
    }

    private static double share(List<Carried> cells, int rail) {
        return Spread.median(
                cells.stream().mapToDouble(each -> each.rates()[rail] / Spread.median(without(each.rates(), rail)))
                        .toArray());
    }

    private static int slowestOf(double[] rates) {
        return IntStream.range(0, rates.length).boxed().min(Comparator.comparingDouble(rail -> rates[rail]))
                .orElseThrow();
    }

    private static boolean isApart(double[] rates, int rail) {
        var others = without(rates, rail);
        double range = Arrays.stream(others).max().orElseThrow() - Arrays.stream(others).min().orElseThrow();
        return Spread.median(others) - rates[rail] > CLEAR * range;
    }

    private static double[] without(double[] values, int place) {
        return IntStream.range(0, values.length).filter(each -> each != place).mapToDouble(each -> values[each])
                .toArray();
    }
}
