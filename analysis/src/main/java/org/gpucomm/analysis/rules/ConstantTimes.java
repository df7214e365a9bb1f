package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Times that do not depend on the message size. A program may print sizes that it does not send. */
final class ConstantTimes implements Rule {

    private static final String ID = "inert";
    /** Ratio of the sizes with the same time, which include the largest size of the curve. */
    private static final double SPAN = 256;
    private static final double SAME = 1.15;
    private static final long LARGE = 1 << 20;
    private static final int FEWEST = 5;
    /** Limits for messages above {@link #LARGE}. So many sizes over such a span with such equal times are no accident. */
    private static final int FEWEST_LARGE = 3;
    private static final long FIXED_SPAN = 4;
    private static final double ALIKE = 1.05;
    /** GB/s that no GPU's links carry. NVLink of Blackwell carries 900, or twice that if switches reduce. */
    private static final double IMPOSSIBLE = 2000;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        evidence.alongSize().forEach(curve -> of(curve).or(() -> fixedCost(curve)).ifPresent(findings::add));
        return findings;
    }

    private Optional<Finding> of(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().isPresent()).toList();
        if (cells.size() < FEWEST) {
            return Optional.empty();
        }
        int from = cells.size() - 1;
        double least = time(cells.getLast());
        double most = least;
        while (from > 0
                && Math.max(most, time(cells.get(from - 1))) < SAME * Math.min(least, time(cells.get(from - 1)))) {
            from--;
            least = Math.min(least, time(cells.get(from)));
            most = Math.max(most, time(cells.get(from)));
        }
        var flat = cells.subList(from, cells.size());
        var first = flat.getFirst();
        var last = flat.getLast();
        if (flat.size() < FEWEST || last.bytes() < LARGE || last.bytes() < SPAN * first.bytes()) {
            return Optional.empty();
        }
        double rate = last.bytes() / (1e3 * time(last));
        boolean impossible = rate > IMPOSSIBLE && curve.subject().isOfGpus();
        var sentence = "%s: the time is the same, %s to %s, from %s to %s, %s times as much. ".formatted(
                curve.subject().withStack(), Phrases.time(least), Phrases.time(most), Phrases.size(first.bytes()),
                Phrases.size(last.bytes()), Phrases.number((double) last.bytes() / first.bytes()))
                + (impossible ? """
                        That is %s, which no link carries: the program prints sizes that it does not send, and its bandwidths \
                        mean nothing.""".formatted(Phrases.gbps(rate)) : """
                        Either something other than the message makes the time, or the program sends the same whatever it \
                        prints: larger sizes show which.""");
        var finding = Finding.of(ID, impossible ? Severity.WRONG : Severity.WARNING,
                impossible ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("from", first.bytes(), "bytes"), new Quantity("to", last.bytes(), "bytes"),
                        new Quantity("rate", rate, "GB/s")),
                flat.stream().flatMap(cell -> cell.rows().stream()).toList());
        return Optional.of(impossible ? finding : finding.withReach(last.bytes(), 64 * last.bytes()));
    }

    /** Reports messages from one megabyte to the largest that take the same time, which no link explains. */
    private static Optional<Finding> fixedCost(Curve curve) {
        var large = curve.cells().stream().filter(cell -> cell.bytes() >= LARGE && cell.isTimed()).toList();
        if (large.size() < FEWEST_LARGE || large.getLast() != curve.last()
                || large.getLast().bytes() < FIXED_SPAN * large.getFirst().bytes()) {
            return Optional.empty();
        }
        var times = large.stream().mapToDouble(ConstantTimes::time).summaryStatistics();
        if (times.getMax() > ALIKE * times.getMin()) {
            return Optional.empty();
        }
        var first = large.getFirst();
        var last = large.getLast();
        var sentence = """
                %s takes the same, %s to %s, for %s and for %s: a fixed cost makes the time. The bandwidth printed there is not \
                that of the wire, which larger sizes show.""".formatted(curve.subject().withStack(),
                Phrases.time(times.getMin()), Phrases.time(times.getMax()), Phrases.size(first.bytes()),
                Phrases.size(last.bytes()));
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("from", first.bytes(), "bytes"), new Quantity("to", last.bytes(), "bytes")),
                large.stream().flatMap(cell -> cell.rows().stream()).toList())
                .withReach(last.bytes(), 64 * last.bytes()).withConsequence(Consequence.REMARK));
    }

    private static double time(Cell cell) {
        return cell.time().orElseThrow();
    }
}
