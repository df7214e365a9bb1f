package org.gpucomm.runner.topology;

/**
 * A NUMA node of a host.
 *
 * @param cpus its processors as the kernel lists them: {@code 0-47,96-143}
 */
public record NumaNode(int number, String cpus) {}
