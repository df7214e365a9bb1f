package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Operation;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.series.SeriesKey;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/**
 * Self-consistent performance guidelines (Träff, Gropp, Thakur: "Self-Consistent MPI Performance Guidelines", IEEE TPDS
 * 2010): an operation must not be slower than another way to do the same with the same library.
 */
final class Guidelines implements Rule {

    private static final String ID = "guideline";
    /** Runs of the same, minutes apart, differ by about this share; below it a violation may be chance. */
    private static final double NOISE = 0.05;
    /** A smaller message that takes this many times as long as a larger one. Latencies alone differ by some percent. */
    private static final double LONGER = 1.25;
    private static final int FEWEST_SIZES = 4;

    private static final List<Expected> EXPECTED = List.of(
            new Expected(Operation.ALL_GATHER, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.REDUCE_SCATTER, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.ALL_REDUCE, List.of(Operation.REDUCE_SCATTER, Operation.ALL_GATHER)),
            new Expected(Operation.BROADCAST, List.of(Operation.SCATTER, Operation.ALL_GATHER)),
            new Expected(Operation.REDUCE, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.GATHER, List.of(Operation.ALL_GATHER)),
            new Expected(Operation.BROADCAST, List.of(Operation.ALL_REDUCE)));

    /** {@code operation} ≤ the sum of {@code others}. */
    private record Expected(Operation operation, List<Operation> others) {

        String others(String by) {
            return String.join(by, others.stream().map(Operation::title).toList());
        }
    }

    /** @param excess time over what was expected, 0.1 = 10 % slower */
    private record Violation(Cell cell, double excess, List<RowRef> rows) {}

    /** @param faster a larger message that takes less time than that of the cell */
    private record Longer(Cell cell, Cell faster, double ratio) {

        String words() {
            return Say.size(cell.bytes()) + " (" + Say.time(cell.time().orElseThrow()) + ") than "
                    + Say.size(faster.bytes()) + " (" + Say.time(faster.time().orElseThrow()) + ")";
        }

        List<RowRef> rows() {
            return java.util.stream.Stream.of(cell, faster).flatMap(each -> each.rows().stream()).toList();
        }
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        var subjects = evidence.alongSize().stream().map(Curve::subject).distinct().toList();
        for (var subject : subjects) {
            for (var expected : EXPECTED) {
                if (subject.operation() == expected.operation()) {
                    between(subject, expected, evidence.alongSize(), findings);
                }
            }
        }
        evidence.alongSize().forEach(curve -> growing(curve).ifPresent(findings::add));
        return findings;
    }

    /** Time must not fall while the size grows: who has the smaller message could send the larger one. */
    private java.util.Optional<Finding> growing(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().isPresent()).toList();
        var violations = new ArrayList<Longer>();
        for (int i = 0; i + 1 < cells.size() && cells.size() >= FEWEST_SIZES; i++) {
            var cell = cells.get(i);
            var faster = cells.subList(i + 1, cells.size()).stream()
                    .min(java.util.Comparator.comparingDouble(each -> each.time().orElseThrow())).orElseThrow();
            double ratio = cell.time().orElseThrow() / faster.time().orElseThrow();
            // A single spike is told as one, by its shape.
            boolean spike = i > 0 && cell.time().orElseThrow() > 2 * cells.get(i - 1).time().orElseThrow();
            if (ratio > LONGER && !spike) {
                violations.add(new Longer(cell, faster, ratio));
            }
        }
        if (violations.isEmpty()) {
            return java.util.Optional.empty();
        }
        boolean first = violations.size() == 1 && violations.getFirst().cell() == cells.getFirst();
        violations.sort(java.util.Comparator.comparingDouble(Longer::ratio).reversed());
        var places = violations.stream().map(Longer::words).toList();
        var rows = violations.stream().flatMap(each -> each.rows().stream()).toList();
        double worst = violations.getFirst().ratio();
        var sentence = curve.subject().title() + " with " + curve.subject().stackTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "")
                + " takes longer for less: " + Say.list(places.stream().limit(3).toList())
                + (places.size() > 3
                        ? ", and at " + (places.size() - 3) + (places.size() == 4 ? " more size" : " more sizes")
                        : "")
                + "."
                + (first ? " The first size of a run often pays for the warm-up of all." : "");
        return java.util.Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("places", places.size(), ""), new Quantity("worst", worst, "×"),
                        new Quantity("at", violations.getFirst().cell().bytes(), "bytes")),
                rows));
    }

    private void between(SeriesKey subject, Expected expected, List<Curve> curves, List<Finding> findings) {
        var violations = new ArrayList<Violation>();
        int places = 0;
        for (var curve : curves) {
            if (!curve.subject().equals(subject)) {
                continue;
            }
            var others = expected.others().stream()
                    .map(operation -> curves.stream()
                            .filter(other -> other.fixed() == curve.fixed()
                                    && Pairs.areSiblings(subject, other.subject(), expected.operation(), operation))
                            .findFirst())
                    .toList();
            if (others.stream().anyMatch(java.util.Optional::isEmpty)) {
                continue;
            }
            for (var cell : curve.cells()) {
                double sum = 0;
                var rows = new ArrayList<>(cell.rows());
                for (var other : others) {
                    var meeting = other.orElseThrow().at(cell.bytes());
                    sum += meeting.map(Cell::time).filter(java.util.OptionalDouble::isPresent)
                            .map(java.util.OptionalDouble::getAsDouble).orElse(Double.NaN);
                    meeting.ifPresent(found -> rows.addAll(found.rows()));
                }
                if (cell.bytes() > 0 && cell.time().isPresent() && !Double.isNaN(sum)) {
                    places++;
                    double excess = cell.time().getAsDouble() / sum - 1;
                    if (excess > 0) {
                        violations.add(new Violation(cell, excess, rows));
                    }
                }
            }
        }
        if (violations.stream().anyMatch(violation -> violation.excess() > NOISE) || violations.size() > places / 2) {
            findings.add(finding(subject, expected, violations, places));
        }
    }

    private Finding finding(SeriesKey subject, Expected expected, List<Violation> violations, int places) {
        var worst = violations.stream().max((a, b) -> Double.compare(a.excess(), b.excess())).orElseThrow();
        long clear = violations.stream().filter(violation -> violation.excess() > NOISE).count();
        var sentence = new StringBuilder(subject.title())
                .append(subject.variables().isEmpty() ? "" : " with " + subject.stackTitle())
                .append(" is slower than ")
                .append(expected.others(" followed by ")).append(" of the same bytes in ").append(violations.size())
                .append(" of ").append(places).append(places == 1 ? " place: " : " places: ")
                .append(Say.list(where(violations))).append(". At ").append(Say.size(worst.cell().bytes()))
                .append(" on ")
                .append(Say.gpus(worst.cell().ranks())).append(" it takes ")
                .append(Say.number(1 + worst.excess())).append(" times as long, although ")
                .append(expected.others().size() == 1 ? "that one does" : "those two together do")
                .append(" at least the same.");
        if (clear < violations.size()) {
            sentence.append(' ').append(violations.size() - clear == 1 ? "One" : violations.size() - clear)
                    .append(" of them by less than ").append(Say.percent(NOISE)).append(", which can be chance.");
        }
        return Finding.of(ID, Severity.WARNING, clear > 0 ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                sentence.toString(),
                List.of(new Quantity("violations", violations.size(), ""), new Quantity("places", places, ""),
                        new Quantity("clear", clear, ""), new Quantity("worst", 1 + worst.excess(), "×")),
                violations.stream().flatMap(violation -> violation.rows().stream()).toList());
    }

    private static List<String> where(List<Violation> violations) {
        var sizesByRanks = new java.util.TreeMap<Integer, List<Long>>();
        for (var violation : violations) {
            sizesByRanks.computeIfAbsent(violation.cell().ranks(), ranks -> new ArrayList<>())
                    .add(violation.cell().bytes());
        }
        return sizesByRanks.entrySet().stream().map(Guidelines::sizesOn).toList();
    }

    private static String sizesOn(Map.Entry<Integer, List<Long>> entry) {
        var sizes = entry.getValue();
        var words = sizes.size() > 3 ? sizes.size() + " sizes from " + Say.size(sizes.getFirst()) : Say.sizes(sizes);
        return words + " on " + Say.gpus(entry.getKey());
    }
}
