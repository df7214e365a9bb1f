package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.Main;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.output.Parsed;

/** {@code bench fabric} as users start it, in processes of its own that end by themselves. */
final class FabricBench {

    private static final int LONGEST_SECONDS = 100;

    private FabricBench() {}

    /** Skips the test where the build has no shim or the host no libfabric, and says which. */
    static void needed(String provider) {
        var fabric = Fabric.load(LibrarySearch.ofThisMachine());
        assumeTrue(fabric instanceof Availability.Present<Fabric>,
                "no libfabric (install gcc and libfabric-dev)");
        assumeTrue(!((Availability.Present<Fabric>) fabric).library().domains(provider, false).isEmpty(),
                () -> "libfabric offers no provider " + provider + " (install another libfabric)");
    }

    /** What a process wrote and how it ended. */
    record Run(int code, String out) {}

    /** The processes of one benchmark, first process 0. */
    record Runs(List<Run> processes, List<Measurement> rows, Path file) {

        Run first() {
            return processes.getFirst();
        }
    }

    /** Returns variables for GPUs whose memory is the host's, and for the libfabric of this host as if built for them. */
    static Map<String, String> gpus(Path folder) throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/include/rdma/fabric.h")), "no libfabric (install gcc and libfabric-dev)");
        var fakes = FakeGpus.build(folder.resolve("fakes"));
        var library = folder.resolve("libfabric_for_gpus.so");
        var compiled = new ProcessBuilder("cc", "-std=gnu11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror",
                "-o", library.toString(), "../native/fake/fabric.c", "-ldl").redirectErrorStream(true).start();
        var output = new String(compiled.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiled.waitFor()).as(output).isZero();
        var variables = new HashMap<>(fakes.environment());
        variables.put("GPUCOMM_LIBFABRIC_LIBRARY", library.toString());
        return variables;
    }

    /** Runs it in one process with these variables. */
    static Runs alone(Path folder, Map<String, String> variables, String... arguments) throws Exception {
        var csv = Files.createTempDirectory(folder, "alone").resolve("rows.csv");
        var run = start(List.of(), variables, with(arguments, "-O", csv.toString())).ended();
        return new Runs(List.of(run), rows(csv), csv);
    }

    /** Starts a process. */
    static Started start(List<String> prefix, String... arguments) throws IOException {
        return start(prefix, Map.of(), arguments);
    }

    /** Starts a process with these variables. */
    static Started start(List<String> prefix, Map<String, String> variables, String... arguments)
            throws IOException {
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "bench", "fabric"));
        command.addAll(List.of(arguments));
        var out = File.createTempFile("fabric", ".out");
        out.deleteOnExit();
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out);
        builder.environment().putAll(variables);
        builder.environment().put("GPUCOMM_SECRET", "known to the processes of this test");
        return new Started(builder.start(), out);
    }

    record Started(Process process, File out) {

        /**
         * Returns once the process has printed this, however slow the machine is.
         *
         * @throws AssertionError with what it printed, if it ends without
         */
        void printed(String text) throws IOException, InterruptedException {
            while (!Files.readString(out.toPath(), StandardCharsets.UTF_8).contains(text)) {
                if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError(Files.readString(out.toPath(), StandardCharsets.UTF_8));
                }
            }
        }

        Run ended() throws IOException, InterruptedException {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            return new Run(process.exitValue(), Files.readString(out.toPath(), StandardCharsets.UTF_8));
        }
    }

    /** Runs it in one process, in which two seats meet. */
    static Runs alone(Path folder, String... arguments) throws Exception {
        return alone(folder, Map.of(), arguments);
    }

    /** Runs it in two processes with a seat each. */
    static Runs two(Path folder, String... arguments) throws Exception {
        var csv = Files.createTempDirectory(folder, "two").resolve("rows.csv");
        int port = FakeGpus.freePort();
        var second = start(List.of(),
                with(arguments, "--rank", "1", "--ranks", "2", "--rendezvous", "127.0.0.1:" + port));
        var first = start(List.of(), with(arguments, "--rank", "0", "--ranks", "2", "--rendezvous", "127.0.0.1:" + port,
                "-O", csv.toString()));
        return new Runs(List.of(first.ended(), second.ended()), rows(csv), csv);
    }

    static String[] with(String[] some, String... more) {
        var all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    static List<Measurement> rows(Path csv) throws Exception {
        return Files.exists(csv) && Files.size(csv) > 0 ? Parsed.rows(csv) : List.of();
    }
}
