package org.gpucomm.analysis.hardware;

/**
 * A value that somebody published, or that a user keeps for a cluster of their own.
 *
 * @param hardware  as its source calls it
 * @param gpu       as {@link GpuModel} writes it
 * @param nodeGpus  GPUs of a node; 0 = not reported, as are {@code nodes} and {@code ranks}
 * @param fabric    between nodes: {@code efa}, {@code infiniband}, {@code roce}, {@code slingshot}, {@code tcpxo}, {@code mnnvl};
 *                  within one node {@code nvlink} or {@code xgmi}; empty = not reported
 * @param operation id
 * @param bytes     message size; 0 = not reported
 * @param placement id; empty = not reported, which is out-of-place in all sources that say
 * @param busbw     GB/s
 * @param threshold whether it is what somebody asks for, not what was measured
 * @param source    who published it, and where
 */
public record Published(String hardware, String gpu, int nodeGpus, int nodes, int ranks, String fabric,
        String operation, long bytes, String placement, String library, String libraryVersion, double busbw,
        boolean threshold, String source, String link) {}
