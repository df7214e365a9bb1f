package org.gpucomm.runner.jacobi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.ffi.nccl.NcclLibrary;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.jspecify.annotations.Nullable;

/**
 * What to solve and how, the same for all ranks.
 *
 * @param lostAfter how long a GPU waits for another
 * @param cuda      the driver to load; null = search
 * @param nccl      the NCCL to load; null = search
 */
record JacobiRequest(Protocol protocol, List<Problem> problems, List<Way> ways, Duration lostAfter, GpuOptions gpus,
        @Nullable Path cuda, @Nullable Path nccl) implements Family.Request {

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return search.with("GPUCOMM_CUDA_LIBRARY", cuda).with("GPUCOMM_NCCL_LIBRARY", nccl);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var driver = MissingException.required(CudaDriver.load(search));
        var seats = gpus.of(driver.gpus(), place);
        int ranks = seats.size() * place.processes();
        for (var problem : problems) {
            if (problem.inner() < ranks) {
                throw new IllegalArgumentException(
                        "--problem " + problem.text() + " has fewer rows than there are GPUs: " + ranks);
            }
        }
        var kernels = switch (KernelImage.of("jacobi", search.environment())) {
            case KernelImage.Present present -> present;
            case KernelImage.Absent absent -> throw new MissingException("jacobi needs kernels: " + absent.why());
        };
        return new JacobiSetup(this, MissingException.required(Cuda.load(search)), driver.cudaVersion(),
                ways.contains(Way.NCCL) ? MissingException.required(NcclLibrary.load(search)) : null, seats, kernels);
    }

    String agreement(int gpusOfProcess) {
        return String.join(" ", "jacobi", gpusOfProcess + " GPUs a process", problems.toString(), ways.toString(),
                protocol.toString());
    }
}
