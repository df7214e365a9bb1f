package org.gpucomm.runner.ffi.shim;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * NVSHMEM's host library that was found.
 *
 * @param version version, for example {@code 3.4.5}
 * @param path    file that was loaded
 */
public record Nvshmem(String version, String path) {

    public static Availability<Nvshmem> load(LibrarySearch search) {
        return Libraries.load("NVSHMEM",
                search.candidates("GPUCOMM_NVSHMEM_LIBRARY", List.of("libnvshmem_host.so.3", "libnvshmem_host.so")),
                library -> new Nvshmem(versionOf(library), library.path()));
    }

    private static String versionOf(NativeLibrary library) {
        try (var arena = Arena.ofConfined()) {
            var major = arena.allocate(JAVA_INT);
            var minor = arena.allocate(JAVA_INT);
            var patch = arena.allocate(JAVA_INT);
            library.functions(VersionFunctions.class).nvshmemx_vendor_get_version_info(major, minor, patch);
            return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0) + "." + patch.get(JAVA_INT, 0);
        }
    }

    private interface VersionFunctions extends FunctionTable {

        void nvshmemx_vendor_get_version_info(MemorySegment major, MemorySegment minor, MemorySegment patch);
    }
}
