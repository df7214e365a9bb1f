package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;

import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Operations of one study that were measured at different sizes, so that means over all sizes do not compare. */
final class SizeSets implements Rule {

    private static final String ID = "size-sets";
    private static final int FEWEST = 3;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var sizes = new LinkedHashMap<SeriesKey, TreeSet<Long>>();
        for (var curve : evidence.alongSize()) {
            boolean collective = curve.subject().operation().busFactor(2).isPresent();
            curve.cells().stream().filter(cell -> collective && cell.bytes() > 0 && cell.algbw().isPresent()).forEach(
                    cell -> sizes.computeIfAbsent(curve.subject(), subject -> new TreeSet<>()).add(cell.bytes()));
        }
        sizes.values().removeIf(set -> set.size() < FEWEST);
        var findings = new ArrayList<Finding>();
        var subjects = new ArrayList<>(sizes.keySet());
        while (!subjects.isEmpty()) {
            var first = subjects.removeFirst();
            var group = new ArrayList<>(List.of(first));
            subjects.stream().filter(other -> belong(first, other)).forEach(group::add);
            subjects.removeAll(group);
            var common = new TreeSet<>(sizes.get(first));
            group.forEach(subject -> common.retainAll(sizes.get(subject)));
            boolean differ = group.stream().anyMatch(subject -> sizes.get(subject).size() > common.size());
            if (group.size() > 1 && differ && common.size() >= FEWEST) {
                findings.add(finding(group, sizes, common, evidence));
            }
        }
        return findings;
    }

    /** Collectives only: nobody means to compare a transfer with one. */
    private static boolean belong(SeriesKey one, SeriesKey other) {
        return one.inTheSameStack(other) && one.operation() != other.operation() && one.placement() == other.placement()
                && one.variant().equals(other.variant());
    }

    private Finding finding(List<SeriesKey> group, LinkedHashMap<SeriesKey, TreeSet<Long>> sizes, TreeSet<Long> common,
            Evidence evidence) {
        var longest = group.stream().max((a, b) -> Integer.compare(sizes.get(a).size(), sizes.get(b).size()))
                .orElseThrow();
        var curve = evidence.alongSize().stream().filter(each -> each.subject().equals(longest))
                .filter(each -> each.cells().size() > common.size()).findFirst().orElseThrow();
        double all = mean(curve, sizes.get(longest));
        double fair = mean(curve, common);
        var listed = group.stream().map(subject -> subject.title() + " at " + sizes.get(subject).size() + " ("
                + Say.sizeRange(sizes.get(subject).first(), sizes.get(subject).last()) + ")").toList();
        var sentence = "Means over all message sizes do not compare: " + Say.list(listed)
                + " sizes were measured. Over the "
                + common.size() + " common ones " + longest.title() + " on " + Say.ranks(longest, curve.fixed())
                + " has a mean algbw of "
                + Say.gbps(fair) + ", not " + Say.number(all) + ".";
        var rows = new ArrayList<RowRef>();
        evidence.alongSize().stream().filter(each -> group.contains(each.subject()))
                .forEach(each -> each.cells().stream().filter(cell -> !common.contains(cell.bytes()))
                        .forEach(cell -> rows.addAll(cell.rows())));
        return Finding.of(ID, Severity.WARNING, Confidence.CERTAIN, sentence,
                List.of(new Quantity("most_sizes", sizes.get(longest).size(), ""),
                        new Quantity("common_sizes", common.size(), ""), new Quantity("mean_of_all", all, "GB/s"),
                        new Quantity("mean_of_common", fair, "GB/s")),
                rows);
    }

    private static double mean(Curve curve, TreeSet<Long> sizes) {
        return curve.cells().stream().filter(cell -> sizes.contains(cell.bytes()))
                .mapToDouble(cell -> cell.algbw().orElse(Double.NaN)).average().orElse(Double.NaN);
    }
}
