package org.gpucomm.runner.nccl;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * Request to measure NCCL, the same for all ranks.
 *
 * @param types        requested types; empty for all that the library has
 * @param reductions   requested reductions; empty for all that the library has
 * @param root         root rank; empty for each rank in turn
 * @param aggregated   number of operations in one group
 * @param graphs       number of launches of the batch as a CUDA graph; 0 to launch without a graph
 * @param blocking     whether to wait for each operation, and with a barrier
 * @param registration registration of the buffers with NCCL
 * @param ctaPolicy    CTA policy of the communicator; null for NCCL's default
 * @param nccl         NCCL library to load; null to search
 */
record NcclRequest(Collective collective, Protocol protocol, Sizes sizes, List<ElementType> types,
        List<Reduction> reductions, Optional<Integer> root, int aggregated, int graphs, Blocking blocking,
        Registration registration, @Nullable Integer ctaPolicy, GpuOptions gpus,
        @Nullable Path nccl) implements Family.Request {

    private static final int ARCHITECTURE_OF_FLOAT8 = 9;

    /** Blocking modes, in the order of {@code -z} of nccl-tests. */
    enum Blocking {
        NONE,
        WAIT_AND_BARRIER,
        WAIT
    }

    /** Registration modes, in the order of {@code -R} of nccl-tests. */
    enum Registration {
        NONE,
        /** By ncclCommRegister. */
        BUFFERS,
        /** By ncclCommWindowRegister, as symmetric memory. */
        SYMMETRIC
    }

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return gpus.search(search).with("GPUCOMM_NCCL_LIBRARY", nccl);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var device = MissingException.required(Cuda.load(search));
        var library = MissingException.required(Nccl.load(search));
        var seats = gpus.of(device.gpus(), place);
        int ranks = seats.size() * place.processes();
        collective.refuses(ranks).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        root.filter(rank -> rank >= ranks).ifPresent(rank -> {
            throw new IllegalArgumentException("--root must be within 0 and " + (ranks - 1) + ", was " + rank);
        });
        requiredSince("2.19", registration != Registration.BUFFERS || library.registers(), "registered buffers (-R 1)",
                library);
        requiredSince("2.27", registration != Registration.SYMMETRIC || library.registersWindows(),
                "symmetric memory (-R 2)", library);
        requiredSince(ctaPolicy != null && ctaPolicy > 1 ? "2.28" : "2.27",
                ctaPolicy == null || library.hasCtaPolicy(ctaPolicy), "policy for thread blocks -x " + ctaPolicy,
                library);
        return new NcclSetup(settled(library, seats), device, library,
                KernelImage.of("check", search.environment()), seats);
    }

    /** Returns this request with the types and reductions that the library and the GPUs support. */
    private NcclRequest settled(Nccl library, List<Cuda.Gpu> seats) {
        types.forEach(each -> required(library.has(each), "data type " + each.text(), library));
        reductions.forEach(each -> required(library.has(each), "reduction " + each.text(), library));
        boolean reduces = collective.operation().reduces();
        var allTypes = Arrays.stream(ElementType.values()).filter(library::has)
                .filter(each -> !reduces || !each.isFloat8() || reducesFloat8(seats)).toList();
        var allReductions = Arrays.stream(Reduction.values()).filter(library::has)
                .filter(each -> reduces || each != Reduction.MULSUM).toList();
        return new NcclRequest(collective, protocol, sizes, types.isEmpty() ? allTypes : types,
                reductions.isEmpty() ? allReductions : reductions, root, aggregated, graphs, blocking, registration,
                ctaPolicy, gpus, nccl);
    }

    private static boolean reducesFloat8(List<Cuda.Gpu> seats) {
        return seats.stream()
                .allMatch(gpu -> Integer.parseInt(gpu.computeCapability().split("\\.")[0]) >= ARCHITECTURE_OF_FLOAT8);
    }

    private static void required(boolean there, String what, Nccl library) {
        if (!there) {
            throw new IllegalArgumentException("NCCL " + library.version() + " has no " + what);
        }
    }

    private static void requiredSince(String since, boolean there, String what, Nccl library) {
        if (!there) {
            throw new MissingException("NCCL " + library.version() + " has no " + what + "; it came with " + since);
        }
    }
}
