package org.gpucomm.runner.jacobi;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which problem to solve and how. A picocli mixin. */
final class JacobiOptions implements Family.Options {

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--problem", paramLabel = "NXxNY", split = ",", defaultValue = "16384x16384",
            description = "Columns and rows, several by commas. Default: ${DEFAULT-VALUE}")
    private List<String> problems = List.of();

    @Option(names = "--steps", paramLabel = "N", defaultValue = "1000",
            description = "Steps of the method, with the norm in each. Default: ${DEFAULT-VALUE}")
    private int steps;

    @Option(names = "--ways", paramLabel = "LIST", defaultValue = "all",
            description = "linked, nccl, several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String ways = "all";

    @Option(names = "--lost-after", paramLabel = "SECONDS", defaultValue = "5",
            description = "A GPU that waits this long for another gives up. Default: ${DEFAULT-VALUE}")
    private int lostAfter;

    @Option(names = "--cuda-library", paramLabel = "FILE", description = "The CUDA driver to load (libcuda.so.1).")
    private @Nullable Path cuda;

    @Option(names = "--nccl-library", paramLabel = "FILE", description = "The NCCL to load (libnccl.so.2).")
    private @Nullable Path nccl;

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        int many = atLeast("--steps", 1, steps);
        return new JacobiRequest(protocol, problems.stream().map(text -> Problem.of(text.strip(), many)).toList(),
                ways.equals("all")
                        ? List.of(Way.values())
                        : Arrays.stream(ways.split(",")).map(name -> Way.ofText(name.strip())).distinct().toList(),
                Duration.ofSeconds(atLeast("--lost-after", 1, lostAfter)), gpus, cuda, nccl);
    }
}
