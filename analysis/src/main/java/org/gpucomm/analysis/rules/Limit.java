package org.gpucomm.analysis.rules;

import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * The limit of the hardware that binds an operation.
 *
 * @param name  {@code NVLink} or the network's
 * @param speed GB/s of the quantity that is compared
 * @param wire  the plain speed of a node's network, for who compares with that; null within one node
 * @param inSwitches the limit where the NVLink switches reduce (NVLS); null where they cannot, or it does not help
 */
public record Limit(String name, double speed, @Nullable Double wire, @Nullable Double inSwitches, Profile profile) {

    public static Optional<Limit> of(SeriesKey subject, Cell cell, Profile profile) {
        return of(subject.operation(), cell.ranks(), cell.nodes(), isOneDomain(subject), profile);
    }

    /**
     * @param nodes     0 = not known: the smallest number that holds these GPUs
     * @param oneDomain whether NVLink connects all ranks, on however many nodes
     */
    static Optional<Limit> of(Operation operation, int ranks, int nodes, boolean oneDomain, Profile profile) {
        int hosts = nodes > 0 ? nodes : (ranks + profile.nodeGpus() - 1) / profile.nodeGpus();
        if (oneDomain && operation.busFactor(2).isPresent()) {
            return Optional.of(ofNvlink(operation, ranks, profile));
        }
        if (ranks < 2) {
            return Optional.empty();
        }
        if (hosts <= 1) {
            return operation.busFactor(ranks).isPresent()
                    ? Optional.of(ofNvlink(operation, ranks, profile))
                    : Optional.empty();
        }
        var nic = profile.nic();
        if (nic == null || ranks != hosts * profile.nodeGpus()) {
            return Optional.empty();
        }
        return ofSeveralNodes(operation, ranks, hosts, nic, profile);
    }

    private static Limit ofNvlink(Operation operation, int ranks, Profile profile) {
        return new Limit("NVLink", profile.nvlink(), null,
                inSwitches(operation, ranks, ranks, profile.nvlink(), profile), profile);
    }

    /** Whether the NVLink of its nodes is one: then no byte needs another network, however many nodes there are. */
    private static boolean isOneDomain(SeriesKey subject) {
        return subject.settings().contains("mnnvl=Enabled");
    }

    private static Optional<Limit> ofSeveralNodes(Operation operation, int ranks, int nodes, double nic,
            Profile profile) {
        double others = (ranks - 1.0) / ranks;
        double otherNodes = (nodes - 1.0) / nodes;
        double othersInNode = (profile.nodeGpus() - 1.0) / profile.nodeGpus();
        return switch (operation) {
            // Each node sends and receives (k-1)/k of the data once (all-reduce: twice), however its GPUs share the work.
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> {
                double wire = nic / otherNodes * others;
                double nvlink = profile.nvlink() / othersInNode * others;
                var reducing = inSwitches(operation, ranks, profile.nodeGpus(), nvlink, profile);
                yield Optional.of(wire <= nvlink
                        ? new Limit("the network", wire, nic, null, profile)
                        : new Limit("NVLink", nvlink, nic, reducing == null ? null : Math.min(wire, reducing),
                                profile));
            }
            case ALLTOALL -> Optional.of(new Limit("the network", nic / profile.nodeGpus(), nic, null, profile));
            case SENDRECV -> Optional.of(new Limit("the network", nic / profile.nodeGpus(), nic, null, profile));
            case BROADCAST, REDUCE -> Optional.of(new Limit("the network", nic, nic, null, profile));
            default -> Optional.empty();
        };
    }

    /**
     * Of the data of an all-reduce, a GPU sends all to the switches and gets back its share, reduced; then it sends the share and gets
     * all: (g+1)/g each way, where busbw counts 2(n-1)/n.
     *
     * @param gpus  of a node, g
     * @param plain the limit without
     */
    private static @Nullable Double inSwitches(Operation operation, int ranks, int gpus, double plain,
            Profile profile) {
        double most = profile.nvlink() * gpus / (gpus + 1) * 2 * (ranks - 1) / ranks;
        return profile.nvls() && operation == Operation.ALL_REDUCE && most > plain ? Double.valueOf(most) : null;
    }
}
