package org.gpucomm.runner.nvlink;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels.Kernel;

/** Kernels on one GPU that transfer data and wait for peers. */
final class NvlinkKernels implements AutoCloseable {

    private final org.gpucomm.runner.ffi.cuda.Kernels copies;
    private final org.gpucomm.runner.ffi.cuda.Kernels exchanges;
    private final Map<NvlinkTransferMethod, Kernel> byMethod = new EnumMap<>(NvlinkTransferMethod.class);
    private final Kernel meet;

    NvlinkKernels(Device device, NvlinkSetup setup) {
        this.copies = device.kernels(setup.copies().bytes());
        this.exchanges = device.kernels(setup.exchanges().bytes());
        this.meet = exchanges.kernel("gpucomm_meet");
        for (var method : NvlinkTransferMethod.values()) {
            if (!method.kernel().isEmpty()) {
                byMethod.put(method, (method.waitsForBlocks() ? exchanges : copies).kernel(method.kernel()));
            }
        }
    }

    Kernel of(NvlinkTransferMethod method) {
        return Objects.requireNonNull(byMethod.get(method), method.text() + " has no kernel");
    }

    /** Returns the kernel that ends once it has started on all GPUs. */
    Kernel meet() {
        return meet;
    }

    @Override
    public void close() {
        copies.close();
        exchanges.close();
    }
}
