package org.gpucomm.runner.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The compiled kernels of {@code native/}, or why there are none. */
sealed interface KernelImage {

    record Present(byte[] bytes) implements KernelImage {}

    record Absent(String why) implements KernelImage {}

    /** A file to load instead of what this build brings. */
    String VARIABLE = "GPUCOMM_KERNELS";

    String RESOURCE = "kernels.fatbin";

    static KernelImage of(Map<String, String> environment) {
        var named = environment.get(VARIABLE);
        try (var packed = KernelImage.class.getResourceAsStream(RESOURCE)) {
            if (named != null && !named.isBlank()) {
                return new Present(Files.readAllBytes(Path.of(named)));
            }
            return packed == null
                    ? new Absent("this build has no kernels, for it was made without nvcc; " + VARIABLE
                            + " can name a file that native/build.sh made")
                    : new Present(packed.readAllBytes());
        } catch (IOException e) {
            return new Absent("the kernels cannot be read: " + e);
        }
    }
}
