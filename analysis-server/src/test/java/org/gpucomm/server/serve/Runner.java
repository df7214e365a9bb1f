package org.gpucomm.server.serve;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The runner in processes of its own, on GPUs and an NCCL of host memory, built from {@code native/fake}. */
final class Runner {

    private static final int LONGEST_SECONDS = 240;

    private final Path fakes;
    private final int gpus;

    private Runner(Path fakes, int gpus) {
        this.fakes = fakes;
        this.gpus = gpus;
    }

    /** The test is skipped, saying so, where there is no C compiler. */
    static Runner onFakes(Path folder, int gpus) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(bin -> Files.isExecutable(Path.of(bin, "cc"))),
                "no C compiler (install gcc)");
        var build = new ProcessBuilder("../native/fake/build.sh", folder.toString()).redirectErrorStream(true).start();
        var output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (build.waitFor() != 0) {
            throw new IOException("native/fake/build.sh failed: " + output);
        }
        return new Runner(folder, gpus);
    }

    /** What it prints and how it ends; {@code bench} and {@code run} are its commands. */
    ServerProcess.Ended run(String... arguments) throws IOException, InterruptedException {
        var out = Files.createTempFile(fakes, "runner", ".out");
        var process = start(out, "org.gpucomm.runner.Main", List.of(arguments));
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("still running: " + String.join(" ", arguments) + "\n" + Files.readString(out));
            }
            return new ServerProcess.Ended(process.exitValue(), Files.readString(out));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Runs a line of a shell in a folder, where {@code gpucomm} is this runner. */
    ServerProcess.Ended shell(Path folder, String line) throws IOException, InterruptedException {
        var program = Files.writeString(Files.createDirectories(fakes.resolve("bin")).resolve("gpucomm"),
                "#!/bin/sh\nexec '" + String.join("' '", java("org.gpucomm.runner.Main")) + "' \"$@\"\n");
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made a program");
        }
        var out = Files.createTempFile(fakes, "shell", ".out");
        var builder = started(List.of("sh", "-c", line), out).directory(folder.toFile());
        builder.environment().merge("PATH", program.getParent().toString(), (path, bin) -> bin + ":" + path);
        var process = builder.start();
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("still running: " + line + "\n" + Files.readString(out));
            }
            return new ServerProcess.Ended(process.exitValue(), Files.readString(out));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * Starts {@code bench} with the family that the runner's tests add, which needs no GPU.
     *
     * @return what its first process prints and how it ends
     */
    ServerProcess.Ended hostCopies(int processes, String rendezvous, String... arguments)
            throws IOException, InterruptedException {
        var started = new ArrayList<Process>();
        var out = Files.createTempFile(fakes, "copies", ".out");
        for (int rank = 0; rank < processes; rank++) {
            var command = new ArrayList<>(List.of("bench", "host", "memcpy", "--rank", "" + rank, "--ranks",
                    "" + processes, "--rendezvous", rendezvous));
            command.addAll(List.of(arguments));
            started.add(start(rank == 0 ? out : Files.createTempFile(fakes, "copies", ".out"),
                    "org.gpucomm.runner.bench.HostCopy", command));
        }
        for (var process : started) {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("still running\n" + Files.readString(out));
            }
        }
        return new ServerProcess.Ended(started.getFirst().exitValue(), Files.readString(out));
    }

    /** Where the runner's tests are compiled to; the build does that before it comes to the server. */
    static Path testsOfTheRunner() {
        return Path.of("../runner/target/test-classes").toAbsolutePath();
    }

    private Process start(Path out, String mainClass, List<String> arguments) throws IOException {
        var command = new ArrayList<>(java(mainClass));
        command.addAll(arguments);
        return started(command, out).start();
    }

    private static List<String> java(String mainClass) {
        return List.of(ProcessHandle.current().info().command().orElseThrow(), "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny", "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + testsOfTheRunner(), mainClass);
    }

    private ProcessBuilder started(List<String> command, Path out) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|FAKE|GPUCOMM)_.*|RANK|WORLD_SIZE"));
        environment.putAll(Map.of("GPUCOMM_CUDA_LIBRARY", library("libcuda.so.1"), "GPUCOMM_CUDART_LIBRARY",
                library("libcudart.so.13"), "GPUCOMM_NCCL_LIBRARY", library("libnccl.so.2"), "GPUCOMM_KERNELS",
                library("kernels"), "GPUCOMM_LIBFABRIC_LIBRARY", "none", "GPUCOMM_NVSHMEM_LIBRARY", "none",
                "GPUCOMM_NVML_LIBRARY", "none", "FAKE_CUDA_DEVICES", Integer.toString(gpus), "GPUCOMM_SPOOL",
                fakes.resolve("spool").toString()));
        return builder;
    }

    private String library(String name) {
        return fakes.resolve(name).toString();
    }
}
