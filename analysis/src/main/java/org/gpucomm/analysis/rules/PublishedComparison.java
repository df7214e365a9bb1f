package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.hardware.NodeNetwork;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.Published;

/** Published values for the operation, library, GPU model and nodes of one measured place. */
final class PublishedComparison {

    /** Size in bytes from which bandwidth hardly depends on the size, so that sizes within a factor of two are comparable. */
    private static final long PLATEAU_BYTES = 4L << 30;
    private static final int MOST_TIMES_THE_NODES = 8;

    private final Profiles profiles;
    private final Curve curve;
    private final Cell cell;
    private final String gpu;
    private final String fabric;

    PublishedComparison(Profiles profiles, Curve curve, Cell cell) {
        var identity = curve.subject().identity();
        this.profiles = profiles;
        this.curve = curve;
        this.cell = cell;
        this.gpu = Profiles.model(identity.instanceType(), identity.gpu());
        this.fabric = NodeNetwork.of(cell.nodes(), gpu, identity.transport(), identity.instanceType());
    }

    boolean isOfKnownFabric() {
        return !fabric.isEmpty();
    }

    /** Returns measured values of this size on the same number of nodes over the same network. */
    List<Published> same() {
        return compared(value -> value.bytes() == cell.bytes() && value.nodes() == cell.nodes());
    }

    /** Returns measured values of this size on other numbers of nodes, if their traffic off a node is known. */
    List<Published> onOtherNodes() {
        return cell.nodes() < 2
                ? List.of()
                : compared(value -> value.bytes() == cell.bytes() && value.nodes() > 1 && isNear(value.nodes())
                        && !value.fabric().equals("mnnvl") && offNode(value).isPresent());
    }

    /** Returns measured values on the same number of nodes without a reported size: the best results of their sources. */
    List<Published> ofNoSize() {
        return compared(value -> value.bytes() == 0 && value.nodes() == cell.nodes());
    }

    /** Returns thresholds for this size on the same number of nodes over the same network. */
    List<Published> asked() {
        return values(value -> value.threshold() && value.bytes() == cell.bytes() && value.nodes() == cell.nodes()
                && value.fabric().equals(fabric));
    }

    /**
     * Returns measured values on the same number of nodes over any network, at this size or, if both sizes are large, within a factor of
     * two, the nearest bandwidth first; empty if the log names its network.
     */
    List<Published> overAnyFabric() {
        if (isOfKnownFabric()) {
            return List.of();
        }
        return values(
                value -> !value.threshold() && value.nodes() == cell.nodes() && isNear(value.bytes(), cell.bytes()))
                .stream()
                .sorted(Comparator.comparingDouble(
                        value -> Math.abs(Math.log(value.busbw() / cell.busbw().orElseThrow()))))
                .toList();
    }

    /** Returns whether bandwidths at both sizes are comparable. */
    static boolean isNear(long one, long other) {
        return one == other || Math.min(one, other) >= PLATEAU_BYTES
                && Math.max(one, other) <= 2 * Math.min(one, other);
    }

    private List<Published> compared(Predicate<Published> which) {
        return isOfKnownFabric() || isOfOneFabric()
                ? values(value -> !value.threshold() && (fabric.isEmpty() || value.fabric().equals(fabric))
                        && which.test(value))
                : List.of();
    }

    /** Returns values for this operation, library and GPU on whole nodes. */
    private List<Published> values(Predicate<Published> which) {
        var identity = curve.subject().identity();
        if (cell.ranks() < 2 || gpusOfANode() == 0) {
            return List.of();
        }
        var found = new ArrayList<Published>();
        for (var value : profiles.values()) {
            if (value.operation().equals(identity.operation().id()) && value.library().equals(identity.library())
                    && value.gpu().equals(gpu) && value.nodeGpus() == gpusOfANode()
                    && !value.fabric().isEmpty() && (value.nodes() == 1) == (cell.nodes() == 1) && !value.isFrom(curve)
                    && which.test(value)) {
                found.add(value);
            }
        }
        return found;
    }

    /** Returns the number of GPUs per node; 0 if the number of nodes is unknown or does not divide the ranks. */
    private long gpusOfANode() {
        return cell.nodes() < 1 || cell.ranks() % cell.nodes() != 0 ? 0 : cell.ranks() / cell.nodes();
    }

    /** Returns whether the numbers of nodes are comparable. On many more nodes, algorithms and network stages change. */
    private boolean isNear(int nodes) {
        return Math.max(nodes, cell.nodes()) <= MOST_TIMES_THE_NODES * Math.min(nodes, cell.nodes());
    }

    /** Returns whether all published values for such nodes used the same network, so that the log need not name it. */
    private boolean isOfOneFabric() {
        return gpusOfANode() > 0 && profiles.values().stream()
                .filter(value -> value.gpu().equals(gpu) && value.nodeGpus() == gpusOfANode()
                        && value.nodes() != 1)
                .map(Published::fabric).distinct().count() == 1;
    }

    Optional<Double> offNode() {
        return offNode(curve.subject().operation(), cell.busbw().orElseThrow(), cell.ranks(), cell.nodes());
    }

    static Optional<Double> offNode(Published value) {
        return Operation.ofId(value.operation())
                .flatMap(operation -> offNode(operation, value.busbw(), value.ranks(), value.nodes()));
    }

    /** Returns the least GB/s that each GPU sends off its node, however the GPUs of a node share the work; empty if unknown. */
    static Optional<Double> offNode(Operation operation, double busbw, int ranks, int nodes) {
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> Optional.of(busbw * (nodes - 1) / (ranks - 1));
            case ALLTOALL -> Optional.of(busbw * (ranks - (double) ranks / nodes) / (ranks - 1));
            default -> Optional.empty();
        };
    }
}
