package org.gpucomm.runner.plan;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Settings of a plan for clusters, used only if the plan is sent to one.
 *
 * @param sbatch options for sbatch, passed unchanged
 * @param srun   options for srun, passed unchanged
 */
public record Clusters(List<String> sbatch, List<String> srun, Kubernetes kubernetes) {

    /** Defaults of a plan without settings for clusters. */
    static final Clusters NONE = new Clusters(List.of(), List.of(),
            new Kubernetes(null, null, Map.of(), Map.of(), Map.of(), List.of()));

    /**
     * Settings for the pods of a plan.
     *
     * @param image        image of all pods, with gpucomm-runner, mpirun and sshd; null if not given
     * @param namespace    namespace; null for the default of kubectl
     * @param resources    resources of a worker, for example {@code nvidia.com/gpu} = {@code 8}
     * @param nodeSelector labels of the nodes that workers may run on
     * @param environment  environment variables of all pods
     * @param mpirun       options for mpirun, passed unchanged
     */
    public record Kubernetes(@Nullable String image, @Nullable String namespace, Map<String, String> resources,
            Map<String, String> nodeSelector, Map<String, String> environment, List<String> mpirun) {}
}
