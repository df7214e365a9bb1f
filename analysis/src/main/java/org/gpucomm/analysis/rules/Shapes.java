package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Cliffs and dips: bandwidth that falls although the message grows. A cliff lasts to the end of the curve; from a dip, the curve
 * recovers.
 */
final class Shapes implements TestedRule {

    private static final String ID = "shape";
    /** Smallest reported fall between neighbouring sizes. Protocol switches of NCCL cost up to about this much. */
    static final double LEAST_FALL = 0.10;
    /** Remaining share of the bandwidth below which a fall is never chance. */
    static final double DEEP = 0.5;
    /** Remaining share below which a fall is more than the cost of a protocol switch. */
    private static final double MUCH = 0.7;
    /** Share that is left after a step at small sizes, such as that to another protocol, below which it is news. */
    private static final double STEP = 0.25;
    /** Share that is left at small sizes below which even a single late time is news: 16 times as long for twice the size. */
    private static final double SPIKE = 0.125;
    static final double RECOVERED = 0.95;
    /** Smallest number of sizes of a curve that can show a fall. */
    private static final int FEWEST_SIZES = 4;
    /** Size in bytes below which latency dominates the time, and a fall of bandwidth is reported as a time. */
    private static final long LARGE = 64 << 10;

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var falls = new LinkedHashMap<Group, List<BandwidthDrop>>();
        var asked = new ArrayList<Tested>();
        for (var curve : evidence.alongSize()) {
            if (curve.subject().operation() == Operation.QUEUE) {
                continue; // counts requests, not bytes
            }
            var found = falls(curve, evidence.twin(curve)).stream().filter(fall -> !fall.isAccident()).toList();
            found.forEach(fall -> falls.computeIfAbsent(group(fall), group -> new ArrayList<>()).add(fall));
            if (found.isEmpty() && curve.cells().size() >= FEWEST_SIZES) {
                asked.add(Tested.nothing());
            }
        }
        falls.entrySet().stream().sorted(Comparator.comparingDouble(each -> least(each.getValue())))
                .forEach(each -> asked.add(
                        new Tested(chance(each.getValue(), noise), () -> finding(each.getKey(), each.getValue()))));
        return new Answers(asked, List.of());
    }

    /** Returns the smallest share of the bandwidth that is left after some falls. */
    private static double least(List<BandwidthDrop> falls) {
        return falls.stream().mapToDouble(BandwidthDrop::left).min().orElse(1);
    }

    /** Returns the chance that noise alone makes such a fall at one of the places of one of the curves. */
    private static double chance(List<BandwidthDrop> falls, NoiseModel noise) {
        double least = falls.stream()
                .mapToDouble(fall -> (fall.curve().cells().size() - 1) * fall.chance(noise)).min().orElse(1);
        return Math.min(1, falls.size() * least);
    }

    /** Key of equal falls: the same fall on several numbers of GPUs is one finding. */
    private record Group(SeriesKey subject, long from, long to, boolean lasting) {}

    private static Group group(BandwidthDrop fall) {
        return new Group(fall.curve().subject(), fall.from().bytes(), fall.to().bytes(), fall.lasting());
    }

    private static List<BandwidthDrop> falls(Curve curve, Optional<Curve> twin) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.algbw().isPresent()).toList();
        var falls = new ArrayList<BandwidthDrop>();
        if (cells.size() < FEWEST_SIZES || Validity.isAlone(curve)) {
            return falls;
        }
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
            double back = cells.subList(lowest + 1, Math.min(end + 1, cells.size())).stream()
                    .mapToDouble(cell -> cell.algbw().orElseThrow()).max().orElse(0) / bandwidth(cells, top);
            var from = cells.get(top);
            var to = cells.get(lowest);
            double half = (bandwidth(cells, top) + bandwidth(cells, lowest)) / 2;
            int low = (int) IntStream.range(top + 1, end).filter(each -> bandwidth(cells, each) < half).count();
            falls.add(new BandwidthDrop(curve, from, to, low, back,
                    twin.flatMap(other -> BandwidthDrop.InPlace.of(other, from, to))));
            i = end + 1;
        }
        return falls;
    }

    private static double bandwidth(List<Cell> cells, int index) {
        return cells.get(index).algbw().orElseThrow();
    }

    private static Finding finding(Group group, List<BandwidthDrop> falls) {
        var shares = falls.stream().mapToDouble(BandwidthDrop::left).sorted().toArray();
        var fall = falls.getFirst();
        boolean largest = falls.stream().allMatch(each -> each.curve().last().equals(each.to()));
        boolean steep = fall.curve().cells().indexOf(fall.to()) == fall.curve().cells().indexOf(fall.from()) + 1;
        var sentence = new StringBuilder(group.subject().withStack())
                .append(group.to() < LARGE && fall.to().isTimed()
                        ? slower(fall, falls)
                        : " loses %s of its bandwidth from %s to %s%s%s".formatted(losses(shares),
                                Phrases.size(group.from()), Phrases.size(group.to()), ranks(falls), afterwards(falls)))
                .append('.').append(split(fall));
        if (group.lasting() && largest && steep && group.to() >= LARGE) {
            sentence.append("""
                    \sA run to larger sizes shows whether the cause is the size or its being the maximum of the run (buffers, \
                    registration).""");
        }
        boolean deep = shares[shares.length - 1] < DEEP;
        boolean contradicted = falls.stream().anyMatch(BandwidthDrop::isContradicted);
        if (falls.size() == 1 && fall.mayBeAnOutlier() && !fall.isShownTwice() && !contradicted) {
            sentence.append(fall.low() > 2
                    ? " So few sizes, measured " + times(fall) + ", do not show their noise."
                    : (fall.low() == 1 ? " One size alone, measured " : " Two sizes, measured ") + times(fall)
                            + ", may have been late by accident.");
        }
        sentence.append(beside(falls));
        boolean isWarning = group.lasting() && deep && !contradicted;
        var confidence = (falls.size() > 1 || deep && !fall.mayBeAnOutlier()) && !contradicted
                ? Confidence.CERTAIN
                : fall.mayBeAnOutlier() && !contradicted ? Confidence.AMBIGUOUS : Confidence.LIKELY;
        // In-place, the same sizes are as fast as their neighbours.
        boolean isOneSided = contradicted && !group.lasting();
        boolean isNews = !isOneSided && (confidence == Confidence.AMBIGUOUS
                ? group.to() < LARGE && shares[0] < SPIKE
                : group.to() >= LARGE ? shares[0] < MUCH : shares[0] < STEP && fall.low() > 1);
        var finding = Finding.of(ID, isWarning ? Severity.WARNING : Severity.NOTICE, confidence, sentence.toString(),
                List.of(new Quantity("from", group.from(), "bytes"), new Quantity("to", group.to(), "bytes"),
                        new Quantity("least_left", 100 * shares[0], "%"),
                        new Quantity("most_left", 100 * shares[shares.length - 1], "%"),
                        new Quantity("curves", falls.size(), "")),
                falls.stream().flatMap(each -> Stream.of(each.from(), each.to()))
                        .flatMap(cell -> cell.rows().stream()).toList())
                .withMarks(List.of(new Mark("size", group.from(), group.to(),
                        group.to() < LARGE ? "spike" : group.lasting() ? "cliff" : "dip")))
                .withConsequence(isWarning ? Consequence.CLIFF : isNews ? Consequence.REMARK : Consequence.NOTE)
                .withOpen(confidence != Confidence.CERTAIN).withCause(Kind.PROTOCOL, 1 / shares[0]);
        return group.lasting() && largest
                ? Command.sizes(group.subject(), fall.to(), group.from() / 2, 4 * group.to())
                        .map(command -> finding.withNext(command).withReach(group.from() / 2, 4 * group.to()))
                        .orElse(finding)
                : finding;
    }

    private static String times(BandwidthDrop fall) {
        return Processes.count(fall.to()) == 1 ? "once" : "twice";
    }

    /** Returns a sentence about the in-place measurement of a fall that few processes measured. */
    private static String beside(List<BandwidthDrop> falls) {
        var few = falls.stream().filter(fall -> Processes.count(fall.to()) < NoiseModel.FEWEST_PROCESSES).toList();
        var late = few.stream().filter(BandwidthDrop::isContradicted).findFirst();
        if (late.isPresent()) {
            var cell = late.get().inPlace().orElseThrow().to();
            return " In-place, measured beside it, " + (cell.isTimed()
                    ? "takes " + Phrases.time(cell.time().orElseThrow())
                    : "reaches " + Phrases.gbps(cell.algbw().orElseThrow()))
                    + " at " + Phrases.size(cell.bytes()) + ": a single measurement that was late.";
        }
        boolean twice = !few.isEmpty() && few.size() == falls.size()
                && falls.stream().allMatch(BandwidthDrop::isShownTwice);
        return twice
                ? " The in-place measurements show the same fall"
                        + (falls.stream().allMatch(fall -> Processes.count(fall.to()) == 1)
                                ? "; each was measured once."
                                : ".")
                : "";
    }

    /** Returns a clause about the larger sizes. */
    private static String afterwards(List<BandwidthDrop> falls) {
        var back = falls.stream().mapToDouble(BandwidthDrop::back).sorted().toArray();
        double least = back[0];
        double most = back[back.length - 1];
        if (most == 0) {
            return ". That is the largest size measured";
        }
        var share = Phrases.percents(least, most);
        return falls.getFirst().lasting()
                ? ". Larger sizes reach " + share + " of it at most"
                : least >= RECOVERED
                        ? ". It recovers at larger sizes"
                        : ". It comes back to " + share + " of it at larger sizes";
    }

    /** Returns a sentence about sending the same bytes in several messages of the size before the fall. */
    private static String split(BandwidthDrop fall) {
        long parts = fall.to().bytes() / fall.from().bytes();
        if (fall.to().bytes() < LARGE || fall.to().bytes() % fall.from().bytes() != 0 || fall.from().time().isEmpty()
                || fall.to().time().isEmpty()) {
            return "";
        }
        double together = parts * fall.from().time().getAsDouble();
        return " %s messages of %s one after the other take %s, one of %s %s%s.".formatted(parts,
                Phrases.size(fall.from().bytes()), Phrases.time(together), Phrases.size(fall.to().bytes()),
                Phrases.time(fall.to().time().getAsDouble()), ranks(List.of(fall)));
    }

    private static String slower(BandwidthDrop fall, List<BandwidthDrop> falls) {
        double time = fall.to().time().orElseThrow();
        return " takes %s at %s, %s times as long as at %s%s. Larger sizes are %s".formatted(Phrases.time(time),
                Phrases.size(fall.to().bytes()), Phrases.number(time / fall.from().time().orElseThrow()),
                Phrases.size(fall.from().bytes()), ranks(falls).isEmpty() ? "" : "," + ranks(falls),
                fall.lasting()
                        ? "no better"
                        : "in line again" + (fall.low() > 1
                                ? fall.recovered().map(cell -> " from " + Phrases.size(cell.bytes()) + " up").orElse("")
                                : ""));
    }

    private static String losses(double[] shares) {
        return Phrases.percents(1 - shares[shares.length - 1], 1 - shares[0]);
    }

    /** Returns, for example, {@code  on 8 to 64 GPUs}; empty if the number of ranks is unknown. */
    private static String ranks(List<BandwidthDrop> falls) {
        var known = falls.stream().map(fall -> fall.curve().fixed()).filter(ranks -> ranks > 0).sorted().toList();
        if (known.isEmpty()) {
            return "";
        }
        return " on " + (known.size() == 1 ? "" : known.getFirst() + (known.size() == 2 ? " and " : " to "))
                + Phrases.ranks(falls.getFirst().curve().subject(), known.getLast());
    }
}
