package org.gpucomm.runner.jacobi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

/** Family that measures Jacobi's method over several GPUs. A seat is a GPU. A picocli mixin. */
public final class JacobiOptions implements Family.Options {

    private static final String ALL = "all";

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--problem", paramLabel = "NXxNY", split = ",", defaultValue = "16384x16384",
            description = "Columns and rows, several by commas. Default: ${DEFAULT-VALUE}")
    private List<String> problems = List.of();

    @Option(names = "--steps", paramLabel = "N", defaultValue = "1000",
            description = "Steps of the method, with the norm in each. Default: ${DEFAULT-VALUE}")
    private int steps;

    @Option(names = {"--ways", "--variant"}, paramLabel = "LIST", defaultValue = ALL,
            description = "linked, nccl, nccl+overlap, nccl+overlap+graph, nccl+overlap+graph+buffer, nvshmem, nvshmem+block, "
                    + "nvshmem+block+overlap+sync, several by commas, or all that can be run here. Default: ${DEFAULT-VALUE}")
    private String methods = ALL;

    @Option(names = "--lost-after", paramLabel = "SECONDS", defaultValue = "5",
            description = "A GPU that waits this long for another gives up. Default: ${DEFAULT-VALUE}")
    private int lostAfter;

    @Option(names = "--nccl-library", paramLabel = "FILE", description = "The NCCL to load (libnccl.so.2).")
    private @Nullable Path nccl;

    @Option(names = "--shim", paramLabel = "FILE",
            description = "What native/shim/nvshmem/build.sh made (" + NvshmemShim.VARIABLE + ").")
    private @Nullable Path shim;

    @Override
    public List<String> missing(LibrarySearch search) {
        return Stream.of(Cuda.load(search).missing(), KernelImage.of("jacobi", search.environment()).missing())
                .flatMap(Optional::stream).toList();
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        int many = atLeast("--steps", 1, steps);
        return new JacobiRequest(protocol, problems.stream().map(text -> Problem.of(text.strip(), many)).toList(),
                methods.equals(ALL)
                        ? List.of()
                        : GpuOptions.methods(methods, List.of(HaloExchangeMethod.values()), HaloExchangeMethod::text,
                                operation),
                Duration.ofSeconds(atLeast("--lost-after", 1, lostAfter)), gpus, nccl, shim);
    }
}
