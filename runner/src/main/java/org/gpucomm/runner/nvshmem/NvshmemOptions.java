package org.gpucomm.runner.nvshmem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.GridOptions;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Family that measures operations of NVSHMEM called by the host or the device. A seat is a GPU, with a process of its own. A
 * picocli mixin.
 */
public final class NvshmemOptions implements Family.Options {

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--ways", paramLabel = "LIST", defaultValue = "all",
            description = "alltoall: host, thread, warp, block, put_signal, put_then_signal, stores. put, get: thread, warp, "
                    + "block. put: ping_thread, ping_warp, ping_block. Others: host. Several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String methods = "all";

    @Mixin
    private GridOptions grids = new GridOptions();

    @Option(names = "--shim", paramLabel = "FILE",
            description = "What gpucomm doctor --build made (" + NvshmemShim.VARIABLE + ").")
    private @Nullable Path shim;

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<>(GpuOptions.missing(search, "two GPUs, here or on several hosts"));
        NvshmemShim.load(search).missing().ifPresent(missing::add);
        return missing;
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        grids.check();
        return new NvshmemRequest(operation, protocol, sizes.sizes(),
                GpuOptions.methods(methods, NvshmemTransferMethod.of(operation), NvshmemTransferMethod::text,
                        operation),
                grids,
                gpus, shim);
    }
}
