package org.gpucomm.runner.ffi;

import java.nio.file.Path;
import java.util.Map;

/** Folder to which {@code gpucomm doctor --build} writes what it compiles, and from which gpucomm loads it. */
public final class LocalBuild {

    private LocalBuild() {}

    /** Returns {@code ~/.cache/gpucomm}, or {@code $XDG_CACHE_HOME/gpucomm} if the variable is set. */
    public static Path folder(Map<String, String> environment) {
        var cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (cache.isBlank() ? Path.of(environment.getOrDefault("HOME", "/"), ".cache") : Path.of(cache))
                .resolve("gpucomm");
    }

    /** Returns the folder of the compiled kernels of {@code native/kernels}. */
    public static Path kernels(Map<String, String> environment) {
        return folder(environment).resolve("kernels");
    }

    /** Returns the file of the compiled NVSHMEM shim. */
    public static Path nvshmemShim(Map<String, String> environment) {
        return folder(environment).resolve("libgpucomm_nvshmem.so");
    }
}
