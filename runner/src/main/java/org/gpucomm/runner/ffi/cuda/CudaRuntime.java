package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;

/**
 * CUDA runtime ({@code libcudart}) that was found.
 *
 * @param version version, for example {@code 13.0}
 * @param path    file that was loaded
 */
public record CudaRuntime(String version, String path) {

    private static final List<String> SONAMES = List.of("libcudart.so.13", "libcudart.so.12", "libcudart.so");

    public static Availability<CudaRuntime> load(LibrarySearch search) {
        return Libraries.load("CUDA runtime", search.candidates("GPUCOMM_CUDART_LIBRARY", SONAMES),
                library -> new CudaRuntime(versionText(library.number("cudaRuntimeGetVersion",
                        library.functions(RuntimeFunctions.class)::cudaRuntimeGetVersion)), library.path()));
    }

    /** Returns CUDA's version number 1000 · major + 10 · minor as text: {@code 13.0} for 13000. */
    public static String versionText(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }

    private interface RuntimeFunctions extends FunctionTable {

        int cudaRuntimeGetVersion(MemorySegment version);
    }
}
