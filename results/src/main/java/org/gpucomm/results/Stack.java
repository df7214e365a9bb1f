package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * The software that measured and that was measured. All as printed; null = not known.
 *
 * @param tool           the benchmark: {@code nccl-tests}, {@code nvshmem-perftest}, {@code jacobi}, {@code study} …
 * @param library        the communication library: {@code nccl}, {@code nvshmem}, {@code libfabric} …
 */
public record Stack(String tool, @Nullable String toolVersion, @Nullable String library,
        @Nullable String libraryVersion) {

    public Stack {
        if (tool.isBlank()) {
            throw new IllegalArgumentException("tool must not be blank");
        }
    }
}
