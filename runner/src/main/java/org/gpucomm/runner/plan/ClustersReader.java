package org.gpucomm.runner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.gpucomm.runner.plan.Clusters.Kubernetes;
import org.jspecify.annotations.Nullable;

/** Reader of the keys {@code slurm} and {@code kubernetes} of a plan. */
final class ClustersReader {

    private ClustersReader() {}

    static Clusters read(YamlMap plan) {
        var slurm = plan.map("slurm").only("sbatch", "srun");
        var kubernetes = plan.map("kubernetes").only("image", "namespace", "resources", "node_selector", "environment",
                "mpirun");
        return new Clusters(words(slurm, "sbatch"), words(slurm, "srun"),
                new Kubernetes(textOrNull(kubernetes, "image"), textOrNull(kubernetes, "namespace"),
                        texts(kubernetes.map("resources")), texts(kubernetes.map("node_selector")),
                        texts(kubernetes.map("environment")), words(kubernetes, "mpirun")));
    }

    /** Returns the texts of all keys. */
    static Map<String, String> texts(YamlMap map) {
        var texts = new LinkedHashMap<String, String>();
        map.keys().forEach(key -> texts.put(key, map.text(key)));
        return texts;
    }

    /** Returns the words of a list; empty if the key is absent. */
    static List<String> words(YamlMap map, String key) {
        return map.find(key).map(value -> value.items().stream().map(YamlValue::text).toList()).orElse(List.of());
    }

    private static @Nullable String textOrNull(YamlMap map, String key) {
        return map.find(key).map(YamlValue::text).orElse(null);
    }
}
