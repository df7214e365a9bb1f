package org.gpucomm.runner.ffi.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.jspecify.annotations.Nullable;

/** Shims that a build compiles and packs beside the classes, because they need nothing of the GPU host. */
final class PackedShim {

    private PackedShim() {}

    /**
     * Returns a file to load.
     *
     * @param variable names another file instead of what the build brings
     * @param file     {@code libgpucomm_fabric.so}
     * @return null if the build brings none
     */
    static @Nullable Path of(LibrarySearch search, String variable, String file) throws IOException {
        var named = search.environment().get(variable);
        if (named != null && !named.isBlank()) {
            return Path.of(named);
        }
        try (var packed = PackedShim.class.getResourceAsStream("/org/gpucomm/runner/shim/" + file)) {
            if (packed == null) {
                return null;
            }
            var unpacked = Files.createTempFile(file.replace(".so", ""), ".so");
            unpacked.toFile().deleteOnExit();
            Files.write(unpacked, packed.readAllBytes());
            return unpacked;
        }
    }
}
