package org.gpucomm.runner.ffi.nccl;

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
 * NCCL ({@code libnccl}).
 *
 * @param version {@code 2.28.3}
 * @param path    the file that was loaded
 */
public record Nccl(String version, String path) {

    static final List<String> SONAMES = List.of("libnccl.so.2", "libnccl.so");

    public static Availability<Nccl> load(LibrarySearch search) {
        return Libraries.load("NCCL", search.candidates("GPUCOMM_NCCL_LIBRARY", SONAMES),
                library -> new Nccl(versionOf(library), library.path()));
    }

    private static String versionOf(NativeLibrary library) {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(JAVA_INT);
            int code = Libraries.call(library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS), "ncclGetVersion"),
                    version);
            if (code != 0) {
                throw new NativeCallException(library.name(), "ncclGetVersion", code, "no version");
            }
            return versionText(version.get(JAVA_INT, 0));
        }
    }

    /** nccl.h's NCCL_VERSION: 1000 · major + 100 · minor + patch up to 2.8, 10000 · major + 100 · minor + patch since. */
    public static String versionText(int version) {
        int unit = version < 10_000 ? 1000 : 10_000;
        return version / unit + "." + version % unit / 100 + "." + version % 100;
    }
}
