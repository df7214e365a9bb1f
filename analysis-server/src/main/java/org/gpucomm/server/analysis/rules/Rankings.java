package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.series.SeriesKey;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/** Which of several alternatives is the fastest, and by how much, on each number of GPUs. */
final class Rankings implements Rule {

    private static final String ID = "ranking";
    /** With fewer alternatives {@link Crossovers} says it all. */
    static final int FEWEST = 4;
    /** A lead by less can be chance where each was measured once. */
    private static final double NOISE = 0.05;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        // Along message size the leaders change: that is for the crossovers to say.
        var curves = new ArrayList<>(
                evidence.alongRanks().stream().filter(curve -> curve.fixed() < 0 && isApplication(curve)).toList());
        while (!curves.isEmpty()) {
            var first = curves.removeFirst();
            var group = new ArrayList<>(List.of(first));
            curves.stream().filter(other -> Pairs.areAlternatives(first.subject(), other.subject())
                    && !Pairs.meetings(first, other).isEmpty()).forEach(group::add);
            curves.removeAll(group);
            if (group.size() >= FEWEST && first.cells().stream()
                    .anyMatch(cell -> group.stream().allMatch(curve -> isTimed(curve, cell.ranks())))) {
                findings.add(finding(group));
            }
        }
        return findings;
    }

    private record Timed(SeriesKey subject, double time) {}

    private Finding finding(List<Curve> group) {
        var ranks = group.getFirst().cells().stream().map(cell -> (long) cell.ranks())
                .filter(n -> group.stream().allMatch(curve -> isTimed(curve, n))).toList();
        var fastest = new LinkedHashMap<Long, List<Timed>>();
        for (long n : ranks) {
            fastest.put(n, group.stream()
                    .map(curve -> new Timed(curve.subject(), curve.at(n).orElseThrow().time().orElseThrow()))
                    .sorted(Comparator.comparingDouble(Timed::time)).toList());
        }
        var operation = group.getFirst().subject().operation().title();
        var parts = new ArrayList<String>();
        var numbers = new ArrayList<Quantity>();
        boolean clear = true;
        fastest.forEach((n, list) -> {
            double lead = list.get(1).time() / list.getFirst().time() - 1;
            parts.add("on " + Say.gpus(n) + " " + name(list.getFirst().subject()) + ", " + Say.percent(lead)
                    + " before "
                    + name(list.get(1).subject()) + " and "
                    + Say.number(list.getLast().time() / list.getFirst().time()) + " times as fast as the slowest, "
                    + name(list.getLast().subject()));
            numbers.add(new Quantity("lead_on_" + n, 100 * lead, "%"));
        });
        for (var quantity : numbers) {
            clear &= quantity.value() > 100 * NOISE;
        }
        var sentence = "The fastest of " + group.size() + " ways to do " + operation + ": " + String.join("; ", parts)
                + "."
                + (clear ? "" : " Leads below " + Say.percent(NOISE) + " can be chance.");
        return Finding.of(ID, Severity.NOTICE, clear ? Confidence.CERTAIN : Confidence.LIKELY, sentence, numbers,
                group.stream().flatMap(curve -> curve.rows().stream()).toList());
    }

    /** Variants of other operations are parts of one another, such as a send and a receive. */
    static boolean isApplication(Curve curve) {
        return curve.subject().operation() == Operation.JACOBI;
    }

    private static boolean isTimed(Curve curve, long ranks) {
        return curve.at(ranks).filter(cell -> cell.time().isPresent()).isPresent();
    }

    private static String name(SeriesKey subject) {
        return subject.libraryTitle() + (subject.variant().isEmpty() ? "" : " " + subject.variant());
    }
}
