package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.runner.ffi.LocalBuild;
import org.gpucomm.runner.host.DoctorFinding.Status;

/**
 * Build of the native parts that must be compiled on a GPU host, from sources in the jar.
 *
 * @param environment      environment of the compiler, which also determines the output folder
 * @param kernelsArePacked whether the jar contains compiled kernels, which then are not compiled again
 */
record NativeBuild(Map<String, String> environment, boolean kernelsArePacked) {

    /** Resource folder of the sources, with the structure of {@code native}, and of the list of their names. */
    private static final String SOURCES = "/org/gpucomm/runner/sources/";
    private static final String LIST = SOURCES + "list.txt";

    NativeBuild(Map<String, String> environment) {
        this(environment, NativeBuild.class.getResource("/org/gpucomm/runner/kernels/check.fatbin") != null);
    }

    /** Compiles all parts. Returns a finding for each, {@link Status#MISSING} if it could not be compiled. */
    List<DoctorFinding> findings() throws IOException, InterruptedException {
        var sources = Files.createTempDirectory("gpucomm-native");
        try {
            unpack(sources);
            var kernels = LocalBuild.kernels(environment);
            return List.of(kernelsArePacked
                    ? new DoctorFinding(Status.OK, "Kernels", "this build brings them", List.of())
                    : made("Kernels", List.of(sources.resolve("build.sh").toString(), kernels.toString()),
                            kernels.resolve("check.fatbin"), kernels),
                    made("NVSHMEM shim", List.of(sources.resolve("shim/nvshmem/build.sh").toString(),
                            LocalBuild.nvshmemShim(environment).toString()), LocalBuild.nvshmemShim(environment),
                            LocalBuild.nvshmemShim(environment)));
        } finally {
            delete(sources);
        }
    }

    /** Runs a build command, which must create the file {@code proof}, and returns the finding about the output. */
    private DoctorFinding made(String subject, List<String> command, Path proof, Path output)
            throws IOException, InterruptedException {
        Files.deleteIfExists(proof);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        long began = System.nanoTime();
        var process = builder.start();
        var words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        return code == 0 && Files.isRegularFile(proof)
                ? new DoctorFinding(Status.OK, subject,
                        "compiled in " + (System.nanoTime() - began) / 1_000_000_000 + " s",
                        List.of(output.toString()))
                : new DoctorFinding(Status.MISSING, subject, "not compiled", words.lines().toList());
    }

    private static void unpack(Path folder) throws IOException {
        for (var name : names()) {
            var file = folder.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try (var packed = NativeBuild.class.getResourceAsStream(SOURCES + name)) {
                Files.write(file, Objects.requireNonNull(packed, name).readAllBytes());
            }
            if (name.endsWith(".sh")) {
                Files.setPosixFilePermissions(file, Set.of(PosixFilePermission.values()));
            }
        }
    }

    private static List<String> names() throws IOException {
        try (var list = NativeBuild.class.getResourceAsStream(LIST)) {
            return new String(Objects.requireNonNull(list, "no sources in this build").readAllBytes(),
                    StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
