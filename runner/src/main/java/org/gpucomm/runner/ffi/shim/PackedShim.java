package org.gpucomm.runner.ffi.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * A shim that a build compiles and packs beside the classes, because it needs nothing of the GPU host.
 *
 * @param name     of what is there if it loads, for messages
 * @param variable names another file instead of what the build brings
 * @param file     {@code libgpucomm_fabric.so}
 * @param source   of the shim: {@code native/shim/fabric}
 * @param needs    what a build without the shim lacked
 */
record PackedShim(String name, String variable, String file, String source, String needs) {

    /** Loads and binds, or says why not. The loader takes a file only, which is gone when this returns. */
    <T> Availability<T> load(LibrarySearch search, Function<NativeLibrary, T> binding) {
        var named = search.environment().get(variable);
        if (named != null && !named.isBlank()) {
            return Libraries.load(name, List.of(named), binding);
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

    /** What is mapped stays when its name is removed, and then nothing is left behind however the process ends. */
    private <T> Availability<T> loaded(byte[] library, Function<NativeLibrary, T> binding) throws IOException {
        Path unpacked = Files.createTempFile(file.replace(".so", ""), ".so");
        try {
            Files.write(unpacked, library);
            return Libraries.load(name, List.of(unpacked.toString()), binding);
        } finally {
            Files.delete(unpacked);
        }
    }

    private <T> Availability<T> absent(String reason) {
        return new Availability.Absent<>(name, List.of(reason));
    }
}
