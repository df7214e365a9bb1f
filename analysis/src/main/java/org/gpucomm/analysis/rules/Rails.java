package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Rates of several network interfaces of one sender, where a benchmark reports each: one that is slower than the others, how many
 * interfaces the whole is worth, and a sender that waits for room in its queues.
 */
final class Rails implements Rule {

    private static final String ID = "rails";
    /** Below so many bytes an interface, its rate is that of its latency. */
    private static final long LEAST_BYTES = 64 << 10;
    private static final double SLOW = 0.9;
    /** A gap is beyond doubt if it is so many times as wide as the others are apart. */
    private static final double CLEAR = 3;
    private static final double CHANCE = 0.01;
    /** As much as all interfaces together, but for what dividing a message costs. */
    private static final double ALL = 0.9;
    private static final double NEAR_A_WHOLE_NUMBER = 0.07;

    private final Profiles profiles;

    Rails(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            slow(curve).ifPresent(findings::add);
            worth(curve, evidence.alongSize()).ifPresent(findings::add);
            waiting(curve).ifPresent(findings::add);
        }
        return findings;
    }

    /** A cell with what each interface carried in it, GB/s. */
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
        double carried = median(cells.stream().mapToDouble(each -> each.rates()[slowest]).toArray());
        double others = median(cells.stream().mapToDouble(each -> median(without(each.rates(), slowest))).toArray());
        var sentence = "Interface %d of %d (counted from 0) is slow in %s: it carries %s where the others carry %s, "
                .formatted(slowest, rails, name(curve), Say.gbps(carried), Say.gbps(others))
                + "%s of it, and is the slowest at %d of %d sizes from %s up.".formatted(Say.percent(share), times,
                        cells.size(), Say.size(cells.getFirst().cell().bytes()))
                + (isSplit(curve)
                        ? " Each message is divided in equal parts and waits for the slowest: all together move no "
                                + "more than " + Say.gbps(rails * carried) + "."
                        : "");
        return Optional.of(Finding.of(ID, Severity.WARNING,
                clear || chance < CHANCE ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("interface", slowest, ""), new Quantity("share", 100 * share, "%"),
                        new Quantity("carried", carried, "GB/s"), new Quantity("others", others, "GB/s")),
                cells.stream().flatMap(each -> each.cell().rows().stream()).toList()));
    }

    /** Holds the fastest message against what one interface carries: by its own measurement, else by the hardware. */
    private Optional<Finding> worth(Curve curve, List<Curve> all) {
        int nics = nics(curve);
        var fastest = fastest(curve);
        if (nics < 2 || fastest.isEmpty() || curve.subject().operation().busFactor((int) curve.fixed()).isPresent()) {
            return Optional.empty();
        }
        double rate = fastest.get().algbw().orElseThrow();
        var one = all.stream().filter(other -> nics(other) == 1 && isOtherwiseAlike(curve, other))
                .flatMap(other -> fastest(other).stream())
                .max(Comparator.comparingDouble(cell -> cell.algbw().orElseThrow()));
        if (one.isPresent()) {
            double single = one.get().algbw().orElseThrow();
            var rows = new ArrayList<>(fastest.get().rows());
            rows.addAll(one.get().rows());
            return Optional.of(Finding.of(ID, Severity.NOTICE,
                    rate / single >= ALL * nics ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                    worth(curve, nics, rate, single), List.of(new Quantity("interfaces", nics, ""),
                            new Quantity("worth", rate / single, ""), new Quantity("one", single, "GB/s")),
                    rows));
        }
        return profiles.of(curve.subject().instanceType(), curve.subject().gpu())
                .filter(profile -> profile.nic() != null && profile.interfaces() != null).map(profile -> {
                    double most = nics * profile.nic() / profile.interfaces();
                    return Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN,
                            "%s reaches %s at %s: %s of the %s that %d of the %d interfaces of %s carry.".formatted(
                                    name(curve), Say.gbps(rate), Say.size(fastest.get().bytes()),
                                    Say.percent(rate / most), Say.gbps(most), nics, profile.interfaces(),
                                    profile.title()),
                            List.of(new Quantity("share", 100 * rate / most, "%"), new Quantity("limit", most, "GB/s")),
                            fastest.get().rows());
                });
    }

    private static String worth(Curve curve, int nics, double rate, double single) {
        double worth = rate / single;
        var sentence = "%s reaches %s, %s times what one interface carries (%s)".formatted(
                name(curve), Say.gbps(rate), Say.number(worth), Say.gbps(single));
        if (worth >= ALL * nics) {
            return sentence + ".";
        }
        long whole = Math.round(worth);
        return sentence + (whole >= 1 && Math.abs(worth / whole - 1) <= NEAR_A_WHOLE_NUMBER
                ? ": as if %d of %d were used, or each step cost time; larger messages tell which.".formatted(whole,
                        nics)
                : ", of %d: each step costs time, or an interface is slow; larger messages and the rates of single "
                        .formatted(nics) + "interfaces tell which.");
    }

    private static Optional<Finding> waiting(Curve curve) {
        var full = curve.cells().stream().filter(cell -> fullOf(cell).orElse(0) > iterations(cell)).toList();
        if (full.isEmpty()) {
            return Optional.empty();
        }
        var most = full.stream().max(Comparator.comparingDouble(cell -> fullOf(cell).orElse(0) / iterations(cell)))
                .orElseThrow();
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY,
                ("The sender of %s waits for room: at %s its queues were full %s times in %s operations. Its rate is that of "
                        + "completions, so a smaller --depth loses nothing, and a faster way of posting gains nothing.")
                        .formatted(name(curve), Say.size(most.bytes()), Say.number(fullOf(most).orElse(0)),
                                Say.number(iterations(most))),
                List.of(new Quantity("queue_full", fullOf(most).orElse(0), "")),
                full.stream().flatMap(cell -> cell.rows().stream()).toList()));
    }

    private static String name(Curve curve) {
        int nics = nics(curve);
        return curve.subject().operation().title() + " with " + curve.subject().libraryTitle()
                + (nics > 1 ? " over " + nics + " interfaces" : "") + " between "
                + Say.ranks(curve.subject(), curve.fixed());
    }

    private static boolean isSplit(Curve curve) {
        return curve.subject().variant().contains("split");
    }

    /** Whether both are of one operation, provider, hardware and place, over whatever interfaces. */
    private static boolean isOtherwiseAlike(Curve a, Curve b) {
        var one = a.subject().identity();
        var other = b.subject().identity();
        return one.operation() == other.operation() && one.library().equals(other.library())
                && one.hardware().equals(other.hardware()) && a.fixed() == b.fixed()
                && a.subject().place().equals(b.subject().place())
                && setting(a, "provider").equals(setting(b, "provider"));
    }

    private static Optional<Cell> fastest(Curve curve) {
        return curve.cells().stream().filter(cell -> cell.algbw().isPresent())
                .max(Comparator.comparingDouble(cell -> cell.algbw().orElseThrow()));
    }

    /** Returns how many interfaces a sender uses; 0 where rows do not say. */
    private static int nics(Curve curve) {
        return setting(curve, "nics").filter(text -> text.matches("\\d{1,4}")).map(Integer::parseInt).orElse(0);
    }

    private static Optional<String> setting(Curve curve, String name) {
        return curve.first().observations().getFirst().measurement().settings().get(name);
    }

    private static double iterations(Cell cell) {
        return cell.observations().stream().map(each -> each.measurement().workload().iterations())
                .mapToDouble(each -> each == null ? 1 : each).max().orElse(1);
    }

    private static OptionalDouble fullOf(Cell cell) {
        return cell.observations().stream().map(each -> metric(each, "queue_full")).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).max();
    }

    /** Returns what each interface carried, GB/s, medians over the repetitions; empty where rows do not report each. */
    private static double[] rates(Cell cell) {
        var rates = new ArrayList<Double>();
        for (int rail = 0;; rail++) {
            var name = "rail" + rail + "_GBps";
            var values = cell.observations().stream().map(each -> metric(each, name)).filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble).filter(rate -> rate > 0).toArray();
            if (values.length == 0) {
                return rates.stream().mapToDouble(Double::doubleValue).toArray();
            }
            rates.add(median(values));
        }
    }

    private static OptionalDouble metric(Observation observation, String name) {
        return observation.measurement().outcome().metrics().get(name).filter(text -> text.matches("[\\d.eE+-]{1,30}"))
                .map(text -> OptionalDouble.of(Double.parseDouble(text))).orElse(OptionalDouble.empty());
    }

    private static double share(List<Carried> cells, int rail) {
        return median(cells.stream().mapToDouble(each -> each.rates()[rail] / median(without(each.rates(), rail)))
                .toArray());
    }

    private static int slowestOf(double[] rates) {
        return IntStream.range(0, rates.length).boxed().min(Comparator.comparingDouble(rail -> rates[rail]))
                .orElseThrow();
    }

    private static boolean isApart(double[] rates, int rail) {
        var others = without(rates, rail);
        double range = Arrays.stream(others).max().orElseThrow() - Arrays.stream(others).min().orElseThrow();
        return median(others) - rates[rail] > CLEAR * range;
    }

    private static double[] without(double[] values, int place) {
        return IntStream.range(0, values.length).filter(each -> each != place).mapToDouble(each -> values[each])
                .toArray();
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }
}
