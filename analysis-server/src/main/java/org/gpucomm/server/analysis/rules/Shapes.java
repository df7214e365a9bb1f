package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Operation;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Subject;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Mark;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Cliffs and dips: bandwidth that falls where a larger message should not lose any. A fall that lasts to the end of the
 * curve is a cliff; one from which the curve recovers is a dip.
 */
final class Shapes implements Rule {

    /** A fall by less between neighbouring sizes is left to the eye; protocol switches of NCCL cost up to about this. */
    private static final double LEAST_FALL = 0.10;
    /** A fall to less than this is never chance. */
    private static final double DEEP = 0.5;
    private static final double RECOVERED = 0.95;

    @Override
    public String id() {
        return "shape";
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var falls = new LinkedHashMap<Group, List<Fall>>();
        for (var curve : evidence.alongSize()) {
            if (curve.subject().operation() == Operation.QUEUE) {
                continue; // counts requests, not bytes
            }
            for (var fall : falls(curve)) {
                falls.computeIfAbsent(fall.group(), group -> new ArrayList<>()).add(fall);
            }
        }
        return falls.entrySet().stream().map(each -> finding(each.getKey(), each.getValue(), evidence)).toList();
    }

    /** The same fall on several numbers of GPUs is one finding. */
    private record Group(Subject subject, long from, long to, boolean lasting) {}

    /** @param to the lowest cell of the fall */
    private record Fall(Curve curve, Cell from, Cell to, boolean lasting) {

        Group group() {
            return new Group(curve.subject(), from.bytes(), to.bytes(), lasting);
        }

        double left() {
            return to.algbw().orElseThrow() / from.algbw().orElseThrow();
        }
    }

    private static List<Fall> falls(Curve curve) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.algbw().isPresent()).toList();
        var falls = new ArrayList<Fall>();
        int i = 1;
        while (i < cells.size()) {
            if (bandwidth(cells, i) >= bandwidth(cells, i - 1) * (1 - LEAST_FALL)) {
                i++;
                continue;
            }
            int top = i - 1;
            int lowest = i;
            int end = i;
            while (end < cells.size() && bandwidth(cells, end) < bandwidth(cells, top) * RECOVERED) {
                lowest = bandwidth(cells, end) < bandwidth(cells, lowest) ? end : lowest;
                end++;
            }
            falls.add(new Fall(curve, cells.get(top), cells.get(lowest), end == cells.size()));
            i = end + 1;
        }
        return falls;
    }

    private static double bandwidth(List<Cell> cells, int index) {
        return cells.get(index).algbw().orElseThrow();
    }

    private Finding finding(Group group, List<Fall> falls, Evidence evidence) {
        var shares = falls.stream().mapToDouble(Fall::left).sorted().toArray();
        var fall = falls.getFirst();
        boolean largest = falls.stream().allMatch(each -> each.curve().last().equals(each.to()));
        boolean steep = fall.curve().cells().indexOf(fall.to()) == fall.curve().cells().indexOf(fall.from()) + 1;
        var sentence = new StringBuilder(group.subject().title()).append(" with ")
                .append(group.subject().libraryTitle()).append(" loses ").append(losses(shares))
                .append(" of its bandwidth from ").append(Say.size(group.from())).append(" to ")
                .append(Say.size(group.to())).append(" on ").append(ranks(falls));
        sentence.append(group.lasting() ? ", and does not recover" : ", and recovers at larger sizes").append('.');
        if (group.lasting() && largest && steep) {
            sentence.append(" It is the largest size measured: whether the size or its being the maximum of the run ")
                    .append("(buffers, registration) is the cause, a run that goes on to larger sizes tells.");
        }
        boolean deep = shares[shares.length - 1] < DEEP;
        var finding = Finding.of(id(), group.lasting() && deep ? Severity.WARNING : Severity.NOTICE,
                deep || falls.size() > 1 ? Confidence.CERTAIN : Confidence.LIKELY, sentence.toString(),
                List.of(new Quantity("from", group.from(), "bytes"), new Quantity("to", group.to(), "bytes"),
                        new Quantity("least_left", 100 * shares[0], "%"),
                        new Quantity("most_left", 100 * shares[shares.length - 1], "%"),
                        new Quantity("curves", falls.size(), "")),
                falls.stream().flatMap(each -> each.from().rows().stream()).toList())
                .withMark(new Mark("size", group.from(), group.to(), group.lasting() ? "cliff" : "dip"));
        finding = withRows(finding, falls);
        var next = group.lasting() && largest ? nextExperiment(group, fall) : null;
        return next == null ? finding : finding.withNext(next);
    }

    private static Finding withRows(Finding finding, List<Fall> falls) {
        var rows = new ArrayList<>(finding.rows());
        falls.forEach(fall -> rows.addAll(fall.to().rows()));
        return new Finding(finding.rule(), finding.severity(), finding.confidence(), finding.sentence(),
                finding.numbers(), rows, finding.next(), finding.marks());
    }

    private static String losses(double[] shares) {
        return shares.length == 1
                ? Say.percent(1 - shares[0])
                : Say.percent(1 - shares[shares.length - 1]) + " to " + Say.percent(1 - shares[0]);
    }

    private static String ranks(List<Fall> falls) {
        var known = falls.stream().map(fall -> fall.curve().fixed()).filter(ranks -> ranks > 0).sorted().toList();
        if (known.isEmpty()) {
            return "an unknown number of GPUs";
        }
        return Say.list(known.stream().map(String::valueOf).toList())
                + (known.size() == 1 && known.getFirst() == 1 ? " GPU" : " GPUs");
    }

    /** The same program to four times the size. */
    private static @Nullable String nextExperiment(Group group, Fall fall) {
        var sizes = " -b " + argument(group.from() / 2) + " -e " + argument(4 * group.to()) + " -f 2";
        var subject = group.subject();
        return switch (subject.library()) {
            case "nccl", "rccl" -> "gpucomm bench " + subject.operation().id() + sizes;
            case "nvshmem" -> nvshmem(subject) == null
                    ? null
                    : "nvshmrun -np " + fall.curve().fixed() + " " + nvshmem(subject) + sizes;
            default -> null;
        };
    }

    private static @Nullable String nvshmem(Subject subject) {
        if (subject.operation() != Operation.ALLTOALL) {
            return null;
        }
        return Map.of("host", "alltoall_on_stream", "device", "alltoall_latency").get(subject.variant());
    }

    /** {@code 512M}, as the tools take it. */
    static String argument(long bytes) {
        if (bytes >= 1 << 30 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + "G";
        }
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "M";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : String.valueOf(bytes);
    }
}
