package org.gpucomm.runner.host;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Entry.Fact;

/**
 * Selection of the environment variables that affect the speed of GPU communication. Variables whose names suggest a secret are excluded,
 * because results are shared.
 */
final class RelevantVariables {

    private static final Pattern FAMILIES = Pattern.compile("(NCCL|NVSHMEM|FI|OFI|RDMAV|UCX)_[A-Z0-9_]+");
    private static final Set<String> SINGLE = Set.of("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
            "CUDA_DEVICE_MAX_CONNECTIONS", "CUDA_LAUNCH_BLOCKING", "CUDA_MODULE_LOADING", "NVIDIA_VISIBLE_DEVICES");
    private static final Pattern SECRET = Pattern.compile(".*(SECRET|TOKEN|PASSW|CREDENTIAL|PRIVATE|_KEY|COMM_ID).*");
    private static final int LONGEST = 300;

    private RelevantVariables() {}

    /** Returns the selected variables as facts, in order of name. */
    static List<Fact> of(Map<String, String> environment) {
        return new TreeMap<>(environment).entrySet().stream().filter(variable -> isRelevant(variable.getKey()))
                .map(variable -> new Fact(variable.getKey(), value(variable.getValue()))).toList();
    }

    private static boolean isRelevant(String name) {
        return (FAMILIES.matcher(name).matches() || SINGLE.contains(name)) && !SECRET.matcher(name).matches();
    }

    private static String value(String text) {
        return text.substring(0, Math.min(LONGEST, text.length())).replaceAll("\\p{Cntrl}", " ");
    }
}
