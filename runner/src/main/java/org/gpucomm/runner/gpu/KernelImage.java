package org.gpucomm.runner.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.runner.ffi.LocalBuild;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.rig.MissingException;

/** Compiled kernels of {@code native/kernels}, or the reason why there are none. */
public sealed interface KernelImage {

    record Present(byte[] bytes) implements KernelImage {}

    record Absent(String why) implements KernelImage {}

    /** Returns why there are no kernels; empty if there are. */
    default Optional<String> missing() {
        return this instanceof Absent(var why) ? Optional.of("kernels: " + why) : Optional.empty();
    }

    /** Environment variable that names a folder with compiled kernels to load instead of those of this build. */
    String VARIABLE = "GPUCOMM_KERNELS";

    /** Loads kernels like {@link #of}; throws a {@link MissingException} with the reason if there are none. */
    static Present required(String family, String name, LibrarySearch search) {
        return switch (of(name, search.environment())) {
            case Present present -> present;
            case Absent absent -> throw new MissingException(family + " needs kernels: " + absent.why());
        };
    }

    /** Loads the kernels of one file of {@code native/kernels}, named without extension. */
    static KernelImage of(String name, Map<String, String> environment) {
        var named = environment.getOrDefault(VARIABLE, "");
        var built = LocalBuild.kernels(environment).resolve(name + ".fatbin");
        try (var packed = KernelImage.class.getResourceAsStream("/org/gpucomm/runner/kernels/" + name + ".fatbin")) {
            if (!named.isBlank()) {
                return new Present(Files.readAllBytes(Path.of(named, name + ".fatbin")));
            }
            if (packed != null) {
                return new Present(packed.readAllBytes());
            }
            return Files.isRegularFile(built)
                    ? new Present(Files.readAllBytes(built))
                    : new Absent(
                            "this build has no kernels, for it was made without nvcc; gpucomm doctor --build makes them "
                                    + "where nvcc is, and " + VARIABLE + " can name a folder that has them");
        } catch (IOException e) {
            return new Absent("the kernels cannot be read: " + e);
        }
    }
}
