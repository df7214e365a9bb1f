package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.rig.MissingException;

/**
 * GPUs whose memory the seats of this process use for messages.
 *
 * @param gpus  GPUs that CUDA shows
 * @param first number of the first seat of this process among those of its host
 */
record SeatGpus(Cuda cuda, List<Cuda.Gpu> gpus, int first) {

    static SeatGpus of(LibrarySearch search, int first) {
        var cuda = MissingException.required(Cuda.load(search));
        var gpus = cuda.gpus();
        if (gpus.isEmpty()) {
            throw new MissingException("--memory device: CUDA shows no GPU here");
        }
        return new SeatGpus(cuda, gpus, first);
    }

    /** Opens the GPU of a seat for the calling thread: the GPU of its interfaces, else the next one in turn. */
    Device open(NicPlacement placement, int seat) {
        int ordinal = gpus.stream().filter(gpu -> gpu.pciAddress().equalsIgnoreCase(placement.gpu()))
                .mapToInt(Cuda.Gpu::ordinal).findFirst().orElse((first + seat) % gpus.size());
        return cuda.open(ordinal);
    }
}
