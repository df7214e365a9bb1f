package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.canonical.FingerprintFile;
import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.bench.FakeGpus.Started;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.PrintedTable;
import org.gpucomm.runner.rig.Family;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine.Model.CommandSpec;

/** A family of one file ({@link HostCopy}), on a host where there is neither a GPU nor a library. */
class FamilyTest {

    private static final Map<String, String> NOTHING_HERE = Map.of("GPUCOMM_CUDA_LIBRARY", "libnope.so",
            "GPUCOMM_NCCL_LIBRARY", "libnope.so", "GPUCOMM_NVML_LIBRARY", "none", "GPUCOMM_LIBFABRIC_LIBRARY", "none",
            "GPUCOMM_NVSHMEM_LIBRARY", "none", "GPUCOMM_CUDART_LIBRARY", "none");

    @TempDir
    Path folder;

    @Test
    void everyFamilyOfTheOneListHasItsClass() {
        assertThat(Families.ALL).extracting(Family::about).isEqualTo(Bench.ALL);
        assertThat(Bench.ALL).extracting(Bench::id).doesNotHaveDuplicates();
    }

    @Test
    void everyFamilyIsListedWithItsOperationsAndWhyItCannotRunHere() {
        var text = bench("--list");
        assertThat(text.code()).isZero();
        assertThat(text.out()).containsSubsequence("host  Copies of memory on the host", "It can run here.", "memcpy ",
                "nccl  Operations of NCCL", "It cannot run here: CUDA driver: libnope.so", "moe_combine ");
        var families = Json.parse(bench("--list", "--format", "json").out());
        assertThat((List<?>) families).hasSize(2);
        assertThat(bench("host", "--list", "--format", "json").out()).contains("\"available\":true")
                .doesNotContain("nccl");
    }

    @Test
    void eachFamilyHasHelpOfItsOwn() {
        assertThat(bench("host", "--help").out()).contains("bench host", "--spoil", "--minbytes", "--output", "--until")
                .doesNotContain("--datatype", "--gpus");
        assertThat(bench("--help").out()).contains("--datatype", "all_reduce, all_gather", "nccl", "host",
                "Copies of memory on the host");
    }

    @Test
    void itMeasuresWithoutAGpuAndTheFileSaysWhat() throws Exception {
        var file = folder.resolve("copies.csv");
        var outcome = bench("host", "memcpy", "-b", "1K", "-e", "4K", "-O", file.toString());
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("# gpucomm unreleased measures memcpy of host\n", "# wrong results: 0 OK");
        assertThat(outcome.out().lines().toList().getLast()).startsWith("# Memcpy with ").contains(" takes ");
        PrintedTable.saysWhatIsIn(file, outcome.out());
        assertThat(Parsed.rows(file)).extracting(row -> row.workload().operation(), row -> row.stack().library(),
                row -> row.workload().messageSize(), row -> String.valueOf(row.outcome().wrong()))
                .containsExactly(copied(1024), copied(2048), copied(4096));
        for (var row : Parsed.rows(file)) {
            // The bandwidth is the size over the time, recomputed from the file.
            var outcomeOfRow = row.outcome();
            assertThat(java.util.Objects.requireNonNull(outcomeOfRow.algbw()).doubleValue()).isCloseTo(
                    java.util.Objects.requireNonNull(row.workload().messageSize()).count()
                            / java.util.Objects.requireNonNull(outcomeOfRow.time()).doubleValue() / 1e3,
                    org.assertj.core.api.Assertions.withinPercentage(0.1));
        }
    }

    @Test
    void wrongBytesAreCountedAndGiveExitCode1() {
        var outcome = bench("host", "memcpy", "-b", "1K", "-e", "1K", "--spoil", "3");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("# wrong results: 1 FAILED");
    }

    @Test
    void twoProcessesMeasureTogetherAndAnInterruptedRunGoesOn() throws Exception {
        var file = folder.resolve("two.jsonl");
        assertThat(together("-b", "1K", "-e", "2K", "-O", file.toString()).messages()).isEmpty();
        var outcome = together("-b", "1K", "-e", "8K", "-O", file.toString(), "--resume");
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(outcome.out()).contains("# rank 0: ", "# rank 1: ");
        assertThat(Parsed.rows(file)).extracting(Measurement::section, row -> row.platform().ranks(),
                row -> row.workload().messageSize().count()).containsExactly(tuple(1, 2, 1024L), tuple(1, 2, 2048L),
                        tuple(1, 2, 4096L), tuple(1, 2, 8192L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvlink", "nvshmem", "proxy"})
    void everyMethodThatTheHelpNamesIsTaken(String id) {
        var family = Families.ALL.stream().filter(each -> each.about().id().equals(id)).findFirst().orElseThrow();
        var text = CommandSpec.forAnnotatedObject(family.options().get()).findOption("--ways").description()[0];
        // Groups such as "write, read: kernel, bulk."
        for (var group : text.substring(0, text.indexOf(" Several by")).split("\\. ?")) {
            for (var operation : group.substring(0, group.indexOf(':')).replace("Others", "broadcast").split(", ")) {
                for (var method : group.substring(group.indexOf(':') + 2).split(", ")) {
                    assertThat(bench(Families.ALL, id, operation, "--ways", method).messages())
                            .as(operation + " " + method).contains("cannot be used");
                }
            }
        }
    }

    @Test
    void theHostIsNamedAsTheKernelNamesIt() throws Exception {
        var file = folder.resolve("named.csv");
        assertThat(bench("host", "memcpy", "-b", "1K", "-e", "1K", "-O", file.toString()).code()).isZero();
        assertThat(FingerprintFile.beside(file).read().sections().get(1)).filteredOn(fact -> fact.name().equals("host"))
                .extracting(Fact::value)
                .containsExactly(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }

    @Test
    void argumentsAreCheckedBeforeALibraryIsOpened() {
        assertThat(bench("all_redcue").messages())
                .startsWith("gpucomm: there is no operation 'all_redcue'; there are all_reduce,")
                .contains("; and families with operations of their own: nccl, host");
        assertThat(bench("all_reduce", "-b", "foo").messages())
                .isEqualTo("gpucomm: 'foo' is no size; write bytes, or a number with K, M or G\n");
        assertThat(bench("all_reduce", "-n", "0").messages()).contains("--iters must be at least 1, was 0");
        assertThat(bench("all_reduce", "-O", "x.txt").messages()).contains("must end in .csv or .jsonl");
        assertThat(bench("all_reduce", "--upload", "host:8101").messages()).contains("--upload must be a URL");
        assertThat(bench("all_reduce", "-O", folder.resolve("no/x.csv").toString()).messages())
                .startsWith("gpucomm: --output: there is no folder ");
        assertThat(bench("host", "all_reduce").messages())
                .isEqualTo("gpucomm: there is no operation 'all_reduce'; there are memcpy\n");
        assertThat(bench("all_reduce").messages()).startsWith("gpucomm: CUDA driver cannot be used: libnope.so");
    }

    private static org.assertj.core.groups.Tuple copied(long bytes) {
        return tuple(Operation.MEMCPY, "host", new org.gpucomm.results.Bytes(bytes), "0");
    }

    private static Outcome bench(String... arguments) {
        return bench(HostCopy.FAMILIES, arguments);
    }

    private static Outcome bench(List<Family> families, String... arguments) {
        var out = new ByteArrayOutputStream();
        var messages = new ByteArrayOutputStream();
        int code = BenchCommand.commandLine(families, NOTHING_HERE,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(messages, true, StandardCharsets.UTF_8)).setOut(new java.io.PrintWriter(out, true))
                .execute(arguments);
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), messages.toString(StandardCharsets.UTF_8));
    }

    /** Two processes; the outcome of the first. */
    private Outcome together(String... arguments) throws IOException, InterruptedException {
        var rendezvous = "127.0.0.1:" + FakeGpus.freePort();
        var started = new ArrayList<Started>();
        for (int rank = 0; rank < 2; rank++) {
            var command = new ArrayList<>(FakeGpus.program());
            command.set(command.size() - 1, HostCopy.class.getName());
            command.addAll(List.of("bench", "host", "memcpy", "--rank", "" + rank, "--ranks", "2", "--rendezvous",
                    rendezvous));
            command.addAll(List.of(arguments));
            var builder = new ProcessBuilder(command);
            builder.environment().keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX)_.*|RANK"));
            builder.environment().putAll(NOTHING_HERE);
            var out = File.createTempFile("family", ".out", folder.toFile());
            var messages = File.createTempFile("family", ".err", folder.toFile());
            started.add(new Started(builder.redirectOutput(out).redirectError(messages).start(), out.toPath(),
                    messages.toPath()));
        }
        assertThat(started.get(1).outcome().code()).as(Files.readString(started.get(1).messages())).isZero();
        return started.get(0).outcome();
    }
}
