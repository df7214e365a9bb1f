package org.gpucomm.runner.nvshmem;

import java.nio.file.Path;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.GridOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * Request to measure NVSHMEM, the same for all ranks.
 *
 * @param shim      NVSHMEM shim to load; null for the default path
 */
record NvshmemRequest(Operation operation, Protocol protocol, Sizes sizes, List<NvshmemTransferMethod> methods,
        GridOptions grids, GpuOptions gpus, @Nullable Path shim) implements Family.Request {

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return gpus.search(search).with(NvshmemShim.VARIABLE, shim);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var cuda = MissingException.required(Cuda.load(search));
        var visible = cuda.gpus();
        GpuOptions.requireTwo("nvshmem", visible, place);
        var library = MissingException.required(NvshmemShim.load(search));
        var seats = gpus.of(visible, place);
        if (seats.size() != 1 || place.processes() < 2) {
            throw new IllegalArgumentException("NVSHMEM drives one GPU a process: mpirun -np " + visible.size()
                    + " gpucomm bench nvshmem " + operation.id() + " --gpus 1 would run here; see docs/ranks.md");
        }
        return new NvshmemSetup(this, cuda, library, seats, KernelImage.of("check", search.environment()));
    }
}
