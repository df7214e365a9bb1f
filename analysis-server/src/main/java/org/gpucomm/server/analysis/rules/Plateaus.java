package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.results.NamedValues;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.hardware.Profile;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.series.Agreement;
import org.gpucomm.server.series.SeriesKey;

/**
 * A plateau at what some of a node's network interfaces carry. A cost of each step makes a plateau too, anywhere: only a run in larger
 * chunks, of which there are fewer, tells the two apart.
 */
public final class Plateaus implements Rule {

    /** Of the finding that a run in larger chunks would settle. */
    public static final String INTERFACES = "used_interfaces";
    /** NCCL's variables that say how much goes in one step. */
    public static final Set<String> CHUNKS = Set.of("NCCL_BUFFSIZE", "NCCL_P2P_NET_CHUNKSIZE");

    private static final String ID = "rails";
    private static final Set<String> LIBRARIES = Set.of("nccl", "rccl");
    private static final int FLAT_SIZES = 3;
    private static final double FLAT = 1.05;
    private static final double NEAR = 0.06;
    private static final double FASTER = 1.1;
    /** Of more, every bandwidth is near that of some. */
    private static final int MOST = 8;

    private final Profiles profiles;

    Plateaus(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var plateaus = new ArrayList<Plateau>();
        for (var curve : evidence.alongSize()) {
            profiles.of(curve.subject().instanceType(), curve.subject().gpu())
                    .flatMap(profile -> plateau(curve, profile)).ifPresent(plateaus::add);
        }
        // A run in larger chunks is the answer to another and asks nothing itself.
        return plateaus.stream()
                .filter(each -> plateaus.stream().noneMatch(other -> isInLargerChunks(other.curve(), each.curve())))
                .map(each -> finding(each, evidence)).toList();
    }

    /**
     * @param used of these interfaces as many would carry that
     * @param all  interfaces of a node, or where it has more than eight of a GPU
     */
    private record Plateau(Curve curve, Cell cell, int used, int all, double share, Profile profile) {}

    private static Optional<Plateau> plateau(Curve curve, Profile profile) {
        var cells = curve.cells();
        var interfaces = profile.interfaces();
        var nic = profile.nic();
        if (interfaces == null || nic == null || cells.size() < FLAT_SIZES
                || !LIBRARIES.contains(curve.subject().identity().library())) {
            return Optional.empty();
        }
        var last = cells.subList(cells.size() - FLAT_SIZES, cells.size());
        boolean isFlat = last.stream().allMatch(cell -> cell.bytes() >= FasterRun.LEAST_BYTES
                && cell.busbw().isPresent() && !(cell.spread() > Agreement.FACTOR))
                && spread(last) <= FLAT;
        int all = interfaces <= MOST ? interfaces : interfaces / profile.nodeGpus();
        var cell = curve.last();
        if (!isFlat || all < 2 || cell.nodes() < 2 || cell.ranks() != cell.nodes() * profile.nodeGpus()) {
            return Optional.empty();
        }
        return ofNetwork(curve.subject(), cell, profile).flatMap(speed -> {
            double share = speed / nic;
            long used = Math.max(1, Math.round(share * all));
            return used <= all / 2 && Math.abs(share * all / used - 1) <= NEAR
                    ? Optional.of(new Plateau(curve, cell, (int) used, all, share, profile))
                    : Optional.empty();
        });
    }

    private static double spread(List<Cell> cells) {
        var speeds = cells.stream().mapToDouble(cell -> cell.busbw().orElseThrow()).summaryStatistics();
        return speeds.getMax() / speeds.getMin();
    }

    /** Returns what crosses a node's network one way at least, GB/s. */
    private static Optional<Double> ofNetwork(SeriesKey subject, Cell cell, Profile profile) {
        double nodes = cell.nodes();
        double ranks = cell.ranks();
        return switch (subject.operation()) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER ->
                Optional.of(cell.busbw().orElseThrow() * (nodes - 1) / nodes * ranks / (ranks - 1));
            case ALLTOALL ->
                Optional.of(cell.algbw().orElseThrow() * (ranks - profile.nodeGpus()) / ranks * profile.nodeGpus());
            default -> Optional.empty();
        };
    }

    private static Finding finding(Plateau found, Evidence evidence) {
        var others = evidence.alongSize().stream().filter(each -> isInLargerChunks(found.curve(), each))
                .flatMap(each -> each.cells().stream()).filter(cell -> cell.bytes() == found.cell().bytes()
                        && cell.busbw().isPresent())
                .toList();
        double best = others.stream().mapToDouble(cell -> cell.busbw().orElseThrow()).max().orElse(0)
                / found.cell().busbw().orElseThrow();
        var rows = new ArrayList<>(found.curve().rows());
        others.forEach(cell -> rows.addAll(cell.rows()));
        var sentence = head(found) + (others.isEmpty()
                ? ": as if " + found.used() + " of " + found.all()
                        + " were used, or each step cost time; a run in larger chunks tells."
                : best >= FASTER
                        ? ", and in larger chunks " + Say.percent(best - 1)
                                + " more: it is the steps that cost time, not "
                                + "interfaces that are idle."
                        : ", and larger chunks change it by " + Say.percent(Math.abs(best - 1))
                                + ": the steps are not what "
                                + "costs time, so " + (found.all() - found.used()) + " of " + found.all()
                                + " are idle.");
        return Finding.of(ID, others.isEmpty() ? Severity.NOTICE : Severity.WARNING,
                others.isEmpty() ? Confidence.AMBIGUOUS : Confidence.LIKELY, sentence,
                List.of(new Quantity(INTERFACES, found.used(), ""), new Quantity("interfaces", found.all(), ""),
                        new Quantity("share", 100 * found.share(), "%")),
                rows);
    }

    private static String head(Plateau found) {
        boolean ofGpu = found.profile().interfaces() != null && found.profile().interfaces() > MOST;
        return String.format(Locale.ROOT,
                "%s with %s on %s levels off at %s of what the network carries (%s), that of %d of %d "
                        + "interfaces of a %s",
                found.curve().subject().title(), found.curve().subject().libraryTitle(),
                Say.ranks(found.curve().subject(), found.curve().fixed()), Say.percent(found.share()),
                found.profile().title(), found.used(), found.all(), ofGpu ? "GPU" : "node");
    }

    /** Whether the other is of the same but for variables of chunks, which are larger. */
    private static boolean isInLargerChunks(Curve curve, Curve other) {
        var mine = curve.subject();
        var theirs = other.subject();
        var chunks = sizes(theirs);
        return curve.fixed() == other.fixed() && mine.operation() == theirs.operation()
                && mine.placement() == theirs.placement() && mine.inTheSameStack(theirs)
                && rest(mine).equals(rest(theirs)) && !chunks.isEmpty() && !chunks.equals(sizes(mine))
                && chunks.stream().noneMatch(each -> sizes(mine).stream().anyMatch(own -> own > each));
    }

    private static Set<Long> sizes(SeriesKey key) {
        return key.withEnvironment().only(CHUNKS::contains).values().values().stream()
                .filter(text -> text.matches("\\d{1,12}"))
                .map(Long::valueOf).collect(Collectors.toSet());
    }

    private static NamedValues rest(SeriesKey key) {
        return key.withEnvironment().only(name -> !CHUNKS.contains(name) && !name.startsWith("NCCL_DEBUG"));
    }
}
