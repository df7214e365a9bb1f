package org.gpucomm.runner.host;

import java.util.List;

/**
 * NUMA node of a host.
 *
 * @param cpus  processors of the node in the notation of the kernel, for example {@code 0-47,96-143}
 * @param cores one processor of each core, in order; all processors if the cores are unknown
 */
public record NumaNode(int number, String cpus, List<Integer> cores) {

    public NumaNode {
        cores = List.copyOf(cores);
    }
}
