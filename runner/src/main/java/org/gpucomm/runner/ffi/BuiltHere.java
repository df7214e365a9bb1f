package org.gpucomm.runner.ffi;

import java.nio.file.Path;
import java.util.Map;

/**
 * Folder in which {@code gpucomm doctor --build} puts what it compiles on a GPU host, and in which it is looked for.
 */
public final class BuiltHere {

    private BuiltHere() {}

    /** Returns {@code ~/.cache/gpucomm}, or that of XDG_CACHE_HOME. */
    public static Path folder(Map<String, String> environment) {
        var cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (cache.isBlank() ? Path.of(environment.getOrDefault("HOME", "/"), ".cache") : Path.of(cache))
                .resolve("gpucomm");
    }

    /** Returns where the kernels of {@code native/kernels} are. */
    public static Path kernels(Map<String, String> environment) {
        return folder(environment).resolve("kernels");
    }

    /** Returns where the shim over NVSHMEM is. */
    public static Path nvshmemShim(Map<String, String> environment) {
        return folder(environment).resolve("libgpucomm_nvshmem.so");
    }
}
