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

/** Published values of the operation, library, GPU model and nodes of one measured place. */
final class PublishedBeside {

    /** From here on bandwidth hardly depends on the size, so that twice or half of it compares. */
    private static final long PLATEAU_BYTES = 4L << 30;
    private static final int MOST_TIMES_THE_NODES = 8;

    private final Profiles profiles;
    private final Curve curve;
    private final Cell cell;
    private final String gpu;
    private final String fabric;

    PublishedBeside(Profiles profiles, Curve curve, Cell cell) {
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

    /** Returns measured values of this size on as many nodes over the same network. */
    List<Published> same() {
        return compared(value -> value.bytes() == cell.bytes() && value.nodes() == cell.nodes());
    }

    /** Returns measured values of this size on other numbers of nodes, of which what leaves a node is known. */
    List<Published> onOtherNodes() {
        return cell.nodes() < 2
                ? List.of()
                : compared(value -> value.bytes() == cell.bytes() && value.nodes() > 1 && isNear(value.nodes())
                        && !value.fabric().equals("mnnvl") && offNode(value).isPresent());
    }

    /** Returns measured values on as many nodes of which nobody reported the size: the best that their sources saw. */
    List<Published> ofNoSize() {
        return compared(value -> value.bytes() == 0 && value.nodes() == cell.nodes());
    }

    /** Returns thresholds of this size on as many nodes over the same network. */
    List<Published> asked() {
        return values(value -> value.threshold() && value.bytes() == cell.bytes() && value.nodes() == cell.nodes()
                && value.fabric().equals(fabric));
    }

    /**
     * Returns measured values of this size, or of twice or half of it where both are large, on as many nodes over any network, those whose
     * bandwidth is nearest first; none where the log names its network.
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

    /** Returns whether bandwidths at both sizes compare. */
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

    /** Values of this operation, library and GPU on whole nodes. */
    private List<Published> values(Predicate<Published> which) {
        var identity = curve.subject().identity();
        if (cell.ranks() < 2 || gpusOfANode() == 0) {
            return List.of();
        }
        var found = new ArrayList<Published>();
        for (var value : profiles.values()) {
            if (value.operation().equals(identity.operation().id()) && value.library().equals(identity.library())
                    && value.gpu().equals(gpu) && value.nodeGpus() == gpusOfANode()
                    && !value.fabric().isEmpty() && (value.nodes() == 1) == (cell.nodes() == 1) && !isTheRun(value)
                    && which.test(value)) {
                found.add(value);
            }
        }
        return found;
    }

    /** Returns 0 where the number of nodes is not known, or one has more than another. */
    private long gpusOfANode() {
        return cell.nodes() < 1 || cell.ranks() % cell.nodes() != 0 ? 0 : cell.ranks() / cell.nodes();
    }

    /** What leaves a node falls along many more nodes, as algorithms and stages of the network change. */
    private boolean isNear(int nodes) {
        return Math.max(nodes, cell.nodes()) <= MOST_TIMES_THE_NODES * Math.min(nodes, cell.nodes());
    }

    /** Whether all that is published of such nodes went over the same network, so that it need not be named. */
    private boolean isOfOneFabric() {
        return gpusOfANode() > 0 && profiles.values().stream()
                .filter(value -> value.gpu().equals(gpu) && value.nodeGpus() == gpusOfANode()
                        && value.nodes() != 1)
                .map(Published::fabric).distinct().count() == 1;
    }

    /** A published log is no peer of itself: at one of its sizes both have the same digits. */
    private boolean isTheRun(Published value) {
        return cell.nodes() == value.nodes() && curve.at(value.bytes()).stream()
                .flatMap(each -> each.observations().stream())
                .anyMatch(each -> each.busbw().isPresent() && each.busbw().getAsDouble() == value.busbw());
    }

    Optional<Double> offNode() {
        return offNode(curve.subject().operation(), cell.busbw().orElseThrow(), cell.ranks(), cell.nodes());
    }

    static Optional<Double> offNode(Published value) {
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
}
