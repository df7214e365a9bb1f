package org.gpucomm.runner.bench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** GPUs and NCCL on host memory, built from {@code native/fake} by the C compiler of this machine, and bench run on them. */
public final class FakeGpus {

    private static final Path SOURCES = Path.of("../native/fake");
    /** A thousand operations would take longer here than on GPUs, and there is no time to save. */
    private static final List<String> QUICK = List.of("--code-warmups", "10", "-w", "1", "-n", "3");

    private static @Nullable FakeGpus shared;

    private final Path folder;

    private FakeGpus(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the fakes that all tests share which run bench in this process: the loader takes the libcuda that libnccl needs
     * for the first one that was loaded, whatever its folder.
     */
    static synchronized FakeGpus shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = build(
                    Path.of("target", "fake-gpus-" + ProcessHandle.current().pid()).toAbsolutePath());
        }
        return shared;
    }

    /** @param definitions for the C compiler: {@code -DFAKE_OLD} */
    public static FakeGpus build(Path folder, String... definitions) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(bin -> Files.isExecutable(Path.of(bin, "cc"))),
                "no C compiler (install gcc)");
        var command = new ArrayList<>(List.of(SOURCES.resolve("build.sh").toString(), folder.toString()));
        command.addAll(List.of(definitions));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("native/fake/build.sh failed: " + output);
        }
        return new FakeGpus(folder);
    }

    /** What names the fakes, and lets nothing else in. */
    public Map<String, String> environment() {
        return Map.of("GPUCOMM_CUDA_LIBRARY", folder.resolve("libcuda.so.1").toString(), "GPUCOMM_CUDART_LIBRARY",
                folder.resolve("libcudart.so.13").toString(), "GPUCOMM_NCCL_LIBRARY",
                folder.resolve("libnccl.so.2").toString(), "GPUCOMM_KERNELS", folder.resolve("kernels").toString(),
                "GPUCOMM_LIBFABRIC_LIBRARY", "none", "GPUCOMM_NVSHMEM_LIBRARY", "none", "GPUCOMM_NVML_LIBRARY", "none");
    }

    /** Returns the fake of the shim over NVSHMEM, which {@link #environment} leaves out. */
    public Path nvshmemShim() {
        return folder.resolve("libgpucomm_nvshmem.so");
    }

    /** Runs bench in this process, on two GPUs. */
    Outcome bench(String... arguments) {
        return bench(environment(), arguments);
    }

    static Outcome bench(Map<String, String> environment, String... arguments) {
        var out = new ByteArrayOutputStream();
        var messages = new ByteArrayOutputStream();
        var command = BenchCommand.commandLine(Families.ALL, environment,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(messages, true, StandardCharsets.UTF_8));
        int code = command.execute(quick(List.of(arguments)).toArray(String[]::new));
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), messages.toString(StandardCharsets.UTF_8));
    }

    /** Runs bench in a process of its own, which faults may end. */
    Outcome benchApart(Map<String, String> faults, String... arguments) throws IOException, InterruptedException {
        return start(faults, arguments).outcome();
    }

    /** Runs bench with a process a GPU and NVSHMEM. Outcomes in order of rank. @param file for the rows, which rank 0 writes; null = none */
    List<Outcome> benchByProcesses(Map<String, String> faults, int ranks, @Nullable Path file, List<String> arguments)
            throws IOException, InterruptedException {
        var variables = new HashMap<>(faults);
        variables.put("GPUCOMM_NVSHMEM_SHIM", nvshmemShim().toString());
        int port = freePort();
        var started = new ArrayList<Started>();
        for (int rank = 0; rank < ranks; rank++) {
            var all = new ArrayList<>(arguments);
            all.addAll(List.of("-g", "1", "--rank", "" + rank, "--ranks", "" + ranks, "--rendezvous",
                    "127.0.0.1:" + port));
            if (rank == 0 && file != null) {
                all.addAll(List.of("-O", file.toString()));
            }
            started.add(start(variables, all.toArray(String[]::new)));
        }
        var outcomes = new ArrayList<Outcome>();
        for (var each : started) {
            outcomes.add(each.outcome());
        }
        return outcomes;
    }

    Started start(Map<String, String> faults, String... arguments) throws IOException {
        var command = new ArrayList<>(program());
        command.add("bench");
        command.addAll(quick(List.of(arguments)));
        var builder = new ProcessBuilder(command);
        var variables = new HashMap<>(environment());
        variables.putAll(faults);
        builder.environment().keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|FAKE|GPUCOMM)_.*|RANK"));
        builder.environment().putAll(variables);
        var out = File.createTempFile("bench", ".out", folder.toFile());
        var messages = File.createTempFile("bench", ".err", folder.toFile());
        return new Started(builder.redirectOutput(out).redirectError(messages).start(), out.toPath(),
                messages.toPath());
    }

    /**
     * Returns a port at which nothing listens now. It lies below the range from which Linux takes the ports of connections, so that
     * none of them takes it before the caller does.
     */
    public static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // The next one may be free.
            }
        }
    }

    /** What stands before {@code bench}. */
    public static List<String> program() {
        return java("--illegal-native-access=deny", "org.gpucomm.runner.Main");
    }

    /** Returns what starts a class of these tests, with the options that every Java of the runner has. */
    public static List<String> java(String... optionsAndClass) {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("target/classes/java.options").toAbsolutePath(), "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(optionsAndClass));
        return List.copyOf(command);
    }

    private static List<String> quick(List<String> arguments) {
        var all = new ArrayList<>(arguments);
        for (int i = 0; i < QUICK.size(); i += 2) {
            if (!arguments.contains(QUICK.get(i))) {
                all.addAll(QUICK.subList(i, i + 2));
            }
        }
        return all;
    }

    /** A process of bench. */
    record Started(Process process, Path out, Path messages) {

        private static final Duration LONGEST = Duration.ofSeconds(90);

        Outcome outcome() throws IOException, InterruptedException {
            boolean ended = process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
            process.destroyForcibly().waitFor();
            return new Outcome(ended ? process.exitValue() : -1, Files.readString(out), Files.readString(messages));
        }
    }

    /** @param code exit code; -1 if it did not end by itself */
    record Outcome(int code, String out, String messages) {

        /** The rows of the table. */
        List<Row> rows() {
            return out.lines().filter(line -> line.matches(" +\\d.*")).map(Row::of).toList();
        }
    }

    /** A row of the table; times and bandwidths of both placements, wrong elements as printed. */
    record Row(long bytes, long count, String type, String redop, int root, double time, double algbw, double busbw,
            String wrong, String timeInPlace, String wrongInPlace) {

        static Row of(String line) {
            var cells = line.strip().split(" +");
            return new Row(Long.parseLong(cells[0]), Long.parseLong(cells[1]), cells[2], cells[3],
                    Integer.parseInt(cells[4]), Double.parseDouble(cells[5]), Double.parseDouble(cells[6]),
                    cells[7].equals("N/A") ? Double.NaN : Double.parseDouble(cells[7]), cells[8], cells[9],
                    cells[12]);
        }
    }
}
