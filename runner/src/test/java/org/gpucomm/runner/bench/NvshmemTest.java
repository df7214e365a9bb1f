package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.PrintedTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The family nvshmem, a process a GPU, on a fake of the shim whose symmetric memory the processes really share. */
class NvshmemTest {

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    @Test
    void everyWayOfAnAllToAllArrivesAsItMust() throws Exception {
        var file = folder.resolve("alltoall.csv");
        var outcomes = bench(Map.of(), 2, file, "alltoall", "-b", "1K", "-e", "32K", "-f", "32");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(Parsed.cells(file))
                .extracting(row -> row.get("variant") + " " + row.get("message_bytes") + " " + row.get("wrong"))
                .containsExactly("host 1024 0", "host 32768 0", "device+thread 1024 0", "device+warp 1024 0",
                        "device+warp 32768 0", "device+block 1024 0", "device+block 32768 0",
                        "device+put_signal 1024 0",
                        "device+put_signal 32768 0", "device+put_then_signal 1024 0", "device+put_then_signal 32768 0",
                        "device+stores 1024 0", "device+stores 32768 0");
        assertThat(Parsed.cells(file)).extracting(row -> row.get("library") + row.get("library_version"))
                .containsOnly("nvshmem3.4.5");
        PrintedTable.saysWhatIsIn(file, outcomes.getFirst().out());
    }

    @Test
    void otherOperationsArriveAsTheyMustAmongThree() throws Exception {
        for (var operation : List.of("all_gather", "all_reduce", "broadcast", "put", "get")) {
            var file = folder.resolve(operation + ".csv");
            var outcomes = bench(Map.of("FAKE_CUDA_DEVICES", "3"), 3, file, operation, "-b", "4800", "-e", "4800");
            assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0, 0);
            assertThat(Parsed.cells(file)).as(operation).isNotEmpty().allSatisfy(row -> assertThat(row.get("wrong"))
                    .isEqualTo(row.get("variant").endsWith("+ping") ? "" : "0"));
        }
    }

    @Test
    void theHeapHoldsTheLargestSizeInEveryProcess() throws Exception {
        var outcomes = bench(Map.of(), 2, null, "alltoall", "-b", "4M", "-e", "4M", "--ways", "host");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
    }

    @Test
    void theBestOfManyGridsIsASettingOfItsOwn() throws Exception {
        var file = folder.resolve("best.csv");
        var outcomes = bench(Map.of(), 2, file, "alltoall", "-b", "1K", "-e", "1K", "--ways", "block,stores", "--best");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(Parsed.cells(file)).extracting(row -> row.get("variant") + " " + row.get("settings"))
                .containsExactly("device+block grid=perftest;launches=one", "device+stores grid=best;launches=one");
    }

    @Test
    void aPutWithASignalIsTimedInEveryScope() throws Exception {
        var file = folder.resolve("ping.csv");
        var outcomes = bench(Map.of(), 2, file, "put", "-b", "1K", "-e", "1K", "--ways",
                "ping_thread,ping_warp,ping_block");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(Parsed.cells(file)).extracting(row -> row.get("variant") + " " + row.get("wrong"))
                .containsExactly("device+thread+ping 0", "device+warp+ping 0", "device+block+ping 0");
    }

    /** One thread moves some hundred MB/s: a sweep to large sizes would take minutes. */
    @Test
    void aPutThereAndBackByAThreadEndsWhereItWouldTakeMilliseconds() throws Exception {
        var file = folder.resolve("long.csv");
        var outcomes = bench(Map.of(), 2, file, "put", "-b", "16K", "-e", "1M", "-f", "8", "--ways",
                "ping_thread,ping_warp,ping_block");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(Parsed.cells(file)).extracting(row -> row.get("variant") + " " + row.get("message_bytes"))
                .containsExactly("device+thread+ping 16384", "device+warp+ping 16384", "device+warp+ping 131072",
                        "device+block+ping 16384", "device+block+ping 131072", "device+block+ping 1048576");
        assertThat(outcomes.getFirst().messages()).contains(
                "one thread or one warp would take milliseconds for a larger message: ping_thread to 16 KiB, "
                        + "ping_warp to 128 KiB");
    }

    @Test
    void aWrongElementIsCounted() throws Exception {
        for (var methods : List.of("host", "put_signal")) {
            var fault = methods.equals("host") ? "alltoall@1" : "device_alltoall@1";
            var outcomes = bench(Map.of("FAKE_WRONG", fault), 2, null, "alltoall", "-b", "1K", "-e", "1K", "--ways",
                    methods);
            assertThat(outcomes.getFirst().messages())
                    .isEqualTo("gpucomm: some results hold wrong elements, see the columns #wrong\n");
            assertThat(outcomes.getFirst().code()).isEqualTo(1);
        }
    }

    @Test
    void aLostSignalIsNamedInTime() throws Exception {
        var outcomes = bench(Map.of("FAKE_LOSE", "device_alltoall@1#3"), 2, null, "alltoall", "-b", "1K", "-e", "1K",
                "--ways", "stores",
                "--lost-after", "1");
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(4, 4);
        // Rank 0 waits for what was lost, and then rank 1 for rank 0: on a busy machine either may be the first to tell.
        assertThat(outcomes.getFirst().messages() + outcomes.getLast().messages())
                .containsPattern(
                        "the GPU of rank (0 waited 1 s for rank 1|1 waited 1 s for rank 0), number \\d+, in vain");
    }

    @Test
    void aCallThatFailsIsNamedWithTheShimsWords() throws Exception {
        var outcomes = bench(Map.of("FAKE_FAIL", "alltoall@0#2=7"), 2, null, "alltoall", "-b", "1K", "-e", "1K",
                "--ways", "host");
        assertThat(outcomes.getFirst().messages()).contains("gpucomm_nvshmem_alltoall of NVSHMEM's shim failed",
                "alltoall: fake failure asked for by FAKE_FAIL (7)");
        assertThat(outcomes.getFirst().code()).isEqualTo(4);
        var full = bench(Map.of("FAKE_FAIL", "allocate@1#1=7"), 2, null, "alltoall", "-b", "1K", "-e", "1K", "--ways",
                "host");
        assertThat(full).extracting(Outcome::code).containsExactly(3, 3);
        assertThat(full.getFirst().messages()).contains("gpucomm_nvshmem_allocate of NVSHMEM's shim failed",
                "; measure smaller sizes, or end what else uses the memory");
    }

    @Test
    void withoutTheShimTheCommandThatMakesItIsSaid() {
        var variables = new HashMap<>(gpus.environment());
        variables.put("GPUCOMM_NVSHMEM_SHIM", folder.resolve("none.so").toString());
        var outcome = FakeGpus.bench(variables, "nvshmem", "alltoall", "-g", "1");
        assertThat(outcome.messages()).startsWith("gpucomm: NVSHMEM's shim cannot be used: ")
                .contains("none.so: cannot open shared object file",
                        "gpucomm doctor --build makes it, in seconds");
        assertThat(outcome.code()).isEqualTo(3);
    }

    @Test
    void aProcessOfTwoGpusIsRefused() {
        var variables = new HashMap<>(gpus.environment());
        variables.put("GPUCOMM_NVSHMEM_SHIM", gpus.nvshmemShim().toString());
        var outcome = FakeGpus.bench(variables, "nvshmem", "alltoall");
        assertThat(outcome.messages())
                .isEqualTo("gpucomm: NVSHMEM drives one GPU a process: mpirun -np 2 gpucomm bench "
                        + "nvshmem alltoall --gpus 1 would run here; see docs/ranks.md\n");
        assertThat(outcome.code()).isEqualTo(2);
    }

    private static List<Outcome> bench(Map<String, String> faults, int ranks, @Nullable Path file, String... arguments)
            throws Exception {
        var all = new ArrayList<>(List.of("nvshmem"));
        all.addAll(List.of(arguments));
        return gpus.benchByProcesses(faults, ranks, file, all);
    }
}
