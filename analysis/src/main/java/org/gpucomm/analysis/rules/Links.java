package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.DevicePair;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.identity.SeriesKey;

/** Pairs of GPUs: one slower than the others of its matrix, groups of GPUs, and what P2P access changes. */
final class Links implements Rule {

    private static final String ID = "links";
    private static final String ONE_WAY = "unidirectional";
    private static final String BOTH_WAYS = "bidirectional";
    /** Smallest number of pairs of a matrix that has a typical rate. */
    private static final int FEWEST_PAIRS = 4;
    /** Size in bytes below which latency dominates a copy. */
    private static final long LEAST_BYTES = 16L << 20;
    private static final double WEAK = 0.9;
    /**
     * Smallest ratio of all pairs to weak pairs. With more weak pairs, the GPUs are joined unequally by design, as in the V100's cube
     * mesh.
     */
    private static final int MOST_WEAK = 4;
    /** Largest number of weak links that are named one by one. */
    private static final int MOST_NAMED = 3;
    /** Smallest ratio of a gap to the spread of the usual pairs at which the gap is beyond doubt. */
    private static final double CLEAR = 3;
    /** Factor up to which P2P access has no benefit. */
    private static final double NO_GAIN = 1.1;
    /** Factor from which a pair gains much. */
    private static final double MUCH = 2;
    /** Least ratio of the slowest pair within groups to the fastest between them; the second if each part varies by far less than the gap. */
    private static final double APART = 1.25;
    private static final double CLEARLY_APART = 1.05;
    /** Least ratio of a clear gap to what each part varies by. */
    private static final double CLEAR_GAP = 2;
    private static final Pattern GPU = Pattern.compile("^GPU ?0*(?=\\d)");
    private static final String ON = "+p2p-enabled";
    private static final String OFF = "+p2p-disabled";
    private static final String LATENCY_ON = "p2p-enabled";
    private static final String LATENCY_OFF = "p2p-disabled";

    @Override
    public List<Finding> examine(Evidence evidence) {
        var matrices = new LinkedHashMap<LikeSettings, Map<DevicePair, Cell>>();
        for (var curve : evidence.alongSize()) {
            var pair = DevicePair.of(NamedValues.parse(curve.subject().settings()));
            if (pair.isEmpty() || curve.subject().isOwnMemory() || !isBetweenGpus(curve.subject())) {
                continue;
            }
            for (var cell : curve.cells()) {
                if ((cell.bytes() >= LEAST_BYTES || cell.bytes() < 0) && cell.algbw().isPresent()) {
                    matrices.computeIfAbsent(LikeSettings.of(curve, cell, pair.get()), added -> new LinkedHashMap<>())
                            .put(withoutOthers(pair.get()), cell);
                }
            }
        }
        // Both ways at once, pairs share what limits each of them, so that one way shows more.
        if (matrices.keySet().stream().anyMatch(place -> place.variant().startsWith(ONE_WAY + ON))) {
            matrices.keySet().removeIf(place -> place.variant().startsWith(BOTH_WAYS + ON));
        }
        var findings = new ArrayList<Finding>();
        matrices.forEach((place, pairs) -> groups(place, pairs).or(() -> weak(place, pairs))
                .ifPresent(findings::add));
        ofAccess(evidence).or(() -> ofLatency(evidence)).ifPresent(findings::add);
        return findings;
    }

    /** Returns whether the copies are between GPUs. CUDA's tools also print matrices for a host, or for all GPUs at once. */
    private static boolean isBetweenGpus(SeriesKey subject) {
        return subject.operation() != Operation.MEMCPY
                || subject.variant()
                        .matches("device_to_device_memcpy_(read|write)_(ce|sm)|(?:uni|bi)directional\\+p2p-enabled.*"
                                + "|unidirectional\\+(?:local|remote)-read\\+\\w+")
                        && !subject.settings().contains("=CPU");
    }

    /** Common properties of the pairs of a matrix. */
    private record LikeSettings(String title, String variant, String settings, int ranks, long bytes) {

        static LikeSettings of(Curve curve, Cell cell, DevicePair pair) {
            var subject = curve.subject();
            return new LikeSettings(subject.operation().title(), subject.variant(), pair.others().text(), cell.ranks(),
                    cell.bytes());
        }

        String words() {
            return title + " by " + variant + (settings.isEmpty() ? "" : " (" + settings.replace(";", ", ") + ")")
                    + (bytes < 0 ? "" : " of " + Phrases.size(bytes));
        }

        String copies() {
            return (bytes < 0 ? "copies" : "copies of " + Phrases.size(bytes))
                    + (variant.startsWith(BOTH_WAYS) ? " both ways at once" : "");
        }
    }

    /** Returns the finding for GPUs in groups, such as those behind one switch: pairs of a group are fast, all others slow. */
    private static Optional<Finding> groups(LikeSettings place, Map<DevicePair, Cell> pairs) {
        var rates = DoubleStream.of(rates(pairs.values())).sorted().toArray();
        int gap = IntStream.range(1, rates.length).boxed()
                .max(Comparator.comparingDouble(i -> rates[i] / rates[i - 1])).orElse(0);
        if (pairs.size() < FEWEST_PAIRS || !isGap(rates, gap)) {
            return Optional.empty();
        }
        var groups = new TreeMap<String, Set<String>>(DevicePair.AS_COUNTED);
        pairs.keySet().forEach(pair -> Stream.of(pair.row(), pair.column())
                .forEach(gpu -> groups.putIfAbsent(gpu, Set.of(gpu))));
        pairs.forEach((pair, cell) -> {
            if (cell.algbw().orElseThrow() >= rates[gap]) {
                var joined = new TreeSet<String>(DevicePair.AS_COUNTED);
                joined.addAll(groups.get(pair.row()));
                joined.addAll(groups.get(pair.column()));
                joined.forEach(gpu -> groups.put(gpu, joined));
            }
        });
        var distinct = groups.values().stream().distinct().toList();
        boolean areApart = pairs.entrySet().stream().allMatch(pair -> groups.get(pair.getKey().row())
                .contains(pair.getKey().column()) == pair.getValue().algbw().orElseThrow() >= rates[gap]);
        var single = distinct.stream().filter(group -> group.size() == 1).flatMap(Set::stream).toList();
        if (!areApart || single.size() == distinct.size()) {
            return Optional.empty();
        }
        if (single.size() == 1 && distinct.size() == 2) {
            return Optional.of(slowGpu(single.getFirst(), place, pairs, rates, gap));
        }
        var sentence = "GPUs " + Phrases.list(distinct.stream().map(Links::inWords).toList()) + " form "
                + distinct.size() + " groups: " + place.copies() + " carry "
                + Phrases.range(rates[gap], rates[rates.length - 1]) + " GB/s within a group, "
                + Phrases.range(rates[0], rates[gap - 1])
                + " GB/s between them. A switch, a socket or a bridge joins such GPUs: nvidia-smi topo -m shows which.";
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("groups", distinct.size(), ""), new Quantity("within", rates[gap], "GB/s"),
                        new Quantity("between", rates[gap - 1], "GB/s")),
                pairs.values().stream().flatMap(cell -> cell.rows().stream()).toList())
                .withConsequence(Consequence.REMARK));
    }

    private static boolean isGap(double[] rates, int gap) {
        double width = rates[gap] - rates[Math.max(0, gap - 1)];
        boolean isClear = width > CLEAR_GAP * (rates[rates.length - 1] - rates[gap])
                && width > CLEAR_GAP * (rates[Math.max(0, gap - 1)] - rates[0]);
        return gap > 0 && rates[gap] >= (isClear ? CLEARLY_APART : APART) * rates[gap - 1];
    }

    /** Returns the finding for a GPU that is slower with all others than these are with one another. */
    private static Finding slowGpu(String gpu, LikeSettings place, Map<DevicePair, Cell> pairs, double[] rates,
            int gap) {
        var sentence = "All pairs with GPU " + gpu + " are slower: " + place.copies() + " carry "
                + Phrases.range(rates[0], rates[gap - 1]) + " GB/s with it, "
                + Phrases.range(rates[gap], rates[rates.length - 1])
                + " GB/s between the others. Its slot, its link or its socket is another: nvidia-smi topo -m shows which.";
        return Finding.of(ID, Severity.WARNING, Confidence.LIKELY, sentence,
                List.of(new Quantity("with", rates[gap - 1], "GB/s"), new Quantity("usual", rates[gap], "GB/s")),
                pairs.values().stream().flatMap(cell -> cell.rows().stream()).toList())
                .withConsequence(Consequence.STRAGGLER);
    }

    /** Returns the GPUs of a group, for example {@code 0 to 3}. */
    private static String inWords(Set<String> group) {
        var numbers = group.stream().filter(gpu -> gpu.matches("\\d{1,6}")).mapToInt(Integer::parseInt).toArray();
        int last = numbers.length - 1;
        return numbers.length == group.size() && last > 1 && numbers[last] - numbers[0] == last
                ? numbers[0] + " to " + numbers[last]
                : String.join("+", group);
    }

    private static Optional<Finding> weak(LikeSettings place, Map<DevicePair, Cell> pairs) {
        if (pairs.size() < FEWEST_PAIRS) {
            return Optional.empty();
        }
        double usual = Spread.median(rates(pairs.values()));
        var weak = pairs.entrySet().stream().filter(pair -> pair.getValue().algbw().orElseThrow() < WEAK * usual)
                .sorted(Comparator.comparingDouble(pair -> pair.getValue().algbw().orElseThrow())).toList();
        if (weak.isEmpty() || weak.size() * MOST_WEAK > pairs.size()) {
            return Optional.empty();
        }
        var others = DoubleStream.of(rates(pairs.values())).filter(rate -> rate >= WEAK * usual).summaryStatistics();
        double least = weak.getFirst().getValue().algbw().orElseThrow();
        boolean clear = weak.stream().allMatch(pair -> usual - pair.getValue().algbw().orElseThrow() > CLEAR
                * (others.getMax() - others.getMin()));
        var names = weak.stream().map(pair -> pair.getKey().row() + " to " + pair.getKey().column() + " ("
                + Phrases.gbps(pair.getValue().algbw().orElseThrow()) + ")").toList();
        var rest = "the other " + (pairs.size() - weak.size()) + " pairs carry "
                + Phrases.range(others.getMin(), others.getMax()) + " GB/s.";
        double most = weak.getLast().getValue().algbw().orElseThrow();
        var sentence = weak.size() > MOST_NAMED
                ? weak.size() + " of " + pairs.size() + " links are weak (" + Phrases.range(least, most) + " GB/s), "
                        + rest + " They are " + Phrases.list(unordered(weak.stream().map(Map.Entry::getKey).toList()))
                        + " in " + place.words() + "."
                : (weak.size() == 1 ? "The link from GPU " : "Links are weak: from GPU ") + Phrases.list(names)
                        + (weak.size() == 1 ? " is weak" : "") + " in " + place.words() + ": " + rest;
        var rows = new ArrayList<RowRef>();
        pairs.values().forEach(cell -> rows.addAll(cell.rows()));
        return Optional.of(Finding.of(ID, Severity.WARNING, clear ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("weak_pairs", weak.size(), ""), new Quantity("weakest", least, "GB/s"),
                        new Quantity("usual", usual, "GB/s"), new Quantity("share", 100 * least / usual, "%")),
                rows).withConsequence(Consequence.STRAGGLER).withOpen(false));
    }

    /** Returns names of pairs, for example {@code 0 and 1} if both directions are weak and {@code 2 to 3} if one is. */
    private static List<String> unordered(Collection<DevicePair> pairs) {
        return pairs.stream().sorted(Comparator.comparing(DevicePair::row, DevicePair.AS_COUNTED))
                .filter(pair -> DevicePair.AS_COUNTED.compare(pair.row(), pair.column()) < 0
                        || !pairs.contains(reverse(pair)))
                .map(pair -> pair.row() + (pairs.contains(reverse(pair)) ? "-" : " to ") + pair.column()).toList();
    }

    private static DevicePair reverse(DevicePair pair) {
        return new DevicePair(pair.column(), pair.row(), pair.others());
    }

    /** Reports what P2P access changes. Without effect, copies take the same path with and without it. */
    private static Optional<Finding> ofAccess(Evidence evidence) {
        boolean hasOneWay = !links(evidence, ONE_WAY).isEmpty();
        return ofAccess(evidence, hasOneWay ? ONE_WAY : BOTH_WAYS);
    }

    private static Optional<Finding> ofAccess(Evidence evidence, String way) {
        var off = links(evidence, way + OFF);
        var on = links(evidence, way + ON);
        if (off.isEmpty() || on.isEmpty()) {
            return Optional.empty();
        }
        double without = Spread.median(rates(off));
        double with = Spread.median(rates(on));
        var rows = new ArrayList<RowRef>();
        Stream.concat(off.stream(), on.stream()).forEach(cell -> rows.addAll(cell.rows()));
        boolean isSlower = with < WEAK * without;
        boolean isBothWays = way.equals(BOTH_WAYS);
        var quantities = List.of(new Quantity("on", with, "GB/s"), new Quantity("off", without, "GB/s"));
        var some = ofSomePairs(evidence, way);
        if (some.isPresent()) {
            return Optional.of(Finding.of(ID, Severity.WARNING, Confidence.LIKELY, some.get(), quantities, rows)
                    .withConsequence(Consequence.STRAGGLER));
        }
        if (with > NO_GAIN * without) {
            // The gain of one direction shows in its share of the link where the GPU is known.
            boolean isKnown = evidence.alongSize().stream().anyMatch(curve -> !curve.subject().gpu().isEmpty());
            return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY,
                    "Copies between GPUs" + (isBothWays ? " both ways at once" : "") + " carry "
                            + Phrases.gbps(with) + " with P2P on, " + (with < Phrases.MULTIPLE * without
                                    ? Phrases.percent(with / without - 1) + " more than off ("
                                    : Phrases.number(with / without) + " times as much as off (")
                            + Phrases.gbps(without) + ")."
                            + (isBothWays ? " Each way that is " + Phrases.gbps(with / 2) + "." : ""),
                    quantities, rows)
                    .withConsequence(!isBothWays && isKnown ? Consequence.USUAL : Consequence.REMARK));
        }
        return Optional.of(Finding.of(ID, Severity.WARNING, Confidence.LIKELY,
                "Copies between GPUs" + (isBothWays ? " both ways at once" : "") + " are " + (isSlower
                        ? "slower with P2P on than off (" + Phrases.number(with) + " against " + Phrases.gbps(without)
                                + "): the direct path is narrower than that through the host. It"
                        : "as fast with P2P on as off (" + Phrases.number(with) + " and " + Phrases.gbps(without) + ")"
                                + LineRates.pcie(with).filter(link -> !isBothWays)
                                        .map(link -> ", as " + link + " allows").orElse("")
                                + ". The path between them limits both: it")
                        + " and its width are what nvidia-smi topo -m and lspci -vv show.",
                quantities, rows).withConsequence(Consequence.STRAGGLER));
    }

    /** Reports what P2P access changes in the latency of copies, for logs without bandwidths. */
    private static Optional<Finding> ofLatency(Evidence evidence) {
        var off = latencies(evidence, LATENCY_OFF);
        var on = latencies(evidence, LATENCY_ON);
        if (off.isEmpty() || on.isEmpty()) {
            return Optional.empty();
        }
        double without = Spread.median(times(off));
        double with = Spread.median(times(on));
        var rows = Stream.concat(off.stream(), on.stream()).flatMap(cell -> cell.rows().stream()).toList();
        boolean helps = without > NO_GAIN * with;
        return Optional.of(Finding.of(ID, helps ? Severity.NOTICE : Severity.WARNING, Confidence.LIKELY,
                "Copies between GPUs take " + Phrases.time(with) + " with P2P on, " + Phrases.time(without)
                        + " with it off (medians of " + on.size() + " pairs)."
                        + (helps ? "" : " The direct path is no shorter: nvidia-smi topo -m shows it."),
                List.of(new Quantity("on", with, "\u00b5s"), new Quantity("off", without, "\u00b5s")), rows)
                .withConsequence(helps ? Consequence.REMARK : Consequence.STRAGGLER));
    }

    private static List<Cell> latencies(Evidence evidence, String variant) {
        return copies(evidence, variant).filter(curve -> curve.subject().variant().contains("latency")
                && !curve.subject().variant().endsWith("+cpu")).flatMap(curve -> curve.cells().stream())
                .filter(cell -> cell.time().isPresent()).toList();
    }

    private static double[] times(List<Cell> cells) {
        return cells.stream().map(Cell::time).mapToDouble(OptionalDouble::orElseThrow).toArray();
    }

    /** Returns which pairs P2P access makes much faster where it makes others no faster; empty if it does not differ so. */
    private static Optional<String> ofSomePairs(Evidence evidence, String way) {
        var off = pairs(evidence, way + OFF);
        var on = pairs(evidence, way + ON);
        on.keySet().retainAll(off.keySet());
        ToDoubleFunction<DevicePair> gain = pair -> rate(on, pair) / rate(off, pair);
        var helped = on.keySet().stream().filter(pair -> gain.applyAsDouble(pair) > MUCH).toList();
        var others = on.keySet().stream().filter(pair -> gain.applyAsDouble(pair) <= NO_GAIN).toList();
        if (helped.isEmpty() || others.isEmpty()) {
            return Optional.empty();
        }
        boolean isOfFew = others.size() < helped.size();
        var named = isOfFew ? others : helped;
        var rest = new ArrayList<>(on.keySet());
        rest.removeAll(named);
        return Optional.of((isOfFew ? "P2P does not help between GPUs " : "P2P helps only between GPUs ")
                + Phrases.list(unordered(named)) + ": " + rates(on, named)
                + (way.equals(BOTH_WAYS) ? " both ways at once" : "") + ", other pairs " + rates(on, rest) + ".");
    }

    private static double rate(Map<DevicePair, Cell> pairs, DevicePair pair) {
        return Objects.requireNonNull(pairs.get(pair)).algbw().orElseThrow();
    }

    /** Returns the median bandwidth of pairs, or the range if they differ. */
    private static String rates(Map<DevicePair, Cell> all, List<DevicePair> pairs) {
        var rates = pairs.stream().mapToDouble(pair -> rate(all, pair)).sorted().toArray();
        return rates[rates.length - 1] < NO_GAIN * rates[0]
                ? Phrases.gbps(Spread.median(rates))
                : Phrases.range(rates[0], rates[rates.length - 1]) + " GB/s";
    }

    private static Map<DevicePair, Cell> pairs(Evidence evidence, String variant) {
        var pairs = new LinkedHashMap<DevicePair, Cell>();
        copies(evidence, variant).forEach(curve -> DevicePair.of(NamedValues.parse(curve.subject().settings()))
                .ifPresent(pair -> curve.cells().stream().filter(cell -> cell.algbw().isPresent()).findFirst()
                        .ifPresent(cell -> pairs.put(withoutOthers(pair), cell))));
        return pairs;
    }

    private static List<Cell> links(Evidence evidence, String variant) {
        return copies(evidence, variant).flatMap(curve -> curve.cells().stream())
                .filter(cell -> cell.algbw().isPresent()).toList();
    }

    private static Stream<Curve> copies(Evidence evidence, String variant) {
        return evidence.alongSize().stream().filter(
                curve -> curve.subject().variant().startsWith(variant) && !curve.subject().isOwnMemory());
    }

    private static DevicePair withoutOthers(DevicePair pair) {
        return new DevicePair(number(pair.row()), number(pair.column()), NamedValues.NONE);
    }

    /** Returns {@code 7} for {@code GPU07}; other names as they are. */
    private static String number(String gpu) {
        return GPU.matcher(gpu).replaceFirst("");
    }

    private static double[] rates(Collection<Cell> cells) {
        return cells.stream().map(Cell::algbw).mapToDouble(OptionalDouble::orElseThrow).toArray();
    }
}
