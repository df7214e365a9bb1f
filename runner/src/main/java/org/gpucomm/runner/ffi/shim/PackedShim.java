package org.gpucomm.runner.ffi.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * Shim that the build compiles and packs into the jar, because it needs nothing from the GPU host.
 *
 * @param name     name of the library for messages
 * @param variable environment variable that names another file to load instead
 * @param file     file name, for example {@code libgpucomm_fabric.so}
 * @param source   folder of the source, for example {@code native/shim/fabric}
 * @param needs    what the build needs to compile the shim
 */
record PackedShim(String name, String variable, String file, String source, String needs) {

    /** Loads and binds the shim, from a temporary file, because the loader only takes files. */
    <T> Availability<T> load(LibrarySearch search, Function<NativeLibrary, T> binding) {
        var named = search.environment().get(variable);
        if (named != null && !named.isBlank()) {
            return NativeLibrary.load(name, List.of(named), binding);
        }
        try (var packed = PackedShim.class.getResourceAsStream("/org/gpucomm/runner/shim/" + file)) {
            return packed == null
                    ? absent("this build has no shim for it, for it was made without " + needs + "; "
                            + variable + " can name a " + file + " that " + source + "/build.sh made")
                    : loaded(packed.readAllBytes(), binding);
        } catch (IOException e) {
            return absent("its shim cannot be unpacked: " + e);
        }
    }

    /** Loads an unpacked copy. The mapping outlives the deleted file, so nothing is left behind however the process ends. */
    private <T> Availability<T> loaded(byte[] library, Function<NativeLibrary, T> binding) throws IOException {
        Path unpacked = Files.createTempFile(file.replace(".so", ""), ".so");
        try {
            Files.write(unpacked, library);
            return NativeLibrary.load(name, List.of(unpacked.toString()), binding);
        } finally {
            Files.delete(unpacked);
        }
    }

    private <T> Availability<T> absent(String reason) {
        return new Availability.Absent<>(name, List.of(reason));
    }
}
