package org.gpucomm.runner.nvlink;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.GridOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;

/**
 * Request to measure transfers between GPUs, the same for all ranks.
 *
 * @param pairs     text of the option --pairs
 * @param both      whether both ranks of a pair transfer at the same time
 */
record NvlinkRequest(Operation operation, Protocol protocol, Sizes sizes, List<NvlinkTransferMethod> methods,
        GridOptions grids, String pairs, boolean both, GpuOptions gpus) implements Family.Request {

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return gpus.search(search);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var driver = MissingException.required(Cuda.load(search));
        GpuOptions.requireTwo("nvlink", driver.gpus(), place);
        var seats = gpus.of(driver.gpus(), place);
        if (seats.size() * place.processes() < 2) {
            throw new IllegalArgumentException("nvlink is between GPUs, and one takes part; see --gpus");
        }
        return new NvlinkSetup(this, driver, seats,
                KernelImage.required("nvlink", "copy", search),
                KernelImage.required("nvlink", "alltoall", search), KernelImage.required("nvlink", "check", search));
    }
}
