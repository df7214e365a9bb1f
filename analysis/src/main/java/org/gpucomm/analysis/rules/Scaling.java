package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Change of bandwidth with the number of GPUs, at a fixed message size and at a fixed size per rank. The latter separates the effect of
 * fewer bytes per rank from a real loss.
 */
final class Scaling implements Rule {

    private static final String ID = "scaling";
    private static final int FEWEST = 3;
    /** Operations that divide the message among the ranks, so that each of more ranks gets less. */
    private static final Set<Operation> DIVIDED = Set.of(Operation.ALL_REDUCE, Operation.ALL_GATHER,
            Operation.REDUCE_SCATTER, Operation.ALLTOALL, Operation.GATHER, Operation.SCATTER);
    private static final double FLAT = 0.05;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var bySubject = new LinkedHashMap<SeriesKey, List<Curve>>();
        for (var curve : evidence.alongRanks()) {
            var subject = curve.subject();
            boolean valid = subject.operation() != Operation.ALLTOALL || subject.placement() != Placement.IN_PLACE;
            var cells = curve.cells().stream().filter(cell -> cell.ranks() > 0 && cell.algbw().isPresent()).toList();
            if (valid && curve.fixed() > 0 && cells.size() >= FEWEST) {
                bySubject.computeIfAbsent(subject, added -> new ArrayList<>())
                        .add(new Curve(subject, curve.along(), curve.fixed(), cells));
            }
        }
        var findings = new ArrayList<Finding>();
        bySubject.forEach((subject, curves) -> findings.add(finding(subject,
                curves.stream().sorted(Comparator.comparingLong(Curve::fixed)).toList())));
        return findings;
    }

    private Finding finding(SeriesKey subject, List<Curve> curves) {
        var changes = curves.stream().mapToDouble(Scaling::change).toArray();
        var doublings = curves.stream().mapToDouble(Scaling::perDoubling).toArray();
        double least = java.util.Arrays.stream(changes).min().orElseThrow();
        double most = java.util.Arrays.stream(changes).max().orElseThrow();
        var first = curves.getFirst();
        var sentence = new StringBuilder(subject.withStack());
        boolean flat = Math.abs(least) < FLAT && Math.abs(most) < FLAT;
        if (flat) {
            sentence.append(" hardly depends on the number of GPUs: from %s its bandwidth changes by %s to %s at %s."
                    .formatted(from(first), signed(least), signed(most), sizes(curves)));
        } else {
            sentence.append(" changes its algorithm bandwidth by %s to %s from %s, by size; %s a doubling on average."
                    .formatted(signed(least), signed(most), from(first), signed(mean(doublings))));
        }
        var rising = rises(curves);
        if (!flat && !rising.isEmpty()) {
            sentence.append(" It rises from one number to the next at ").append(Phrases.list(rising)).append('.');
        }
        var numbers = new ArrayList<Quantity>();
        for (int i = 0; i < curves.size(); i++) {
            numbers.add(new Quantity("change_at_" + curves.get(i).fixed(), 100 * changes[i], "%"));
        }
        var rows = new ArrayList<>(curves.stream().flatMap(curve -> curve.rows().stream()).toList());
        if (!flat && DIVIDED.contains(subject.operation())) {
            perRank(curves, sentence, numbers, rows);
        }
        return Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence.toString(), numbers, rows)
                .withConsequence(Consequence.BACKGROUND);
    }

    /** Adds the comparison at the same number of bytes per rank. */
    private static void perRank(List<Curve> curves, StringBuilder sentence, List<Quantity> numbers, List<RowRef> rows) {
        var byChunk = new TreeMap<Long, List<Cell>>();
        for (var curve : curves) {
            for (var cell : curve.cells()) {
                if (cell.bytes() % cell.ranks() == 0) {
                    byChunk.computeIfAbsent(cell.bytes() / cell.ranks(), chunk -> new ArrayList<>()).add(cell);
                }
            }
        }
        int most = curves.stream().mapToInt(curve -> curve.cells().size()).max().orElseThrow();
        var chunk = byChunk.entrySet().stream().filter(each -> each.getValue().size() == most)
                .max(Comparator.comparingLong(Map.Entry::getKey));
        if (chunk.isEmpty() || most < FEWEST) {
            return;
        }
        var speeds = chunk.get().getValue().stream().mapToDouble(cell -> cell.algbw().orElseThrow()).toArray();
        double low = java.util.Arrays.stream(speeds).min().orElseThrow();
        double high = java.util.Arrays.stream(speeds).max().orElseThrow();
        double atChunk = speeds[speeds.length - 1] / speeds[0] - 1;
        boolean stays = high / low - 1 < 2 * FLAT;
        sentence.append(" At the same %s a rank it %s %s GB/s%s".formatted(Phrases.size(chunk.get().getKey()),
                stays ? "stays at" : "goes through", Phrases.range(low, high),
                stays
                        ? ": the change at fixed size is mostly that of fewer bytes a rank, not a loss by more GPUs."
                        : " (" + signed(atChunk) + "): that much is not the fewer bytes a rank."));
        numbers.add(new Quantity("per_rank_chunk", chunk.get().getKey(), "bytes"));
        numbers.add(new Quantity("per_rank_least", low, "GB/s"));
        numbers.add(new Quantity("per_rank_most", high, "GB/s"));
        chunk.get().getValue().forEach(cell -> rows.addAll(cell.rows()));
    }

    private static double change(Curve curve) {
        return curve.last().algbw().orElseThrow() / curve.first().algbw().orElseThrow() - 1;
    }

    private static double perDoubling(Curve curve) {
        double doublings = Math.log((double) curve.last().ranks() / curve.first().ranks()) / Math.log(2);
        return Math.pow(1 + change(curve), 1 / doublings) - 1;
    }

    private static double mean(double[] changes) {
        double logs = 0;
        for (double change : changes) {
            logs += Math.log1p(change) / changes.length;
        }
        return Math.expm1(logs);
    }

    private static List<String> rises(List<Curve> curves) {
        var rises = new ArrayList<String>();
        for (var curve : curves) {
            for (int i = 1; i < curve.cells().size(); i++) {
                var before = curve.cells().get(i - 1);
                var after = curve.cells().get(i);
                if (after.algbw().orElseThrow() > before.algbw().orElseThrow() * (1 + FLAT)) {
                    rises.add(Phrases.size(curve.fixed()) + " from " + before.ranks() + " to " + after.ranks());
                }
            }
        }
        return rises;
    }

    private static String from(Curve curve) {
        return curve.first().ranks() + " to " + Phrases.ranks(curve.subject(), curve.last().ranks());
    }

    private static String sizes(List<Curve> curves) {
        return Phrases.sizeRange(curves.getFirst().fixed(), curves.getLast().fixed());
    }

    private static String signed(double share) {
        return (share > 0 ? "+" : "") + Phrases.percent(share).replace("-", "−");
    }
}
