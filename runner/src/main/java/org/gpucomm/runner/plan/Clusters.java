package org.gpucomm.runner.plan;

import java.util.List;
import java.util.Map;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
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

    /** Reads the keys {@code slurm} and {@code kubernetes} of a plan. */
    static Clusters of(YamlMap plan) {
        var slurm = plan.map("slurm").only("sbatch", "srun");
        var kubernetes = plan.map("kubernetes").only("image", "namespace", "resources", "node_selector", "environment",
                "mpirun");
        return new Clusters(PlanReader.words(slurm, "sbatch"), PlanReader.words(slurm, "srun"),
                new Kubernetes(textOrNull(kubernetes, "image"), textOrNull(kubernetes, "namespace"),
                        PlanReader.texts(kubernetes.map("resources")),
                        PlanReader.texts(kubernetes.map("node_selector")),
                        PlanReader.texts(kubernetes.map("environment")), PlanReader.words(kubernetes, "mpirun")));
    }

    private static @Nullable String textOrNull(YamlMap map, String key) {
        return map.find(key).map(YamlValue::text).orElse(null);
    }

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
