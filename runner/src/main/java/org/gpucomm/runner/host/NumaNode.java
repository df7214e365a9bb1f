package org.gpucomm.runner.host;

import java.util.List;

/**
 * A NUMA node of a host.
 *
 * @param cpus  its processors as the kernel lists them: {@code 0-47,96-143}
 * @param cores one processor of each core, in order; all processors where the host does not say which share a core
 */
public record NumaNode(int number, String cpus, List<Integer> cores) {

    public NumaNode {
        cores = List.copyOf(cores);
    }
}
