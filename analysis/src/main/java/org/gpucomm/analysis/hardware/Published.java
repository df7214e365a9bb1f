package org.gpucomm.analysis.hardware;

import org.gpucomm.analysis.evidence.Curve;

/**
 * Published value, or one that a user recorded for a cluster.
 *
 * @param hardware  name in the source
 * @param gpu       model as in {@link GpuModel}
 * @param nodeGpus  number of GPUs per node; 0 if not reported, like {@code nodes} and {@code ranks}
 * @param fabric    network between nodes: {@code efa}, {@code infiniband}, {@code roce}, {@code slingshot}, {@code tcpxo}, {@code mnnvl};
 * within one node {@code nvlink} or {@code xgmi}; empty if not reported
 * @param operation id of the operation
 * @param bytes     message size; 0 if not reported
 * @param busbw     bus bandwidth in GB/s
 * @param threshold whether the value is required and not measured
 * @param source    publisher and place of publication
 */
public record Published(String hardware, String gpu, int nodeGpus, int nodes, int ranks, String fabric,
        String operation, long bytes, String library, String libraryVersion, double busbw,
        boolean threshold, String source, String link) {

    /** Returns whether the value was published from a run of this curve along size: at the same place, both have the same digits. */
    public boolean isFrom(Curve curve) {
        var identity = curve.subject().identity();
        return identity.operation().id().equals(operation) && identity.library().equals(library)
                && curve.at(bytes).filter(cell -> cell.nodes() == nodes && cell.ranks() == nodes * nodeGpus).stream()
                        .flatMap(cell -> cell.observations().stream())
                        .anyMatch(each -> each.busbw().isPresent() && each.busbw().getAsDouble() == busbw);
    }
}
