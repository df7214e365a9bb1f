package org.gpucomm.runner.ffi;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Shared libraries built from {@code src/test/c} by the C compiler of this machine. */
public final class FakeLibraries {

    private FakeLibraries() {}

    /** Builds {@code src/test/c/<source>.c} into the folder; the test is skipped, saying so, where there is no compiler. */
    public static Path build(String source, Path folder) throws IOException, InterruptedException {
        assumeTrue(hasCompiler(), "no C compiler (install gcc)");
        var library = folder.resolve("lib" + source + ".so");
        var process = new ProcessBuilder(
                List.of("cc", "-shared", "-fPIC", "-o", library.toString(), "src/test/c/" + source + ".c"))
                .redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("cc failed on " + source + ".c: " + output);
        }
        return library;
    }

    private static boolean hasCompiler() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
    }
}
