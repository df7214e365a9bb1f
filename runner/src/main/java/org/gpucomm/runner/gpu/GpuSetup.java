package org.gpucomm.runner.gpu;

import java.util.List;

import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Setup;

/** Setup whose seats are the GPUs of this process. */
public interface GpuSetup extends Setup {

    Cuda cuda();

    /** Returns the GPUs of this process, one for each of its seats. */
    List<Cuda.Gpu> gpus();

    @Override
    default String libraryVersion() {
        return cuda().cudaVersion();
    }

    @Override
    default List<SeatName> seats() {
        // nccl-tests prints the PCI address without the function, for example 0000:53:00.
        return gpus().stream().map(gpu -> new SeatName("GPU " + gpu.ordinal(), String.format("device %2d [%s] %s",
                gpu.ordinal(), gpu.pciAddress().replaceFirst("\\.[0-9a-f]$", ""), gpu.name()), "the GPU")).toList();
    }

    /** Opens the GPU of a seat, in the thread that will use it. */
    default Device device(Seat seat) {
        return cuda().open(gpus().get(seat.number()).ordinal());
    }
}
