package org.gpucomm.runner.nvlink;

import java.time.Duration;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.Grid;
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
 * @param grids     launch grids; empty for the fastest of several
 * @param best      whether to choose the fastest of many grids rather than a few
 * @param pairs     text of the option --pairs
 * @param both      whether both ranks of a pair transfer at the same time
 * @param each      whether each operation is launched separately
 * @param lostAfter time that a GPU waits for another before giving up
 */
record NvlinkRequest(Operation operation, Protocol protocol, Sizes sizes, List<NvlinkTransferMethod> methods,
        List<Grid> grids,
        boolean best,
        String pairs, boolean both, boolean each, Duration lostAfter, GpuOptions gpus) implements Family.Request {

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
                image("copy", search), image("alltoall", search), image("check", search));
    }

    /** Returns how a grid is chosen if none is given, as stored in the results. */
    String gridChoice() {
        return best ? "best" : "fastest";
    }

    String agreement(int gpusOfProcess) {
        return String.join(" ", operation.id(), gpusOfProcess + " GPUs a process", sizes.toString(), methods.toString(),
                grids.toString(), "best " + best, "pairs " + pairs, "both " + both, "each " + each,
                protocol.toString());
    }

    private static KernelImage.Present image(String name, LibrarySearch search) {
        return KernelImage.required("nvlink", name, search);
    }
}
