package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.hardware.Fabric;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.hardware.Published;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.series.Agreement;

/**
 * What others reach with the same operation, library, GPU, number of nodes, network and message size; where nobody published the
 * number of nodes, what leaves each node. Values of unlike runs are not compared.
 */
final class Peers implements Rule {

    private static final String ID = "peers";
    /** Published values of one kind of hardware lie within 15 % of one another. */
    private static final double LOW = 0.85;
    /** Below this share another network or a part of one is the usual cause, whatever is not known of the run. */
    private static final double VERY_LOW = 0.5;
    /** Below this share, and this bus bandwidth, GB/s, it is as over TCP sockets. */
    private static final double FALLBACK = 0.25;
    private static final double MOST_OF_SOCKETS = 15;
    private static final int MOST_SOURCES = 3;
    /** Below it latency makes the bandwidth, and what others published of it differs by factors. */
    private static final long LEAST_BYTES = 16 << 20;
    private static final int MOST_TIMES_THE_NODES = 8;

    private final Profiles profiles;

    Peers(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            if (curve.subject().placement() != Placement.IN_PLACE && isPlain(curve)) {
                beside(curve).ifPresent(findings::add);
            }
        }
        return findings;
    }

    /** Whether it ran as published values did: with no protocol or algorithm imposed, and no variant. */
    private static boolean isPlain(Curve curve) {
        var identity = curve.subject().identity();
        return identity.variant().isEmpty() && curve.subject().variables().isEmpty()
                && !identity.environment().contains("NCCL_ALGO") && !identity.environment().contains("NCCL_PROTO");
    }

    private Optional<Finding> beside(Curve curve) {
        var sizes = curve.cells().stream().filter(cell -> cell.bytes() >= LEAST_BYTES && cell.busbw().isPresent())
                .filter(cell -> !(cell.spread() > Agreement.FACTOR))
                .sorted(Comparator.comparingLong(Cell::bytes).reversed()).toList();
        for (var cell : sizes) {
            var like = like(curve, cell).stream().filter(value -> value.nodes() == cell.nodes()).toList();
            if (!like.isEmpty()) {
                return Optional.of(finding(curve, cell, like, false));
            }
        }
        for (var cell : sizes) {
            var like = cell.nodes() > 1 ? like(curve, cell) : List.<Published>of();
            var others = like.stream().filter(
                    value -> value.nodes() > 1 && isNear(value.nodes(), cell.nodes()) && offNode(value).isPresent())
                    .toList();
            if (!others.isEmpty() && offNode(curve, cell).isPresent()) {
                return Optional.of(finding(curve, cell, others, true));
            }
        }
        return Optional.empty();
    }

    /** What leaves a node falls along many more nodes, as algorithms and stages of the network change. */
    private static boolean isNear(int nodes, int others) {
        return Math.max(nodes, others) <= MOST_TIMES_THE_NODES * Math.min(nodes, others);
    }

    /** Values of this operation, library, GPU, network and size on whole nodes, whatever their number of nodes. */
    private List<Published> like(Curve curve, Cell cell) {
        var identity = curve.subject().identity();
        if (cell.nodes() < 1 || cell.ranks() < 2 || cell.ranks() % cell.nodes() != 0) {
            return List.of();
        }
        var gpu = Profiles.model(identity.instanceType(), identity.gpu());
        var fabric = fabric(curve, cell);
        if (cell.nodes() > 1 && fabric.isEmpty() && !isOfOneFabric(gpu, cell.ranks() / cell.nodes())) {
            return List.of();
        }
        return profiles.values().stream().filter(value -> !value.threshold() && value.bytes() == cell.bytes()
                && value.operation().equals(identity.operation().id()) && value.library().equals(identity.library())
                && value.gpu().equals(gpu) && value.nodeGpus() == cell.ranks() / cell.nodes()
                && !value.fabric().isEmpty() && isOfNode(value) == (cell.nodes() == 1)
                && (fabric.isEmpty() || value.fabric().equals(fabric)) && !isTheRun(value, cell)).toList();
    }

    /** Whether all that is published of such nodes went over the same network, so that it need not be named. */
    private boolean isOfOneFabric(String gpu, int nodeGpus) {
        return profiles.values().stream().filter(value -> value.gpu().equals(gpu) && value.nodeGpus() == nodeGpus
                && value.nodes() > 1).map(Published::fabric).distinct().count() == 1;
    }

    private static boolean isOfNode(Published value) {
        return value.nodes() == 1;
    }

    /** A published log is no peer of itself: both have the same digits. */
    private static boolean isTheRun(Published value, Cell cell) {
        return cell.nodes() == value.nodes() && cell.observations().stream()
                .anyMatch(each -> each.busbw().isPresent() && each.busbw().getAsDouble() == value.busbw());
    }

    private static String fabric(Curve curve, Cell cell) {
        var identity = curve.subject().identity();
        var gpu = Profiles.model(identity.instanceType(), identity.gpu());
        return Fabric.of(cell.nodes(), gpu, identity.transport(), identity.instanceType());
    }

    private static Optional<Double> offNode(Curve curve, Cell cell) {
        return offNode(curve.subject().operation(), cell.busbw().orElseThrow(), cell.ranks(), cell.nodes());
    }

    private static Optional<Double> offNode(Published value) {
        return Operation.ofId(value.operation())
                .flatMap(operation -> offNode(operation, value.busbw(), value.ranks(), value.nodes()));
    }

    /** GB/s that each GPU sends off its node at least, however the GPUs of a node share the work. */
    static Optional<Double> offNode(Operation operation, double busbw, int ranks, int nodes) {
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> Optional.of(busbw * (nodes - 1) / (ranks - 1));
            case ALLTOALL -> Optional.of(busbw * (ranks - (double) ranks / nodes) / (ranks - 1));
            default -> Optional.empty();
        };
    }

    private Finding finding(Curve curve, Cell cell, List<Published> like, boolean offNode) {
        ToDoubleFunction<Published> of = offNode ? value -> offNode(value).orElseThrow() : Published::busbw;
        double own = offNode ? offNode(curve, cell).orElseThrow() : cell.busbw().orElseThrow();
        var values = like.stream().mapToDouble(of).sorted().toArray();
        double median = Median.withDefaults().evaluate(values.clone());
        double share = own / median;
        boolean known = !fabric(curve, cell).isEmpty();
        var beside = Say.percent(share) + " of " + published(like);
        var sentence = what(curve, cell)
                + (offNode
                        ? " sends " + Say.gbps(own) + " off the node for each GPU, " + beside
                                + " on other numbers of nodes"
                        : " reaches " + Say.gbps(own) + ", " + beside)
                + over(like, known) + " (" + Say.range(values[0], values[values.length - 1]) + " GB/s)."
                + (isOfSockets(cell, share)
                        ? " TCP sockets, or a network plugin that was not loaded, give so little."
                        : "")
                + asked(curve, cell) + " Published by " + sources(like) + ".";
        return Finding.of(ID, share < LOW && (known || share < VERY_LOW) ? Severity.WARNING : Severity.NOTICE,
                known ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("own", own, "GB/s"), new Quantity("median", median, "GB/s"),
                        new Quantity("share", 100 * share, "%"), new Quantity("published", like.size(), "")),
                cell.rows());
    }

    /** Whether it is as slow as nothing but TCP between nodes. */
    private static boolean isOfSockets(Cell cell, double share) {
        return cell.nodes() > 1 && share < FALLBACK && cell.busbw().orElseThrow() < MOST_OF_SOCKETS;
    }

    private static String what(Curve curve, Cell cell) {
        return curve.subject().title() + " of " + Say.size(cell.bytes()) + " on "
                + Say.ranks(curve.subject(), cell.ranks()) + (cell.nodes() > 1 ? " of " + cell.nodes() + " nodes" : "");
    }

    private static String published(List<Published> like) {
        return like.size() == 1 ? "the one published run" : "the median of " + like.size() + " published runs";
    }

    private static String over(List<Published> like, boolean known) {
        var first = like.getFirst();
        return " of " + first.gpu() + (first.nodes() == 1
                ? ""
                : known
                        ? " over " + Fabric.title(first.fabric())
                        : ", which went over " + Fabric.title(first.fabric()) + " (the log does not name its network)");
    }

    /** What somebody asks of the same, as a threshold. */
    private String asked(Curve curve, Cell cell) {
        var identity = curve.subject().identity();
        var gpu = Profiles.model(identity.instanceType(), identity.gpu());
        return profiles.values().stream().filter(value -> value.threshold() && value.bytes() == cell.bytes()
                && value.nodes() == cell.nodes() && value.ranks() == cell.ranks() && value.gpu().equals(gpu)
                && value.operation().equals(identity.operation().id()) && value.library().equals(identity.library())
                && value.fabric().equals(fabric(curve, cell)))
                .map(value -> " " + value.hardware() + " asks for " + Say.number(value.busbw()) + ".").distinct()
                .limit(MOST_SOURCES).collect(Collectors.joining());
    }

    private static String sources(List<Published> like) {
        var names = new LinkedHashMap<String, Published>();
        like.forEach(value -> names.putIfAbsent(value.source(), value));
        var named = names.values().stream().limit(MOST_SOURCES)
                .map(value -> value.source() + (value.link().isEmpty() ? "" : " <" + value.link() + ">")).toList();
        int more = names.size() - named.size();
        return String.join("; ", named) + (more > 0 ? " and " + more + " more" : "");
    }
}
