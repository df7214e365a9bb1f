package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * The CUDA runtime ({@code libcudart}).
 *
 * @param version {@code 13.0}
 * @param path    the file that was loaded
 */
public record CudaRuntime(String version, String path) {

    private static final List<String> SONAMES = List.of("libcudart.so.13", "libcudart.so.12", "libcudart.so");

    public static Availability<CudaRuntime> load(LibrarySearch search) {
        return Libraries.load("CUDA runtime", search.candidates("GPUCOMM_CUDART_LIBRARY", SONAMES),
                library -> new CudaRuntime(versionOf(library), library.path()));
    }

    private static String versionOf(NativeLibrary library) {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(JAVA_INT);
            int code = Libraries.call(
                    library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS), "cudaRuntimeGetVersion"), version);
            if (code != 0) {
                throw new NativeCallException(library.name(), "cudaRuntimeGetVersion", code, "no version");
            }
            return versionText(version.get(JAVA_INT, 0));
        }
    }

    /** CUDA's 1000 · major + 10 · minor as text: 13000 is {@code 13.0}. */
    public static String versionText(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }
}
