package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.bench.FakeGpus.Row;
import org.gpucomm.runner.bench.FakeGpus.Started;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bench in processes of its own, with faults planted in the fake libraries: each ends in time and says what it was. */
@Tag("nightly")
class FaultsTest {

    private static final String LESS = "; measure smaller sizes, or end what else uses the memory";
    private static final String[] SMALL = {"all_reduce", "-b", "1K", "-e", "1K", "-T", "20"};

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.build(folder);
    }

    @Test
    void wrongDataAreCountedAndGiveExitCode1() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_WRONG", "ncclAllReduce@1"), SMALL);
        assertThat(outcome.rows()).extracting(Row::wrong, Row::wrongInPlace)
                .containsExactly(tuple("1", "1"));
        assertThat(outcome.out()).contains("Out of bounds values : 2 FAILED");
        assertEnded(outcome, 1, "gpucomm: some results hold wrong elements, see the columns #wrong");
    }

    @Test
    void aCallThatFailsIsNamedWithRankCodeAndTheLibrarysWords() throws Exception {
        assertEnded(gpus.benchApart(Map.of("FAKE_FAIL", "ncclAllReduce@1#20=3"), SMALL), 4,
                "gpucomm: ncclAllReduce of NCCL failed on rank 1 (GPU 1): internal error - please report this issue to the "
                        + "NCCL developers; last NCCL error: fake failure of ncclAllReduce; asked for by FAKE_FAIL (3)");
        assertEnded(gpus.benchApart(Map.of("FAKE_FAIL", "cuStreamQuery@1#50=700"), SMALL), 4,
                "gpucomm: cuStreamQuery of CUDA driver failed on GPU 1: an illegal memory access was encountered (700)");
    }

    @Test
    void memoryThatIsNotThereIsSaid() throws Exception {
        assertEnded(gpus.benchApart(Map.of("FAKE_FAIL", "cuMemAlloc@0#1=2"), SMALL), 3,
                "gpucomm: cuMemAlloc of 4 bytes of CUDA driver failed on GPU 0: out of memory (2)" + LESS);
        assertEnded(gpus.benchApart(Map.of("FAKE_FAIL", "cuMemAlloc@0#2=2"), SMALL), 3,
                "gpucomm: ncclMemAlloc of 1024 bytes of NCCL failed on GPU 0: unhandled cuda error (run with "
                        + "NCCL_DEBUG=INFO for details); NCCL_DEBUG=WARN makes NCCL print the cause (1)" + LESS);
    }

    @Test
    void whatOneProcessLacksEndsAllWithTheSameCode() throws Exception {
        var memory = together(2, Map.of("FAKE_FAIL", "cuMemAlloc@1#1=2"), SMALL);
        assertThat(memory).extracting(Outcome::code).containsExactly(3, 3);
        assertThat(memory.get(0).messages()).contains("process 1 on ", "failed on GPU 1: out of memory (2)" + LESS);
        var rendezvous = rendezvous();
        var second = start(Map.of("GPUCOMM_NCCL_LIBRARY", "libnope.so"), 1, 2, rendezvous, SMALL);
        var first = start(Map.of(), 0, 2, rendezvous, SMALL);
        assertThat(List.of(first.outcome().code(), second.outcome().code())).containsExactly(3, 3);
        assertThat(first.outcome().messages()).contains("process 1 on ", "NCCL cannot be used: libnope.so");
        assertThat(second.outcome().messages()).startsWith("gpucomm: NCCL cannot be used: libnope.so");
    }

    @Test
    void aDriverThatFindsNoGpuIsMissing() throws Exception {
        assertEnded(gpus.benchApart(Map.of("FAKE_FAIL", "cuInit=100"), SMALL), 3,
                "gpucomm: CUDA driver cannot be used: cuInit of CUDA driver failed on this host: no CUDA-capable device is "
                        + "detected (100). Run gpucomm doctor for more.");
    }

    @Test
    void workThatNeverCompletesEndsWithTheTimeout() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_STALL", "ncclAllReduce@1#20"), "all_reduce", "-b", "1K", "-e", "1K",
                "-T", "3");
        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.messages()).startsWith("gpucomm: nothing has happened for 3 s: rank 0 (GPU 0 of ")
                .contains("; rank 1 (GPU 1 of ").contains(", waiting for the GPU; ").endsWith(", waiting for the GPU\n")
                .hasLineCount(1);
    }

    @Test
    void aCallThatNeverReturnsEndsWithTheTimeoutAndNamesItsThread() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_HANG", "ncclAllReduce@1#20"), "all_reduce", "-b", "1K", "-e", "1K",
                "-T", "3");
        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.messages()).contains("gpucomm: gpu-1 is stuck in a native call\n")
                .contains("gpucomm: nothing has happened for 3 s: ").contains(", waiting for the GPU; rank 1 ")
                .endsWith(", not waiting for the GPU\n");
    }

    @Test
    void aSignalEndsBenchAtOnceAlsoWhileACallDoesNotReturn() throws Exception {
        var started = gpus.start(Map.of("FAKE_HANG", "ncclAllReduce@1#20"), "all_reduce", "-b", "1K", "-e", "1K");
        while (started.process().isAlive() && !Files.readString(started.out()).contains("out-of-place")) {
            Thread.sleep(50);
        }
        // into the call
        Thread.sleep(500);
        started.process().destroy();
        var outcome = started.outcome();
        assertThat(outcome.code()).as("128 + SIGTERM").isEqualTo(143);
        assertThat(outcome.out() + outcome.messages()).doesNotContain("fatal error");
    }

    @Test
    void severalProcessesMeasureTogetherAndOnlyTheFirstPrints() throws Exception {
        var outcomes = together(3, Map.of(), "alltoallv", "-b", "1K", "-e", "64K", "-f", "8");
        assertThat(outcomes).extracting(Outcome::code).containsExactly(0, 0, 0);
        assertThat(outcomes.get(0).rows()).hasSize(3).allSatisfy(row -> assertThat(row.wrong()).isEqualTo("0"));
        assertThat(outcomes.get(0).out()).contains("#  Rank  2 Group  0 Pid ").contains("[0000:55:00] Fake H200");
        assertThat(outcomes.get(1).out()).isEmpty();
        assertThat(outcomes.get(2).out()).isEmpty();
    }

    @Test
    void aProcessThatDiesEndsTheOthersWithItsName() throws Exception {
        var outcomes = together(3, Map.of("FAKE_DIE", "ncclAllReduce@2#20"), SMALL);
        assertThat(outcomes).extracting(Outcome::code).containsExactly(4, 4, 66);
        assertThat(outcomes.get(0).messages()).startsWith("gpucomm: ").contains("process 2");
    }

    @Test
    void aCallThatFailsInOneProcessEndsAllWithItsMessage() throws Exception {
        var outcomes = together(2, Map.of("FAKE_FAIL", "ncclAllReduce@1#20=2"), SMALL);
        assertThat(outcomes).extracting(Outcome::code).containsExactly(4, 4);
        assertThat(outcomes.get(0).messages())
                .contains("ncclAllReduce of NCCL failed on rank 1 (GPU 1): unhandled system");
    }

    @Test
    void aCallThatNeverReturnsInOneProcessEndsAllWithinTheTimeout() throws Exception {
        var outcomes = together(2, Map.of("FAKE_HANG", "ncclAllReduce@1#20"), "all_reduce", "-b", "1K", "-e", "1K",
                "-T", "3");
        assertThat(outcomes).extracting(Outcome::code).containsExactly(4, 4);
        assertThat(outcomes.get(0).messages() + outcomes.get(1).messages())
                .contains("gpucomm: gpu-1 is stuck in a native call\n", "gpucomm: nothing has happened for 3 s: ");
    }

    @Test
    void processesThatAreToMeasureDifferentThingsAreTold() throws Exception {
        var rendezvous = rendezvous();
        var first = start(Map.of(), 0, 2, rendezvous, "all_reduce", "-b", "1K", "-e", "1K");
        var second = start(Map.of(), 1, 2, rendezvous, "all_reduce", "-b", "1K", "-e", "2K");
        assertThat(List.of(first.outcome().code(), second.outcome().code()))
                .as(first.outcome().messages() + second.outcome().messages()).containsExactly(2, 2);
        assertThat(first.outcome().messages()).contains("is to measure something else than rank 0: all_reduce");
    }

    private static List<Outcome> together(int processes, Map<String, String> faults, String... arguments)
            throws IOException, InterruptedException {
        var rendezvous = rendezvous();
        var started = new ArrayList<Started>();
        for (int rank = 0; rank < processes; rank++) {
            started.add(start(faults, rank, processes, rendezvous, arguments));
        }
        var outcomes = new ArrayList<Outcome>();
        for (var process : started) {
            outcomes.add(process.outcome());
        }
        return outcomes;
    }

    private static Started start(Map<String, String> faults, int rank, int processes, String rendezvous,
            String... arguments) throws IOException {
        var variables = new HashMap<>(faults);
        variables.put("FAKE_CUDA_DEVICES", "" + processes);
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--rank", "" + rank, "--ranks", "" + processes, "--rendezvous", rendezvous, "-g", "1"));
        return gpus.start(variables, all.toArray(String[]::new));
    }

    private static String rendezvous() throws IOException {
        return "127.0.0.1:" + FakeGpus.freePort();
    }

    private static void assertEnded(Outcome outcome, int code, String message) {
        assertThat(outcome.messages()).isEqualTo(message + "\n");
        assertThat(outcome.code()).isEqualTo(code);
    }
}
