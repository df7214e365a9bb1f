package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * The benchmark and the library that it measured, as printed; null if unknown.
 *
 * @param tool    benchmark: {@code nccl-tests}, {@code nvshmem-perftest}, {@code jacobi}, {@code study} …
 * @param library communication library: {@code nccl}, {@code nvshmem}, {@code libfabric} …
 */
public record Stack(String tool, @Nullable String toolVersion, @Nullable String library,
        @Nullable String libraryVersion) {

    public Stack {
        if (tool.isBlank()) {
            throw new IllegalArgumentException("tool must not be blank");
        }
    }
}
