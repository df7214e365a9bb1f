package org.gpucomm.runner.plan;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Clusters of a plan. It counts only where the plan is sent to one.
 *
 * @param sbatch options for sbatch, as they are
 * @param srun   options for srun, as they are
 */
public record Clusters(List<String> sbatch, List<String> srun, Kubernetes kubernetes) {

    /** A plan that says nothing about clusters. */
    static final Clusters NONE = new Clusters(List.of(), List.of(),
            new Kubernetes(null, null, Map.of(), Map.of(), Map.of(), List.of()));

    /**
     * The pods that a plan wants.
     *
     * @param image        of all pods; it has gpucomm-runner, mpirun and sshd
     * @param namespace    null = kubectl's own
     * @param resources    what a worker gets: {@code nvidia.com/gpu} = {@code 8}
     * @param nodeSelector labels of the nodes that workers may run on
     * @param environment  variables of all pods
     * @param mpirun       options for mpirun, as they are
     */
    public record Kubernetes(@Nullable String image, @Nullable String namespace, Map<String, String> resources,
            Map<String, String> nodeSelector, Map<String, String> environment, List<String> mpirun) {}
}
