package org.gpucomm.runner.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LocalBuild;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.rig.MissingException;

/** Loader of the compiled kernels of {@code native/kernels}. */
public final class KernelImage {

    /** Environment variable that names a folder with compiled kernels to load instead of those of this build. */
    private static final String VARIABLE = "GPUCOMM_KERNELS";

    private KernelImage() {}

    /** Loads kernels like {@link #of}; throws a {@link MissingException} with the reason if there are none. */
    public static byte[] required(String family, String name, LibrarySearch search) {
        return switch (of(name, search.environment())) {
            case Availability.Present<byte[]>(var bytes) -> bytes;
            case Availability.Absent<byte[]> absent -> throw new MissingException(family + " needs " + absent.words());
        };
    }

    /** Loads the kernels of one file of {@code native/kernels}, named without extension. */
    public static Availability<byte[]> of(String name, Map<String, String> environment) {
        var named = environment.getOrDefault(VARIABLE, "");
        var built = LocalBuild.kernels(environment).resolve(name + ".fatbin");
        try (var packed = KernelImage.class.getResourceAsStream("/org/gpucomm/runner/kernels/" + name + ".fatbin")) {
            if (!named.isBlank()) {
                return new Availability.Present<>(Files.readAllBytes(Path.of(named, name + ".fatbin")));
            }
            if (packed != null) {
                return new Availability.Present<>(packed.readAllBytes());
            }
            return Files.isRegularFile(built)
                    ? new Availability.Present<>(Files.readAllBytes(built))
                    : absent(
                            "this build has no kernels, for it was made without nvcc; gpucomm doctor --build makes them "
                                    + "where nvcc is, and " + VARIABLE + " can name a folder that has them");
        } catch (IOException e) {
            return absent("the kernels cannot be read: " + e);
        }
    }

    private static Availability<byte[]> absent(String why) {
        return new Availability.Absent<>("kernels", List.of(why));
    }
}
