package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Hardware limits: the one that applies, and the share of it that the fastest message reaches. Limits are lower bounds on the data that
 * must cross NVLink and the network under the best algorithm; docs/analysis.md derives them.
 */
final class Ceilings implements Rule {

    private static final String ID = "ceiling";
    /** Ratio to the limit above which a number, the number of ranks or the hardware must be wrong. */
    private static final double TOO_FAST = 1.05;
    private static final double NEAR = 0.75;
    private static final double RISING = 1.1;
    /** Share of the network's limit below which another network was used. All published results of large messages are above it. */
    private static final double LITTLE = 0.15;
    private static final long LARGE = 64 << 20;
    /** Smallest message size considered, in bytes. Latency dominates the time of smaller messages. */
    private static final long LEAST_BYTES = 1 << 20;
    /** Largest share of NVLink that one thread block reaches. */
    private static final double FEW_BLOCKS = 0.1;

    private final Profiles profiles;

    Ceilings(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var bySubject = new LinkedHashMap<SeriesKey, List<Reached>>();
        for (var curve : evidence.alongSize()) {
            reached(curve).ifPresent(
                    found -> bySubject.computeIfAbsent(curve.subject(), subject -> new ArrayList<>()).add(found));
        }
        var findings = new ArrayList<Finding>();
        bySubject.forEach((subject, reached) -> findings.add(finding(subject,
                reached.stream().sorted(Comparator.comparingInt(each -> each.cell().ranks())).toList())));
        return findings;
    }

    /**
     * @param cell  fastest cell
     * @param speed speed to compare with the limit, GB/s
     */
    private record Reached(Curve curve, Cell cell, Limit limit, double speed) {

        /** Returns whether the largest size is the fastest, by more than a tenth over the size before. */
        boolean isRising() {
            int last = curve.cells().size() - 1;
            return last > 0 && cell == curve.last() && share() < 1 && curve.cells().get(last - 1).busbw().isPresent()
                    && cell.busbw().orElseThrow() > RISING * curve.cells().get(last - 1).busbw().getAsDouble();
        }

        double share() {
            return speed / limit.speed();
        }
    }

    private Optional<Reached> reached(Curve curve) {
        var subject = curve.subject();
        // Measurements of a few interfaces, not of a node's network.
        if (subject.identity().library().equals("libfabric")) {
            return Optional.empty();
        }
        // In-place all-to-all gives no valid result; see Validity.
        if (subject.operation() == Operation.ALLTOALL && subject.placement() == Placement.IN_PLACE) {
            return Optional.empty();
        }
        return profiles.of(subject.instanceType(), subject.gpu())
                .flatMap(profile -> curve.cells().stream().filter(cell -> cell.busbw().isPresent())
                        .filter(cell -> cell.bytes() >= LEAST_BYTES || cell.bytes() < 0)
                        .max(Comparator.comparingDouble(cell -> cell.busbw().orElseThrow()))
                        // If runs disagree, the value between them is the speed of neither.
                        .filter(cell -> !(cell.spread() > Agreement.FACTOR))
                        .flatMap(cell -> Limit.of(subject, cell, profile).map(limit -> new Reached(curve, cell, limit,
                                isOffNode(subject, limit) ? offNode(cell, profile) : cell.busbw().orElseThrow()))));
    }

    /** Returns whether the data that each GPU sends off its node is judged: all-to-all on several nodes. */
    private static boolean isOffNode(SeriesKey subject, Limit limit) {
        return subject.operation() == Operation.ALLTOALL && limit.wire() != null;
    }

    private static double offNode(Cell cell, Profile profile) {
        return cell.algbw().orElseThrow() * (cell.ranks() - profile.nodeGpus()) / cell.ranks();
    }

    private Finding finding(SeriesKey subject, List<Reached> reached) {
        var shares = reached.stream().mapToDouble(Reached::share).sorted().toArray();
        var sentence = new StringBuilder(subject.withStack());
        boolean offNode = isOffNode(subject, reached.getLast().limit());
        if (offNode) {
            sentence.append(
                    " sends %s GB/s a GPU off its node, %s of a GPU's %s of network%s. That is the network of %s."
                            .formatted(Phrases.range(least(reached), greatest(reached)),
                                    Phrases.percents(shares[0], shares[shares.length - 1]),
                                    Phrases.gbps(reached.getLast().limit().speed()), on(reached),
                                    reached.getFirst().limit().profile().title()));
            if (shares[0] > NEAR && reached.size() > 2) {
                sentence.append("""
                        \sWhat looks like a decline with more GPUs is the shrinking share that stays on NVLink: the network is \
                        used the same throughout.""");
            }
        } else if (reached.size() == 1) {
            var only = reached.getFirst();
            sentence.append(" on %s reaches %s at %s: %s of the %s that %s allows (%s).".formatted(where(only.cell()),
                    Phrases.gbps(only.speed()), Phrases.size(only.cell().bytes()), Phrases.percent(only.share()),
                    Phrases.gbps(only.limit().speed()), only.limit().name(),
                    only.limit().profile().title().replace("NVIDIA ", "")));
            if (beatsTheWire(only)) {
                sentence.append(' ').append(explained(only));
            }
        } else {
            sentence.append(" reaches %s of what %s allows%s: %s.".formatted(
                    Phrases.percents(shares[0], shares[shares.length - 1]),
                    reached.getFirst().limit().profile().title(), on(reached),
                    Phrases.list(reached.stream().map(Ceilings::place).toList())));
            reached.stream().filter(Ceilings::beatsTheWire).findFirst()
                    .ifPresent(each -> sentence.append(' ').append(explained(each)));
        }
        var helped = reached.stream().filter(Ceilings::needsSwitches).toList();
        if (!helped.isEmpty()) {
            var each = helped.getLast();
            double most = java.util.Objects.requireNonNull(each.limit().inSwitches());
            sentence.append(" More than the links carry by themselves takes reduction in the NVLink switches (NVLS), "
                    + "which would allow ").append(Phrases.gbps(most)).append('.');
        }
        boolean impossible = reached.stream().anyMatch(each -> each.share() > TOO_FAST && !needsSwitches(each));
        if (impossible) {
            sentence.append(
                    " More than the limit is not possible: check the number of GPUs, the unit and the hardware.");
        }
        var rising = reached.stream().filter(Reached::isRising).findFirst();
        rising.ifPresent(each -> sentence.append(" It still rises at ").append(Phrases.size(each.cell().bytes()))
                .append(", the largest size measured there: larger ones may reach more."));
        if (isOfOneBlock(subject) && reached.getLast().limit().wire() == null
                && shares[shares.length - 1] < FEW_BLOCKS) {
            sentence.append(
                    " One thread block carries little more: NVSHMEM's perftest gives a collective on the device one.");
        }
        var little = rising.isEmpty() && isOfLargeMessages(subject, reached) ? littleOf(reached) : "";
        sentence.append(little);
        boolean isWarning = impossible || !little.isEmpty();
        boolean isOfSockets = !little.isEmpty() && reached.getFirst().limit().wire() != null;
        var judged = Finding.of(ID, isWarning ? Severity.WARNING : Severity.NOTICE,
                isWarning ? Confidence.AMBIGUOUS : Confidence.LIKELY, sentence.toString(), numbers(reached),
                reached.stream().flatMap(each -> each.cell().rows().stream()).toList())
                .withMarks(List.of(new Mark(offNode ? "algbw" : "busbw", mark(reached.getLast(), offNode),
                        mark(reached.getLast(), offNode), "limit of " + reached.getLast().limit().name() + " on "
                                + where(reached.getLast().cell()))));
        var finding = isWarning
                ? judged.withConsequence(isOfSockets ? Consequence.SOCKETS : Consequence.BELOW)
                        .withCause(Kind.NETWORK, 1 / shares[0])
                : judged;
        return rising
                .flatMap(each -> Command.sizes(subject, each.cell(), each.cell().bytes(), 16 * each.cell().bytes())
                        .map(command -> finding.withNext(command).withReach(each.cell().bytes(),
                                Math.min(Command.MOST_BYTES, 16 * each.cell().bytes()))))
                .orElse(finding);
    }

    /** Returns whether one thread block does the work. Many blocks reach the links' speed, one block a twentieth (data/README.md, h200). */
    private static boolean isOfOneBlock(SeriesKey subject) {
        return subject.tool().equals("nvshmem-perftest") && subject.variant().startsWith("device")
                && subject.operation().busFactor(2).isPresent();
    }

    private static boolean isOfLargeMessages(SeriesKey subject, List<Reached> reached) {
        return List.of("nccl", "rccl").contains(subject.library())
                && reached.stream().allMatch(each -> each.cell().bytes() >= LARGE);
    }

    /** Returns a likely cause if all results are so low that they did not use the hardware's usual path; else an empty text. */
    private static String littleOf(List<Reached> reached) {
        if (reached.stream().allMatch(each -> each.limit().wire() != null && each.share() < LITTLE)) {
            return " This is slower than the hardware's network, or only a part of it: look for TCP sockets, a "
                    + "plugin that was not loaded, or a single interface.";
        }
        boolean isOfPcie = reached.stream().allMatch(each -> each.limit().wire() == null && each.share() < LITTLE
                && each.speed() <= each.limit().profile().pcie());
        if (!isOfPcie) {
            return "";
        }
        return reached.getFirst().limit().profile().links().equals("PCIe")
                ? " Copies through host memory are this fast (NCCL_DEBUG=INFO shows P2P or SHM)."
                : " This is not NVLink: PCIe or host memory is this fast (NCCL_DEBUG=INFO shows P2P or SHM).";
    }

    private static double mark(Reached reached, boolean offNode) {
        double speed = reached.limit().speed();
        int ranks = reached.cell().ranks();
        return offNode ? speed * ranks / (ranks - reached.limit().profile().nodeGpus()) : speed;
    }

    private static boolean needsSwitches(Reached each) {
        var most = each.limit().inSwitches();
        return most != null && each.share() > 1 && each.speed() <= most;
    }

    private static boolean beatsTheWire(Reached each) {
        var wire = each.limit().wire();
        return wire != null && each.speed() > wire;
    }

    private static String explained(Reached each) {
        double wire = java.util.Objects.requireNonNull(each.limit().wire());
        return """
                On %s nodes its bus bandwidth of %s is %s of a node's network of %s, and no contradiction: data that is reused \
                inside the node crosses the network once, while bus bandwidth counts it for every GPU. The limit there is %s by \
                %s.""".formatted(each.cell().nodes(), Phrases.gbps(each.speed()), Phrases.percent(each.speed() / wire),
                Phrases.gbps(wire), Phrases.gbps(each.limit().speed()), each.limit().name());
    }

    private static String place(Reached each) {
        return "%s of %s (%s) on %s".formatted(Phrases.gbps(each.speed()), Phrases.number(each.limit().speed()),
                each.limit().name(), Phrases.gpus(each.cell().ranks()));
    }

    private static double least(List<Reached> reached) {
        return reached.stream().mapToDouble(Reached::speed).min().orElseThrow();
    }

    private static double greatest(List<Reached> reached) {
        return reached.stream().mapToDouble(Reached::speed).max().orElseThrow();
    }

    private static String on(List<Reached> reached) {
        return reached.size() == 1
                ? " on " + Phrases.gpus(reached.getFirst().cell().ranks())
                : " on " + reached.getFirst().cell().ranks() + " to " + Phrases.gpus(reached.getLast().cell().ranks());
    }

    private static String where(Cell cell) {
        return cell.ranks() > 0 ? Phrases.gpus(cell.ranks()) : cell.nodes() + " nodes";
    }

    private static List<Quantity> numbers(List<Reached> reached) {
        var numbers = new ArrayList<Quantity>();
        for (var each : reached) {
            var on = "_on_" + each.cell().ranks();
            numbers.add(new Quantity("speed" + on, each.speed(), "GB/s"));
            numbers.add(new Quantity("limit" + on, each.limit().speed(), "GB/s"));
            numbers.add(new Quantity("share" + on, 100 * each.share(), "%"));
        }
        return numbers;
    }
}
