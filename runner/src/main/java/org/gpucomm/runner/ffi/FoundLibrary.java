package org.gpucomm.runner.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Library that was found; gpucomm only reports its version.
 *
 * @param version version, for example {@code 13.0} of the CUDA runtime or {@code 3.4.5} of NVSHMEM
 * @param path    file that was loaded
 */
public record FoundLibrary(String version, String path) {

    /** Finds the CUDA runtime ({@code libcudart}). */
    public static Availability<FoundLibrary> cudaRuntime(LibrarySearch search) {
        var candidates = search.candidates("GPUCOMM_CUDART_LIBRARY",
                List.of("libcudart.so.13", "libcudart.so.12", "libcudart.so"));
        return NativeLibrary.load("CUDA runtime", candidates,
                library -> new FoundLibrary(cudaVersion(library.number("cudaRuntimeGetVersion",
                        library.functions(RuntimeFunctions.class)::cudaRuntimeGetVersion)), library.path()));
    }

    /** Finds NVSHMEM's host library. */
    public static Availability<FoundLibrary> nvshmem(LibrarySearch search) {
        var candidates = search.candidates("GPUCOMM_NVSHMEM_LIBRARY",
                List.of("libnvshmem_host.so.3", "libnvshmem_host.so"));
        return NativeLibrary.load("NVSHMEM", candidates, library -> {
            try (var arena = Arena.ofConfined()) {
                var major = arena.allocate(JAVA_INT);
                var minor = arena.allocate(JAVA_INT);
                var patch = arena.allocate(JAVA_INT);
                library.functions(NvshmemVersion.class).nvshmemx_vendor_get_version_info(major, minor, patch);
                return new FoundLibrary(major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0) + "."
                        + patch.get(JAVA_INT, 0), library.path());
            }
        });
    }

    /** Returns CUDA's version number 1000 · major + 10 · minor as text: {@code 13.0} for 13000. */
    public static String cudaVersion(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }

    private interface RuntimeFunctions extends FunctionTable {

        int cudaRuntimeGetVersion(MemorySegment version);
    }

    private interface NvshmemVersion extends FunctionTable {

        void nvshmemx_vendor_get_version_info(MemorySegment major, MemorySegment minor, MemorySegment patch);
    }
}
