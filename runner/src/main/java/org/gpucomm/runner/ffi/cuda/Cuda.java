package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;

/** CUDA driver ({@code libcuda}) for work on GPUs. {@link CudaDriver} only lists the GPUs. */
public final class Cuda {

    private final CudaFunctions functions;

    private Cuda(CudaFunctions functions) {
        this.functions = functions;
    }

    /** Loads and initialises the driver. The driver also counts as absent if it finds no device. */
    public static Availability<Cuda> load(LibrarySearch search) {
        return Libraries.load("CUDA driver", search.candidates("GPUCOMM_CUDA_LIBRARY", CudaDriver.SONAMES), library -> {
            var functions = library.functions(CudaFunctions.class);
            functions.check("cuInit", "this host", functions.cuInit(0));
            return new Cuda(functions);
        });
    }

    /** Returns the number of GPUs visible to this process. */
    public int devices() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(ValueLayout.JAVA_INT);
            functions.check("cuDeviceGetCount", "this host", functions.cuDeviceGetCount(count));
            return count.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /** Opens a GPU for the calling thread, the only thread that may use it. */
    public Device open(int ordinal) {
        return Device.open(functions, ordinal);
    }
}
