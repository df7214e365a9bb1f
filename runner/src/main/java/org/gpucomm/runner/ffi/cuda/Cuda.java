package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;

/** The CUDA driver ({@code libcuda}) for programs that work on GPUs. {@link CudaDriver} only tells which there are. */
public final class Cuda {

    private final CudaFunctions functions;

    private Cuda(CudaFunctions functions) {
        this.functions = functions;
    }

    /** The driver, loaded and initialised; absent too when it finds no device. */
    public static Availability<Cuda> load(LibrarySearch search) {
        return Libraries.load("CUDA driver", search.candidates("GPUCOMM_CUDA_LIBRARY", CudaDriver.SONAMES), library -> {
            var functions = new CudaFunctions(library);
            functions.check("cuInit", "this host", Downcall.call(library.address("cuInit"), 0));
            return new Cuda(functions);
        });
    }

    /** Number of GPUs that this process sees. */
    public int devices() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(ValueLayout.JAVA_INT);
            functions.check("cuDeviceGetCount", "this host",
                    Downcall.call(functions.cuDeviceGetCount, count.address()));
            return count.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /** Opens a GPU and makes it the calling thread's; it is to be used by that thread only. */
    public Device open(int ordinal) {
        return Device.open(functions, ordinal);
    }
}
