package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.InferredRanks;
import org.gpucomm.analysis.rules.Say;
import org.gpucomm.analysis.identity.Agreement;

/** Best measurement of each operation and variant, in a few words. */
final class MeasuredBest {

    private static final int MOST_OPERATIONS = 3;
    /** Where all messages are smaller, the time is what was measured, and the bandwidth says nothing. */
    private static final long LARGE = 64 << 10;

    private MeasuredBest() {}

    /** {@code All-Reduce with NCCL on 8 GPUs reaches 235 GB/s at 8 GiB}; empty where nothing was measured. */
    static String of(Evidence evidence) {
        var best = new LinkedHashMap<String, Curve>();
        for (var curve : UnlikeRuns.apart(evidence).withoutTwins().alongSize()) {
            best.merge(curve.subject().title() + " " + curve.subject().run(), curve, MeasuredBest::better);
        }
        var sentences = best.values().stream().map(MeasuredBest::sentence).flatMap(Optional::stream).toList();
        int left = sentences.size() - MOST_OPERATIONS;
        var more = left <= 0 ? "" : "; and " + left + (left == 1 ? " more curve" : " more curves");
        return sentences.stream().limit(MOST_OPERATIONS).collect(Collectors.joining("; ")) + more;
    }

    /** A link before a device's own memory, whose speed says nothing of links. */
    private static Curve better(Curve one, Curve other) {
        if (one.subject().isOwnMemory() != other.subject().isOwnMemory()) {
            return one.subject().isOwnMemory() ? other : one;
        }
        return speed(other).orElse(0.0) > speed(one).orElse(0.0) ? other : one;
    }

    private static Optional<Double> speed(Curve curve) {
        return fastest(curve).map(MeasuredBest::bandwidth);
    }

    private static Optional<Cell> fastest(Curve curve) {
        return curve.cells().stream().filter(cell -> !isEmpty(cell) && bandwidth(cell) > 0)
                .max(Comparator.comparingDouble(MeasuredBest::bandwidth));
    }

    /** As the program prints it; what follows from times alone is none of collectives, whose tools count sizes in several ways. */
    private static double bandwidth(Cell cell) {
        boolean isBus = cell.observations().stream().anyMatch(each -> each.measurement().outcome().busbw() != null);
        if (isBus && cell.busbw().isPresent()) {
            return cell.busbw().getAsDouble();
        }
        boolean isPrinted = cell.observations().stream().anyMatch(each -> each.measurement().outcome().algbw() != null);
        boolean isCollective = cell.observations().getFirst().operation().busFactor(2).isPresent();
        return isPrinted || !isCollective ? cell.algbw().orElse(0) : 0;
    }

    private static Optional<String> sentence(Curve curve) {
        var subject = curve.subject();
        var who = subject.title() + " with " + subject.stackTitle() + ranks(curve)
                + (subject.isOwnMemory() ? ", within a device's own memory," : "");
        if (curve.cells().stream().allMatch(MeasuredBest::isEmpty)) {
            return Optional.of(who + " was measured with empty messages only");
        }
        var fastest = fastest(curve);
        // An operation without a message size moves as much as its bandwidth says.
        if (fastest.isPresent() && (fastest.get().bytes() >= LARGE || fastest.get().bytes() < 0
                || !fastest.get().isTimed())) {
            long bytes = fastest.get().bytes();
            return Optional.of(who + " reaches " + reached(fastest.get())
                    + (bytes > 0 ? " at " + new Bytes(bytes) : "") + apart(fastest.get()));
        }
        return shortest(curve).map(cell -> who + " takes " + Say.time(cell.time().orElseThrow())
                + (cell.bytes() > 0 ? " at " + new Bytes(cell.bytes()) : ""));
    }

    /** Measurements that differ by so much are of pairs, hosts or settings that the log does not name: their middle is of none. */
    static boolean isApart(Cell cell) {
        return cell.spread() > Agreement.FACTOR;
    }

    private static String reached(Cell cell) {
        if (!isApart(cell)) {
            return Say.gbps(bandwidth(cell));
        }
        var each = cell.observations().stream()
                .mapToDouble(one -> bandwidth(new Cell(cell.bytes(), cell.ranks(), cell.nodes(), List.of(one), 0)))
                .sorted().toArray();
        return Say.range(each[0], each[each.length - 1]) + " GB/s";
    }

    private static String apart(Cell cell) {
        return isApart(cell) ? " in " + cell.observations().size() + " measurements that are not alike" : "";
    }

    private static Optional<Cell> shortest(Curve curve) {
        return curve.cells().stream().filter(cell -> !isEmpty(cell) && cell.time().isPresent())
                .filter(Cell::isTimed).min(Comparator.comparingDouble(cell -> cell.time().orElseThrow()));
    }

    /** A collective of fewer elements than ranks has rows of 0 bytes: their time is that of doing nothing. */
    private static boolean isEmpty(Cell cell) {
        return cell.bytes() == 0;
    }

    private static String ranks(Curve curve) {
        if (curve.fixed() > 0) {
            return " on " + Say.ranks(curve.subject(), curve.fixed()) + nodes(curve.cells());
        }
        var inferred = InferredRanks.of(curve);
        return inferred.isPresent()
                ? " on " + Say.ranks(curve.subject(), inferred.getAsInt()) + " (by busbw / algbw)"
                : "";
    }

    private static String nodes(List<Cell> cells) {
        int nodes = cells.getFirst().nodes();
        return nodes > 1 ? " of " + nodes + " nodes" : "";
    }
}
