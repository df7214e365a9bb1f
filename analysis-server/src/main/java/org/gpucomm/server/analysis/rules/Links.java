package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.NamedValues;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/**
 * This class holds what single pairs of GPUs carry: a pair that is slower than the others of its matrix, and over how many
 * blocks, each on a multiprocessor, a kernel comes near to the best.
 */
final class Links implements Rule {

    private static final String ID = "links";
    /** A matrix of fewer pairs has no usual one. */
    private static final int FEWEST_PAIRS = 4;
    /** Below so many bytes a copy's time is its latency. */
    private static final long LEAST_BYTES = 16L << 20;
    private static final double WEAK = 0.95;
    /** A gap is beyond doubt if it is so many times as wide as the usual pairs are apart. */
    private static final double CLEAR = 3;
    private static final double ENOUGH = 0.9;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var matrices = new LinkedHashMap<LikeSettings, Map<String, Cell>>();
        var sweeps = new LinkedHashMap<LikeSettings, TreeMap<Integer, Cell>>();
        for (var curve : evidence.alongSize()) {
            var settings = NamedValues.parse(curve.subject().settings());
            var pair = settings.get("pair");
            if (pair.isEmpty() || curve.subject().isOwnMemory()) {
                continue;
            }
            for (var cell : curve.cells()) {
                if (cell.bytes() >= LEAST_BYTES && cell.algbw().isPresent()) {
                    matrices.computeIfAbsent(LikeSettings.of(curve, cell, "pair"), added -> new LinkedHashMap<>())
                            .put(pair.get(), cell);
                    settings.get("blocks").filter(blocks -> blocks.matches("\\d{1,6}"))
                            .ifPresent(blocks -> sweeps
                                    .computeIfAbsent(LikeSettings.of(curve, cell, "blocks"), added -> new TreeMap<>())
                                    .put(Integer.valueOf(blocks), cell));
                }
            }
        }
        var findings = new ArrayList<Finding>();
        matrices.forEach((place, pairs) -> weak(place, pairs).ifPresent(findings::add));
        sweeps.entrySet().stream().filter(sweep -> sweep.getValue().size() > 2)
                .max(Comparator.comparingLong(sweep -> sweep.getKey().bytes()))
                .ifPresent(sweep -> findings.add(enough(sweep.getKey(), sweep.getValue())));
        return findings;
    }

    /** This record holds what is alike but for one setting. */
    private record LikeSettings(String title, String variant, String settings, int ranks, long bytes) {

        static LikeSettings of(Curve curve, Cell cell, String but) {
            var subject = curve.subject();
            var others = new ArrayList<String>();
            for (var each : subject.settings().split(";")) {
                if (!each.startsWith(but + "=")) {
                    others.add(each);
                }
            }
            return new LikeSettings(subject.operation().title(), subject.variant(), String.join(";", others),
                    cell.ranks(),
                    cell.bytes());
        }

        String words() {
            return title + " by " + variant + (settings.isEmpty() ? "" : " (" + settings.replace(";", ", ") + ")")
                    + " of " + Say.size(bytes);
        }
    }

    private static Optional<Finding> weak(LikeSettings place, Map<String, Cell> pairs) {
        if (pairs.size() < FEWEST_PAIRS) {
            return Optional.empty();
        }
        double usual = median(
                pairs.values().stream().map(Cell::algbw).mapToDouble(OptionalDouble::orElseThrow).toArray());
        var weak = pairs.entrySet().stream().filter(pair -> pair.getValue().algbw().orElseThrow() < WEAK * usual)
                .sorted(Comparator.comparingDouble(pair -> pair.getValue().algbw().orElseThrow())).toList();
        if (weak.isEmpty() || weak.size() * 2 > pairs.size()) {
            return Optional.empty();
        }
        var others = pairs.values().stream().map(Cell::algbw).mapToDouble(OptionalDouble::orElseThrow)
                .filter(rate -> rate >= WEAK * usual).summaryStatistics();
        double least = weak.getFirst().getValue().algbw().orElseThrow();
        boolean clear = weak.stream().allMatch(pair -> usual - pair.getValue().algbw().orElseThrow() > CLEAR
                * (others.getMax() - others.getMin()));
        var names = weak.stream().map(pair -> pair.getKey().replace("-", " to ") + " ("
                + Say.gbps(pair.getValue().algbw().orElseThrow()) + ")").toList();
        var sentence = (weak.size() == 1 ? "The link from GPU " : "Links are weak: from GPU ") + Say.list(names)
                + (weak.size() == 1 ? " is weak" : "") + " in " + place.words() + ": the other "
                + (pairs.size() - weak.size()) + " pairs carry " + Say.range(others.getMin(), others.getMax())
                + " GB/s.";
        var rows = new ArrayList<RowRef>();
        pairs.values().forEach(cell -> rows.addAll(cell.rows()));
        return Optional.of(Finding.of(ID, Severity.WARNING, clear ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("weak_pairs", weak.size(), ""), new Quantity("weakest", least, "GB/s"),
                        new Quantity("usual", usual, "GB/s"), new Quantity("share", 100 * least / usual, "%")),
                rows));
    }

    private static Finding enough(LikeSettings place, TreeMap<Integer, Cell> byBlocks) {
        double best = byBlocks.values().stream().map(Cell::algbw).mapToDouble(OptionalDouble::orElseThrow).max()
                .orElseThrow();
        var enough = byBlocks.entrySet().stream().filter(each -> each.getValue().algbw().orElseThrow() >= ENOUGH * best)
                .findFirst().orElseThrow();
        double reached = enough.getValue().algbw().orElseThrow();
        double one = byBlocks.firstEntry().getValue().algbw().orElseThrow() / byBlocks.firstKey();
        var sentence = enough.getKey() + (enough.getKey() == 1 ? " block is" : " blocks are")
                + " enough for 90 % of the best in "
                + place.words() + ": " + Say.gbps(reached) + " of " + Say.gbps(best)
                + ", a multiprocessor a block; over "
                + byBlocks.firstKey() + (byBlocks.firstKey() == 1 ? " block it is " : " blocks it is ") + Say.gbps(one)
                + " a block. Measured were " + Say.list(byBlocks.keySet().stream().map(String::valueOf).toList()) + ".";
        var rows = new ArrayList<RowRef>();
        byBlocks.values().forEach(cell -> rows.addAll(cell.rows()));
        return Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("blocks", enough.getKey(), ""), new Quantity("reached", reached, "GB/s"),
                        new Quantity("best", best, "GB/s"), new Quantity("of_one_block", one, "GB/s")),
                rows);
    }

    private static double median(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
