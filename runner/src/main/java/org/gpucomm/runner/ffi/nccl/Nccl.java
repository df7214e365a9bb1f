package org.gpucomm.runner.ffi.nccl;

import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;

/**
 * NCCL library ({@code libnccl}) that was found.
 *
 * @param version version, for example {@code 2.28.3}
 * @param path    file that was loaded
 */
public record Nccl(String version, String path) {

    static final List<String> SONAMES = List.of("libnccl.so.2", "libnccl.so");

    public static Availability<Nccl> load(LibrarySearch search) {
        return Libraries.load("NCCL", search.candidates("GPUCOMM_NCCL_LIBRARY", SONAMES),
                library -> new Nccl(versionText(library.number("ncclGetVersion",
                        library.functions(NcclFunctions.class)::ncclGetVersion)), library.path()));
    }

    /** Returns NCCL_VERSION as text: 1000 · major + 100 · minor + patch up to 2.8, 10000 · major + 100 · minor + patch since 2.9. */
    public static String versionText(int version) {
        int unit = version < 10_000 ? 1000 : 10_000;
        return version / unit + "." + version % unit / 100 + "." + version % 100;
    }
}
