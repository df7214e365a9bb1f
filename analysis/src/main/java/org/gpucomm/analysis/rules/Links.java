package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
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

/** Pairs of GPUs: one slower than the others of its matrix, and P2P access without benefit. */
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
    /** Smallest ratio of a gap to the spread of the usual pairs at which the gap is beyond doubt. */
    private static final double CLEAR = 3;
    /** Factor up to which P2P access has no benefit. */
    private static final double NO_GAIN = 1.1;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var matrices = new LinkedHashMap<LikeSettings, Map<String, Cell>>();
        for (var curve : evidence.alongSize()) {
            var pair = DevicePair.of(NamedValues.parse(curve.subject().settings()));
            if (pair.isEmpty() || curve.subject().isOwnMemory() || !isBetweenGpus(curve.subject())) {
                continue;
            }
            for (var cell : curve.cells()) {
                if ((cell.bytes() >= LEAST_BYTES || cell.bytes() < 0) && cell.algbw().isPresent()) {
                    matrices.computeIfAbsent(LikeSettings.of(curve, cell, pair.get()), added -> new LinkedHashMap<>())
                            .put(pair.get().row() + " to " + pair.get().column(), cell);
                }
            }
        }
        var findings = new ArrayList<Finding>();
        matrices.forEach((place, pairs) -> weak(place, pairs).ifPresent(findings::add));
        withoutEffect(evidence).ifPresent(findings::add);
        return findings;
    }

    /** Returns whether the copies are between GPUs. CUDA's tools also print matrices for a host, or for all GPUs at once. */
    private static boolean isBetweenGpus(SeriesKey subject) {
        return subject.operation() != Operation.MEMCPY
                || subject.variant()
                        .matches("device_to_device_memcpy_(read|write)_(ce|sm)|unidirectional\\+p2p-enabled.*");
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
    }

    private static Optional<Finding> weak(LikeSettings place, Map<String, Cell> pairs) {
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
        var names = weak.stream().map(pair -> pair.getKey() + " ("
                + Phrases.gbps(pair.getValue().algbw().orElseThrow()) + ")").toList();
        var sentence = (weak.size() == 1 ? "The link from GPU " : "Links are weak: from GPU ") + Phrases.list(names)
                + (weak.size() == 1 ? " is weak" : "") + " in " + place.words() + ": the other "
                + (pairs.size() - weak.size()) + " pairs carry " + Phrases.range(others.getMin(), others.getMax())
                + " GB/s.";
        var rows = new ArrayList<RowRef>();
        pairs.values().forEach(cell -> rows.addAll(cell.rows()));
        return Optional.of(Finding.of(ID, Severity.WARNING, clear ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("weak_pairs", weak.size(), ""), new Quantity("weakest", least, "GB/s"),
                        new Quantity("usual", usual, "GB/s"), new Quantity("share", 100 * least / usual, "%")),
                rows).withConsequence(Consequence.STRAGGLER).withOpen(false));
    }

    /** Reports P2P access that is enabled without effect, since copies take the same path without it. */
    private static Optional<Finding> withoutEffect(Evidence evidence) {
        boolean hasOneWay = !links(evidence, ONE_WAY).isEmpty();
        return withoutEffect(evidence, hasOneWay ? ONE_WAY : BOTH_WAYS);
    }

    private static Optional<Finding> withoutEffect(Evidence evidence, String way) {
        var off = links(evidence, way + "+p2p-disabled");
        var on = links(evidence, way + "+p2p-enabled");
        if (off.isEmpty() || on.isEmpty()) {
            return Optional.empty();
        }
        double without = Spread.median(rates(off));
        double with = Spread.median(rates(on));
        var rows = new ArrayList<RowRef>();
        Stream.concat(off.stream(), on.stream()).forEach(cell -> rows.addAll(cell.rows()));
        boolean isSlower = with < WEAK * without;
        boolean isBothWays = way.equals(BOTH_WAYS);
        if (with > NO_GAIN * without) {
            // The gain of one direction shows in its share of the link.
            return !isBothWays
                    ? Optional.empty()
                    : Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY,
                            "Copies between GPUs both ways at once carry " + Phrases.gbps(with) + " with P2P on, "
                                    + Phrases.percent(with / without - 1) + " more than off (" + Phrases.gbps(without)
                                    + "). Each way that is " + Phrases.gbps(with / 2) + ".",
                            List.of(new Quantity("on", with, "GB/s"), new Quantity("off", without, "GB/s")), rows)
                            .withConsequence(Consequence.REMARK));
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
                List.of(new Quantity("on", with, "GB/s"), new Quantity("off", without, "GB/s")), rows)
                .withConsequence(Consequence.STRAGGLER));
    }

    private static List<Cell> links(Evidence evidence, String variant) {
        return evidence.alongSize().stream()
                .filter(curve -> curve.subject().variant().startsWith(variant)
                        && !curve.subject().isOwnMemory())
                .flatMap(curve -> curve.cells().stream()).filter(cell -> cell.algbw().isPresent()).toList();
    }

    private static double[] rates(Collection<Cell> cells) {
        return cells.stream().map(Cell::algbw).mapToDouble(OptionalDouble::orElseThrow).toArray();
    }
}
