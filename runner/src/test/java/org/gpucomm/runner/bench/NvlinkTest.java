package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.PrintedTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The family nvlink on fake GPUs, whose kernels and copies really move the data and really wait for one another. */
class NvlinkTest {

    private static FakeGpus gpus;

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    @Test
    void everyWayArrivesAsItMustWhateverTheSize() throws Exception {
        for (var operation : List.of("write", "read", "alltoall")) {
            for (var size : List.of("40", "48", "1000", "160K")) {
                var file = folder.resolve(operation + size + ".csv");
                var outcome = gpus.bench("nvlink", operation, "-b", size, "-e", size, "-O", file.toString());
                assertThat(outcome.code()).as(outcome.messages()).isZero();
                assertThat(Parsed.cells(file)).as(operation + " of " + size).isNotEmpty()
                        .allSatisfy(row -> assertThat(row.get("wrong"))
                                .isEqualTo(row.get("variant").equals("ping") ? "" : "0"));
                PrintedTable.saysWhatIsIn(file, outcome.out());
            }
        }
    }

    @Test
    void theListNamesAnyMissingKernel() throws Exception {
        var environment = new HashMap<>(gpus.environment());
        var kernels = Files.createDirectories(folder.resolve("kernels"));
        Files.copy(Path.of(environment.get("GPUCOMM_KERNELS"), "copy.fatbin"), kernels.resolve("copy.fatbin"));
        environment.put("GPUCOMM_KERNELS", kernels.toString());
        assertThat(FakeGpus.bench(environment, "nvlink", "--list").out()).contains("It cannot run here: kernels: ",
                "alltoall.fatbin");
    }

    @Test
    void allPairsAreTheMatrixWithoutItsDiagonal() throws Exception {
        var file = folder.resolve("matrix.csv");
        var outcome = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", "4"), "nvlink", "write", "--pairs", "all", "--ways",
                "copy_engine,ping", "-b", "4K", "-e", "4K", "-O", file.toString());
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(Parsed.cells(file)).hasSize(24).extracting(row -> row.get("settings"))
                .startsWith("pair=0-1", "pair=0-2")
                .endsWith("pair=3-1", "pair=3-2");
    }

    @Test
    void bandwidthsFollowFromTheTimeTheBytesAndTheRanks() throws Exception {
        var file = folder.resolve("four.csv");
        var outcome = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", "4"), "nvlink", "alltoall", "-b", "64K", "-e", "64K",
                "--ways", "blocks,copy_engine", "-O", file.toString());
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(Parsed.cells(file)).hasSize(2).allSatisfy(row -> {
            double algbw = 65536 / Double.parseDouble(row.get("time_us")) / 1000;
            assertThat(Double.parseDouble(row.get("algbw_GBps"))).isCloseTo(algbw, within(algbw * 1e-6));
            assertThat(Double.parseDouble(row.get("busbw_GBps"))).isCloseTo(algbw * 3 / 4, within(algbw * 1e-6));
        });
    }

    @Test
    void gridsAreRowsOfTheirOwnAndTheFastestIsToldAsAMetric() throws Exception {
        var file = folder.resolve("grids.csv");
        gpus.bench("nvlink", "write", "-b", "1K", "-e", "1K", "--ways", "kernel", "--blocks", "1,4", "--block-threads",
                "64,128",
                "--launch-each", "-O", file.toString());
        assertThat(Parsed.cells(file)).extracting(row -> row.get("settings")).containsExactly(
                "pair=0-1;blocks=1;threads=64;launches=each", "pair=0-1;blocks=1;threads=128;launches=each",
                "pair=0-1;blocks=4;threads=64;launches=each", "pair=0-1;blocks=4;threads=128;launches=each");
        var best = folder.resolve("best.csv");
        gpus.bench("nvlink", "alltoall", "-b", "1K", "-e", "1K", "--ways", "marked", "-O", best.toString());
        assertThat(Parsed.cells(best)).hasSize(1).allSatisfy(row -> {
            assertThat(row.get("settings")).isEqualTo("grid=fastest;launches=one");
            assertThat(row.get("metrics")).containsPattern("blocks=[148];threads=(128|256|512)");
        });
    }

    @Test
    void aWrongElementIsCounted() throws Exception {
        for (var kernel : List.of("gpucomm_alltoall_marked@1", "gpucomm_alltoall_blocks@0")) {
            var outcome = gpus.benchApart(Map.of("FAKE_WRONG", kernel), "nvlink", "alltoall", "-b", "1K", "-e", "1K");
            assertThat(outcome.messages())
                    .isEqualTo("gpucomm: some results hold wrong elements, see the columns #wrong\n");
            assertThat(outcome.out()).contains("# wrong results: 1 FAILED");
            assertThat(outcome.code()).isEqualTo(1);
        }
        var read = gpus.benchApart(Map.of("FAKE_WRONG", "gpucomm_copy16@0"), "nvlink", "read", "-b", "1K", "-e", "1K",
                "--ways", "kernel");
        assertThat(read.code()).as(read.messages()).isEqualTo(1);
    }

    @Test
    void aLostMarkIsNamedInTime() throws Exception {
        for (var fault : List.of("gpucomm_alltoall_blocks@1#3", "gpucomm_alltoall_marked@0#2", "gpucomm_meet@0#4")) {
            var outcome = gpus.benchApart(Map.of("FAKE_LOSE", fault), "nvlink", "alltoall", "-b", "1K", "-e", "1K",
                    "--lost-after", "1");
            assertThat(outcome.code()).as(fault + outcome.messages()).isEqualTo(4);
            assertThat(outcome.messages()).containsPattern(
                    "gpucomm: the GPU of rank [01] waited 1 s for rank [01], number \\d+, in vain: what that rank wrote "
                            + "did not arrive, or that rank is stuck");
        }
    }

    @Test
    void processesMapOneAnothersMemory() throws Exception {
        int port = FakeGpus.freePort();
        var started = new ArrayList<FakeGpus.Started>();
        for (int rank = 1; rank >= 0; rank--) {
            started.add(
                    gpus.start(Map.of(), "nvlink", "alltoall", "-b", "1K", "-e", "32K", "-f", "32", "-g", "1", "--rank",
                            "" + rank, "--ranks", "2", "--rendezvous", "127.0.0.1:" + port));
        }
        var outcomes = new ArrayList<Outcome>();
        for (var each : started) {
            outcomes.add(each.outcome());
        }
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(outcomes.getLast().out()).contains("# wrong results: 0 OK");
    }

    @Test
    void gpusThatCannotReachOneAnotherAreNamed() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_CUDA_NO_PEERS", "1"), "nvlink", "write");
        assertThat(outcome.messages()).contains("cannot reach the memory of GPU", "no peer access between them");
        assertThat(outcome.code()).isEqualTo(3);
    }

    @Test
    void oneGpuIsToldWhatWouldRunOnIt() throws Exception {
        for (var family : List.of("nvlink write", "nvshmem alltoall")) {
            var words = family.split(" ");
            var outcome = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", "1"), words);
            assertThat(outcome.messages()).isEqualTo("gpucomm: " + words[0]
                    + " is between GPUs, and this host shows 1; gpucomm bench nccl all_reduce would run here\n");
            assertThat(outcome.code()).isEqualTo(3);
        }
        var said = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", "1"), "nccl", "all_reduce", "-b", "1K", "-e", "1K");
        assertThat(said.code()).as(said.messages()).isZero();
    }

    @Test
    void familiesThatCanRunHereAreListedFirst() throws Exception {
        var one = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", "1"), "--list");
        assertThat(one.out()).containsSubsequence("nccl  ", "It can run here.", "jacobi  ", "It can run here.",
                "nvlink  ", "It cannot run here: two GPUs: this host shows 1", "nvshmem  ",
                "It cannot run here: two GPUs, here or on several hosts: this host shows 1", "fabric  ",
                "It cannot run here: ");
        var two = gpus.benchApart(Map.of(), "--list", "--format", "json");
        assertThat(two.out()).containsSubsequence("\"nccl\"", "\"nvlink\"", "\"jacobi\"", "\"nvshmem\"", "\"fabric\"");
    }

    @Test
    void whatCannotBeAskedIsRefusedWithTheReason() {
        assertRefused("there is no method 'marked' for write; there are kernel, kernel4, bulk, copy_engine, ping, all",
                "write",
                "--ways", "marked");
        assertRefused("--pairs and --both are of write and read; an alltoall is between all", "alltoall", "--both");
        assertRefused("--pairs must be first, all or pairs such as 0-1,1-0, was 'x'", "write", "--pairs", "x");
        assertRefused("--block-threads must be multiples of 32, was 33", "write", "--blocks", "1", "--block-threads",
                "33");
        assertRefused("nvlink is between GPUs, and one takes part; see --gpus", "write", "-g", "1");
    }

    private static void assertRefused(String message, String... arguments) {
        var all = new ArrayList<>(List.of("nvlink"));
        all.addAll(Arrays.asList(arguments));
        var outcome = gpus.bench(all.toArray(String[]::new));
        assertThat(outcome.messages()).isEqualTo("gpucomm: " + message + "\n");
        assertThat(outcome.code()).isEqualTo(2);
    }
}
