package org.gpucomm.server.analysis.headline;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.rules.Say;

/** What was measured, in a few words: the best of each operation and variant. */
final class Measured {

    private static final int MOST_OPERATIONS = 3;
    /** Where all messages are smaller, the time is what was measured, and the bandwidth says nothing. */
    private static final long LARGE = 64 << 10;

    private Measured() {}

    /** {@code All-Reduce with NCCL on 8 GPUs reaches 235 GB/s at 8 GiB}; empty where nothing was measured. */
    static String of(Evidence evidence) {
        var best = new LinkedHashMap<String, Curve>();
        for (var curve : evidence.withoutTwins().alongSize()) {
            best.merge(curve.subject().title(), curve, Measured::better);
        }
        var said = best.values().stream().map(Measured::said).flatMap(Optional::stream).toList();
        int left = said.size() - MOST_OPERATIONS;
        var more = left <= 0 ? "" : "; and " + left + (left == 1 ? " more curve" : " more curves");
        return said.stream().limit(MOST_OPERATIONS).collect(Collectors.joining("; ")) + more;
    }

    private static Curve better(Curve one, Curve other) {
        return speed(other).orElse(0.0) > speed(one).orElse(0.0) ? other : one;
    }

    private static Optional<Double> speed(Curve curve) {
        return fastest(curve).map(Measured::bandwidth);
    }

    private static Optional<Cell> fastest(Curve curve) {
        return curve.cells().stream().filter(cell -> cell.bytes() != 0 && bandwidth(cell) > 0)
                .max(Comparator.comparingDouble(Measured::bandwidth));
    }

    private static double bandwidth(Cell cell) {
        return cell.busbw().isPresent() ? cell.busbw().getAsDouble() : cell.algbw().orElse(0);
    }

    private static Optional<String> said(Curve curve) {
        var subject = curve.subject();
        var who = subject.title() + " with " + subject.stackTitle() + (curve.fixed() > 0 ? ranks(curve) : "");
        var fastest = fastest(curve);
        // An operation without a message size moves as much as its bandwidth says.
        if (fastest.isPresent() && (fastest.get().bytes() >= LARGE || fastest.get().bytes() < 0
                || !fastest.get().isTimed())) {
            long bytes = fastest.get().bytes();
            return Optional.of(who + " reaches " + Say.number(bandwidth(fastest.get())) + " GB/s"
                    + (bytes > 0 ? " at " + new Bytes(bytes) : ""));
        }
        return shortest(curve).map(cell -> who + " takes " + Say.time(cell.time().orElseThrow())
                + (cell.bytes() > 0 ? " at " + new Bytes(cell.bytes()) : ""));
    }

    private static Optional<Cell> shortest(Curve curve) {
        return curve.cells().stream().filter(cell -> cell.time().isPresent())
                .filter(Cell::isTimed).min(Comparator.comparingDouble(cell -> cell.time().orElseThrow()));
    }

    private static String ranks(Curve curve) {
        long ranks = curve.fixed();
        var unit = curve.subject().isOfGpus() ? " GPU" : " process";
        return " on " + ranks + (ranks == 1 ? unit : unit + (unit.endsWith("s") ? "es" : "s"))
                + nodes(curve.cells());
    }

    private static String nodes(List<Cell> cells) {
        int nodes = cells.getFirst().nodes();
        return nodes > 1 ? " of " + nodes + " nodes" : "";
    }
}
