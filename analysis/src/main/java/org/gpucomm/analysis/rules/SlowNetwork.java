package org.gpucomm.analysis.rules;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Collectives between nodes that are slow for any hardware. A ring enters and leaves each node once, so that a node sends and receives at
 * most busbw; a small busbw is that of Ethernet, of TCP sockets or of a single port.
 */
final class SlowNetwork implements Rule {

    /** GB/s of 10 Gb/s Ethernet. */
    private static final double ETHERNET = 1.25;
    /** GB/s of untuned TCP sockets between two nodes. */
    private static final double SOCKETS = 5;
    /** Gbit/s of common ports. */
    private static final double[] PORTS = {100, 200, 400};
    /** GB/s of the fastest port. */
    private static final double FASTEST_PORT = 50;
    /** Smallest number of GPUs of a node with more than one port. */
    private static final int MANY_GPUS = 4;
    /** Largest number of GPUs of a node, except for racks with NVLink between all GPUs, which are faster than any port. */
    private static final int GPUS_OF_A_NODE = 8;
    /** Smallest message size in bytes. Latency limits smaller messages. */
    private static final long LEAST_BYTES = 64 << 20;
    private static final Set<Operation> OPERATIONS = EnumSet.of(Operation.ALL_REDUCE, Operation.ALL_GATHER,
            Operation.REDUCE_SCATTER, Operation.ALLTOALL);
    private static final Set<Operation> GATHERS = EnumSet.of(Operation.ALL_GATHER, Operation.REDUCE_SCATTER);
    /** Smallest and largest ratio of All-Gather to Send/Recv, per GPU of a node, if every GPU uses a NIC of its own. */
    private static final double LEAST_OF_ALL = 0.8;
    private static final double MOST_OF_ALL = 1.15;
    /** Share of a port's rate that separates healthy ports (above 0.9) from halved ones. */
    private static final double HALF_RATE = 0.7;

    /** A ring sends 1.875 times the bytes between two nodes of eight GPUs, NCCL's two trees together once the bytes each way. */
    static final String TREE = """
            , more than 8 ports of 400 Gbit/s carry in a ring; over two nodes NCCL's trees send about half as much""";

    private final Profiles profiles;

    SlowNetwork(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        boolean said = evidence.flags().stream().anyMatch(each -> each.flag() == Flag.SOCKET_FALLBACK);
        return said
                ? List.of()
                : Stream.concat(ofEachNic(evidence).stream(), evidence.alongSize().stream().filter(SlowNetwork::counts)
                        .flatMap(curve -> finding(curve).stream())).toList();
    }

    private static boolean counts(Curve curve) {
        return OPERATIONS.contains(curve.subject().operation()) && curve.subject().isOfGpus()
                && curve.subject().placement() != Placement.IN_PLACE;
    }

    /**
     * Reports the rate of each NIC if every GPU has one. Send/Recv uses the NIC of one GPU, All-Gather uses all NICs of a node. If their
     * ratio is the number of GPUs per node, no NIC is idle.
     */
    private static Optional<Finding> ofEachNic(Evidence evidence) {
        for (var pair : evidence.alongSize()) {
            var one = best(pair).filter(cell -> pair.subject().operation() == Operation.SENDRECV && areManyGpus(cell)
                    && pair.subject().placement() != Placement.IN_PLACE);
            for (var ring : one.isEmpty() ? List.<Curve>of() : evidence.alongSize()) {
                var all = best(ring).filter(cell -> GATHERS.contains(ring.subject().operation()) && counts(ring)
                        && cell.ranks() == one.get().ranks() && cell.nodes() == one.get().nodes());
                if (all.isPresent()) {
                    double own = one.get().busbw().orElseThrow();
                    double times = all.get().busbw().orElseThrow() / own;
                    double share = times / one.get().ranks() * one.get().nodes();
                    var port = port(own);
                    if (share >= LEAST_OF_ALL && share <= MOST_OF_ALL && port.isPresent()) {
                        return Optional.of(ofEachNic(pair, one.get(), ring, times, port.getAsDouble()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Finding ofEachNic(Curve pair, Cell one, Curve ring, double times, double port) {
        double own = one.busbw().orElseThrow();
        double share = own / (port / 8);
        return finding(share < HALF_RATE ? Consequence.BELOW : Consequence.NOTE, Confidence.LIKELY,
                """
                        %s carries %s a GPU, %s of a port of %s Gbit/s. %s carries %s times as much: all NICs of a node work, \
                        each at that rate.""".formatted(where(pair, one), Phrases.gbps(own), Phrases.percent(share),
                        Phrases.number(port), ring.subject().operation().title(), Phrases.number(times)),
                own, port / 8, one);
    }

    private static boolean areManyGpus(Cell cell) {
        return cell.nodes() > 1 && cell.ranks() >= MANY_GPUS * cell.nodes();
    }

    private static Optional<Cell> best(Curve curve) {
        return curve.cells().stream().filter(cell -> cell.bytes() >= LEAST_BYTES && cell.busbw().isPresent())
                .max(Comparator.comparingDouble(cell -> cell.busbw().orElseThrow()));
    }

    private Optional<Finding> finding(Curve curve) {
        var best = best(curve);
        if (best.isEmpty()) {
            return Optional.empty();
        }
        var cell = best.get();
        double own = cell.busbw().orElseThrow();
        if (cell.nodes() > 1 && own < ETHERNET) {
            return Optional.of(finding(Consequence.BELOW, Confidence.CERTAIN, """
                    %s reaches %s at best, less than 10 Gb/s Ethernet carries (1.25 GB/s). Which network it used, \
                    NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET shows it.""".formatted(where(curve, cell),
                    Phrases.gbps(own)), own, ETHERNET, cell));
        }
        boolean isKnown = profiles.of(curve.subject().instanceType(), curve.subject().gpu())
                .filter(profile -> profile.nic() != null).isPresent();
        int inferred = cell.ranks() > 0 ? 0 : InferredRanks.of(curve).orElse(0);
        int ranks = Math.max(inferred, cell.ranks());
        boolean isOfFewGpus = cell.nodes() > 1 && cell.ranks() > cell.nodes() && own >= SOCKETS;
        boolean isOfNodes = areManyGpus(cell) || isOfFewGpus || cell.nodes() == 0 && ranks > GPUS_OF_A_NODE;
        if (curve.subject().operation() == Operation.ALLTOALL) {
            return isKnown || !areManyGpus(cell) ? Optional.empty() : ofEachGpu(curve, cell);
        }
        return isKnown || !isOfNodes ? Optional.empty() : ofPorts(curve, cell, own, inferred);
    }

    /** Compares what each GPU sends to other nodes in an all-to-all with the rate of one port. */
    private static Optional<Finding> ofEachGpu(Curve curve, Cell cell) {
        double off = cell.busbw().orElseThrow() / (cell.ranks() - 1) * (cell.ranks() - cell.ranks() / cell.nodes());
        var port = port(off);
        return port.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(Consequence.NOTE, Confidence.LIKELY,
                        "%s sends %s a GPU off its node, %s of one port of %s Gbit/s. %s".formatted(where(curve, cell),
                                Phrases.gbps(off), Phrases.percent(off / (port.getAsDouble() / 8)),
                                Phrases.number(port.getAsDouble()), network(curve)),
                        off, port.getAsDouble() / 8, cell));
    }

    private static Optional<Finding> ofPorts(Curve curve, Cell cell, double own, int inferred) {
        var port = port(own);
        int ports = (int) Math.ceil(own / FASTEST_PORT);
        if (ports > GPUS_OF_A_NODE) {
            return Optional.empty();
        }
        boolean isOfSockets = own < SOCKETS;
        var sentence = "%s%s reaches %s at %s%s%s %s".formatted(where(curve, cell),
                inferred > 0 ? " on " + Phrases.gpus(inferred) : "", Phrases.gbps(own), Phrases.size(cell.bytes()),
                isOfSockets
                        ? ". TCP sockets, or a network plugin that was not loaded, give so little."
                        : ", no more than " + carriers(own, ports) + ". A node sends at most its bus bandwidth.",
                inferred > 0 ? InferredRanks.SAID + ", and that many need at least two nodes." : "", network(curve));
        return Optional.of(finding(isOfSockets ? Consequence.SOCKETS : Consequence.NOTE,
                isOfSockets || inferred > 0 ? Confidence.AMBIGUOUS : Confidence.LIKELY, sentence, own,
                port.isPresent() ? port.getAsDouble() / 8 : ports * FASTEST_PORT, cell));
    }

    /** Returns the slowest port in Gbit/s that carries a rate in GB/s; empty if none does. */
    private static OptionalDouble port(double rate) {
        return DoubleStream.of(PORTS).filter(gigabits -> rate <= gigabits / 8).findFirst();
    }

    /** Returns whether two nodes reduce faster than a ring over eight ports of 400 Gbit/s each could. */
    static boolean isOfTree(Curve curve, Cell cell) {
        return curve.subject().operation() == Operation.ALL_REDUCE && cell.nodes() == 2
                && cell.ranks() == 2 * GPUS_OF_A_NODE && cell.busbw().orElseThrow() > GPUS_OF_A_NODE * FASTEST_PORT;
    }

    /** Returns the ports of each node that carry the rate of a collective as a clause; empty if nodes have fewer than these. */
    static String carriers(Cell cell) {
        double rate = cell.busbw().orElseThrow();
        int ports = (int) Math.ceil(rate / FASTEST_PORT);
        return cell.nodes() > 1 && ports < GPUS_OF_A_NODE
                ? ", no more than " + carriers(rate, ports) + " from each node"
                : "";
    }

    /** Returns the ports of a node that carry a rate in GB/s, by the number of its ports of 400 Gbit/s. */
    private static String carriers(double rate, int ports) {
        if (ports > 1) {
            return "%d ports of 400 Gbit/s or %d of 200 carry".formatted(ports, 2 * ports);
        }
        return rate > FASTEST_PORT / 2
                ? "one port of 400 Gbit/s, 2 of 200 or 4 of 100 carry"
                : rate > FASTEST_PORT / 4
                        ? "one port of 200 Gbit/s or 2 of 100 carry"
                        : "one port of 100 Gbit/s carries";
    }

    /** Returns the network that the log names, or what makes the next log name it. */
    private static String network(Curve curve) {
        var named = curve.subject().identity().transport();
        if (!named.isEmpty()) {
            return "The log names the network: " + named + ".";
        }
        return (curve.subject().library().equals("nvshmem") ? "NVSHMEM" : "NCCL")
                + "_DEBUG=INFO shows which network it used.";
    }

    private static String where(Curve curve, Cell cell) {
        return curve.subject().withStack()
                + (cell.ranks() > 0 ? " on " + Phrases.ranks(curve.subject(), cell.ranks()) : "")
                + (cell.nodes() > 1 ? " of " + cell.nodes() + " nodes" : "");
    }

    private static Finding finding(Consequence consequence, Confidence confidence, String sentence, double own,
            double limit, Cell cell) {
        return Finding.of(LineRates.ID, consequence == Consequence.NOTE ? Severity.NOTICE : Severity.WARNING,
                confidence, sentence,
                List.of(new Quantity("speed", own, "GB/s"), new Quantity("limit", limit, "GB/s")), cell.rows())
                .withConsequence(consequence).withOpen(false);
    }
}
