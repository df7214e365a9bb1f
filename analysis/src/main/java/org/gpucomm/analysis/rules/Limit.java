package org.gpucomm.analysis.rules;

import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Hardware limit of an operation.
 *
 * @param name       {@code NVLink} or {@code the network}
 * @param speed      limit in GB/s of the compared quantity
 * @param wire       speed of a node's network in GB/s; null within one node
 * @param inSwitches limit with reduction in the NVLink switches (NVLS); null if not supported or not higher
 */
public record Limit(String name, double speed, @Nullable Double wire, @Nullable Double inSwitches, Profile profile) {

    public static Optional<Limit> of(SeriesKey subject, Cell cell, Profile profile) {
        return of(subject.operation(), cell.ranks(), cell.nodes(), isOneDomain(subject), profile);
    }

    /**
     * @param nodes     number of nodes; 0 if unknown, which assumes the smallest number with these GPUs
     * @param oneDomain whether NVLink connects all ranks, on any number of nodes
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
        return new Limit(profile.links(), profile.nvlink(), null,
                inSwitches(operation, ranks, ranks, profile.nvlink(), profile), profile);
    }

    /** Returns whether one NVLink domain connects the nodes (MNNVL), so that no other network is needed. */
    private static boolean isOneDomain(SeriesKey subject) {
        return subject.settings().contains("mnnvl=Enabled");
    }

    private static Optional<Limit> ofSeveralNodes(Operation operation, int ranks, int nodes, double nic,
            Profile profile) {
        double others = (ranks - 1.0) / ranks;
        double otherNodes = (nodes - 1.0) / nodes;
        double othersInNode = (profile.nodeGpus() - 1.0) / profile.nodeGpus();
        return switch (operation) {
            // Each of k nodes sends and receives (k-1)/k of the data once (all-reduce: twice), however its GPUs share the work.
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> {
                double wire = nic / otherNodes * others;
                double nvlink = profile.nvlink() / othersInNode * others;
                var reducing = inSwitches(operation, ranks, profile.nodeGpus(), nvlink, profile);
                yield Optional.of(wire <= nvlink
                        ? new Limit("the network", wire, nic, null, profile)
                        : new Limit(profile.links(), nvlink, nic, reducing == null ? null : Math.min(wire, reducing),
                                profile));
            }
            case ALLTOALL -> Optional.of(new Limit("the network", nic / profile.nodeGpus(), nic, null, profile));
            case SENDRECV -> Optional.of(new Limit("the network", nic / profile.nodeGpus(), nic, null, profile));
            case BROADCAST, REDUCE -> Optional.of(new Limit("the network", nic, nic, null, profile));
            default -> Optional.empty();
        };
    }

    /**
     * Returns the limit with reduction in the switches. In an all-reduce, a GPU sends all data to the switches and receives its reduced
     * share; then it sends the share and receives all data: (g+1)/g each way, where busbw counts 2(n-1)/n.
     *
     * @param gpus  number of GPUs per node, g
     * @param plain limit without reduction in the switches
     */
    private static @Nullable Double inSwitches(Operation operation, int ranks, int gpus, double plain,
            Profile profile) {
        double most = profile.nvlink() * gpus / (gpus + 1) * 2 * (ranks - 1) / ranks;
        return profile.nvls() && operation == Operation.ALL_REDUCE && most > plain ? Double.valueOf(most) : null;
    }
}
