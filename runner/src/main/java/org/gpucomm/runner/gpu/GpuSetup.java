package org.gpucomm.runner.gpu;

import java.util.List;

import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/** Setup whose seats are the GPUs of this process. */
public interface GpuSetup extends Setup {

    /** Device memory in bytes that is left for CUDA and NCCL, as in nccl-tests. */
    long RESERVED_BYTES = 1L << 30;

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

    /** Returns the size in bytes of the largest message for which the free memory of each GPU has room for this number of buffers. */
    static long largest(long room, int buffers) {
        return Math.max(0, (room - RESERVED_BYTES) / buffers);
    }

    /** Returns the message that sizes are left out because they exceed the largest message; null if none does. */
    static @Nullable String reduced(Sizes sizes, long largest, String buffers) {
        return sizes.max() <= largest
                ? null
                : "the largest size is reduced to " + largest + " bytes: " + buffers
                        + " buffers of it and 1 GiB fill the memory that is free on every GPU";
    }
}
