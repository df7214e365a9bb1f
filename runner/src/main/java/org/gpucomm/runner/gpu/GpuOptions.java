package org.gpucomm.runner.gpu;

import java.util.List;

import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.ProtocolOptions;
import org.gpucomm.runner.rig.Setup;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of families that measure on GPUs: how many a process drives. A picocli mixin. */
public final class GpuOptions {

    @Option(names = {"-g", "--ngpus", "--gpus"}, paramLabel = "N",
            description = "GPUs of this process, times --threads. Default: all, shared with the processes beside it")
    private @Nullable Integer gpus;

    @Option(names = {"-t", "--nthreads", "--threads"}, paramLabel = "N",
            description = "Multiplies --gpus; each GPU has a thread of its own anyway.")
    private @Nullable Integer threads;

    /** @throws IllegalArgumentException naming the option that cannot be used */
    public void check() {
        ProtocolOptions.atLeast("--gpus", 1, gpus == null ? 1 : gpus);
        ProtocolOptions.atLeast("--threads", 1, threads == null ? 1 : threads);
    }

    /**
     * Returns the GPUs of this process: each on this host takes its part, in order, unless it sees no more than its own.
     *
     * @throws MissingException if there are fewer
     */
    public List<CudaDriver.Gpu> of(List<CudaDriver.Gpu> visible, ProcessPlace place) {
        int each = gpus != null || threads != null
                ? (gpus == null ? 1 : gpus) * (threads == null ? 1 : threads)
                : Math.max(1, visible.size() / place.localProcesses());
        int first = visible.size() == each ? 0 : place.localProcess() * each;
        if (first + each > visible.size()) {
            throw new MissingException("process " + place.process() + " needs GPUs " + first + " to "
                    + (first + each - 1) + ", this host shows " + visible.size()
                    + "; see --gpus, --threads and CUDA_VISIBLE_DEVICES");
        }
        return visible.subList(first, first + each);
    }

    /** Returns a GPU as a seat. */
    public static Setup.SeatName place(CudaDriver.Gpu gpu) {
        // nccl-tests prints the address without the function: 0000:53:00
        return new Setup.SeatName("GPU " + gpu.ordinal(), String.format("device %2d [%s] %s", gpu.ordinal(),
                gpu.pciAddress().replaceFirst("\\.[0-9a-f]$", ""), gpu.name()), "the GPU");
    }
}
