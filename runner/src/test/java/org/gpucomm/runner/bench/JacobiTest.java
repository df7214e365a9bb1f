package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.NamedValues;
import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.PrintedTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The family jacobi on fake GPUs, which really compute and really exchange their halos. */
class JacobiTest {

    @TempDir
    Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    private static final List<String> BY_NCCL = List.of("nccl", "nccl+overlap", "nccl+overlap+graph",
            "nccl+overlap+graph+buffer");
    private static final List<String> BY_NVSHMEM = List.of("nvshmem", "nvshmem+block", "nvshmem+block+overlap+sync");

    /** Of 151 rows each of three GPUs has ends and a middle, of 30 and 6 ends alone; 37 steps are a graph and 17. */
    @Test
    void cellsAndNormsAreThoseOfOneGpuWhateverTheShapeAndTheRanks() throws Exception {
        for (var devices : List.of("1", "2", "3")) {
            var file = folder.resolve("jacobi" + devices + ".csv");
            var outcome = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", devices), "jacobi", "jacobi", "--problem",
                    "64x32,71x153,9x8",
                    "--steps", "37", "-n", "1", "-O", file.toString());
            assertThat(outcome.code()).as(outcome.messages()).isZero();
            isRight(file, Integer.parseInt(devices));
            PrintedTable.saysWhatIsIn(file, outcome.out());
            var methods = new ArrayList<>(List.of("linked"));
            methods.addAll(BY_NCCL);
            assertThat(Parsed.cells(file)).extracting(row -> row.get("problem") + " " + row.get("variant"))
                    .containsExactlyElementsOf(List.of("64x32", "71x153", "9x8").stream()
                            .flatMap(problem -> methods.stream().map(method -> problem + " " + method)).toList());
            assertThat(outcome.messages()).contains("nvshmem, nvshmem+block, nvshmem+block+overlap+sync left out: ");
        }
    }

    @Test
    void theStudysSevenAndOwnKernelsAreRightWithAProcessAGpu() throws Exception {
        for (int ranks : new int[]{1, 2, 3}) {
            var file = folder.resolve("seven" + ranks + ".csv");
            var outcomes = gpus.benchByProcesses(Map.of("FAKE_CUDA_DEVICES", "3"), ranks, file,
                    List.of("jacobi", "jacobi", "--problem", "64x131,9x8", "--steps", "43", "-n", "1"));
            assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsOnly(0);
            isRight(file, ranks);
            var methods = new ArrayList<>(List.of("linked"));
            methods.addAll(BY_NCCL);
            methods.addAll(BY_NVSHMEM);
            assertThat(Parsed.cells(file)).extracting(row -> row.get("problem") + " " + row.get("variant"))
                    .containsExactlyElementsOf(List.of("64x131", "9x8").stream()
                            .flatMap(problem -> methods.stream().map(method -> problem + " " + method)).toList());
        }
    }

    private static void isRight(Path file, int ranks) throws Exception {
        assertThat(Parsed.cells(file)).isNotEmpty().allSatisfy(row -> {
            assertThat(row.get("wrong")).as(row.toString()).isEqualTo("0");
            double time = Double.parseDouble(row.get("time_us"));
            double baseline = Double.parseDouble(row.get("baseline_us"));
            double speedup = Double.parseDouble(row.get("speedup"));
            assertThat(speedup).isCloseTo(baseline / time, within(speedup * 1e-6));
            assertThat(Double.parseDouble(row.get("efficiency_pct"))).isCloseTo(100 * speedup / ranks, within(1e-4));
            var size = row.get("problem").split("x");
            double cells = (Integer.parseInt(size[0]) - 2.0) * (Integer.parseInt(size[1]) - 2.0);
            var metrics = NamedValues.parse(row.get("metrics"));
            double moved = 8 * cells * Integer.parseInt(row.get("iterations")) / ranks / time / 1e3;
            double copied = Double.parseDouble(metrics.get("copy_GBps").orElseThrow());
            assertThat(Double.parseDouble(metrics.get("moved_GBps").orElseThrow())).isCloseTo(moved, within(0.051));
            assertThat(metrics.get("copy_share_pct").isPresent()).as("a share or a surplus: " + metrics)
                    .isNotEqualTo(metrics.get("faster_than_copy_pct").isPresent());
            if (copied >= 1) { // of smaller ones too few digits are printed
                double share = metrics.get("copy_share_pct").map(Double::parseDouble).orElseGet(
                        () -> 100 + Double.parseDouble(metrics.get("faster_than_copy_pct").orElseThrow()));
                assertThat(share).isCloseTo(100 * moved / copied, within(0.06 + 100 * moved / copied * 0.06 / copied));
            }
        });
    }

    /** A copy of a mebibyte takes 50 ms on a cold GPU: 0.04 GB/s. Solutions alone launch more than twelve kernels. */
    @Test
    void theCopyIsMeasuredOnAGpuThatIsWarmFromTheSolution() throws Exception {
        var file = folder.resolve("warm.csv");
        var outcome = gpus.benchApart(Map.of("FAKE_COLD", "12", "FAKE_CUDA_DEVICES", "1"), "jacobi", "jacobi",
                "--problem", "512x514", "--steps", "10", "--ways", "linked", "-n", "1", "-O", file.toString());
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(Parsed.cells(file)).singleElement().satisfies(row -> assertThat(
                Double.parseDouble(NamedValues.parse(row.get("metrics")).get("copy_GBps").orElseThrow()))
                .isGreaterThan(0.1));
    }

    @Test
    void aWrongCellIsCounted() throws Exception {
        for (var method : BY_NCCL) {
            var outcome = gpus.benchApart(Map.of("FAKE_WRONG", "gpucomm_jacobi_rows@1"), "jacobi", "jacobi",
                    "--problem", "64x100",
                    "--steps", "45", "--variant", method, "-n", "1");
            assertThat(outcome.code()).as(method + outcome.out() + outcome.messages()).isEqualTo(1);
            assertThat(outcome.messages())
                    .isEqualTo("gpucomm: some results hold wrong elements, see the columns #wrong\n");
        }
        for (var method : BY_NVSHMEM) {
            var outcomes = gpus.benchByProcesses(Map.of("FAKE_WRONG", "jacobi@1"), 2, null,
                    List.of("jacobi", "jacobi", "--problem", "64x32", "--steps", "10", "--ways", method, "-n", "1"));
            assertThat(outcomes.getFirst().code()).as(method + outcomes).isEqualTo(1);
        }
    }

    @Test
    void aLostMarkIsNamedInTime() throws Exception {
        // The first 20 steps are each GPU's own.
        var outcome = gpus.benchApart(Map.of("FAKE_LOSE", "gpucomm_jacobi_linked@1#25"), "jacobi", "jacobi",
                "--problem", "64x32",
                "--steps", "10", "--ways", "linked", "--lost-after", "1", "-n", "1");
        assertThat(outcome.code()).as(outcome.messages()).isEqualTo(4);
        assertThat(outcome.messages())
                .containsPattern("the GPU of rank [01] waited 1 s for rank [01], number \\d+, in vain");
    }

    @Test
    void aLostSignalOfNvshmemIsNamedInTime() throws Exception {
        var outcomes = gpus.benchByProcesses(Map.of("FAKE_LOSE", "jacobi@1#5"), 2, null, List.of("jacobi", "jacobi",
                "--problem", "64x32", "--steps", "10", "--ways", "nvshmem+block+overlap+sync", "--lost-after", "1",
                "-n", "1"));
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsOnly(4);
        assertThat(outcomes.toString())
                .containsPattern("the GPU of rank [01] waited 1 s for rank [01], number \\d+, in vain");
    }

    @Test
    void aWayThatCannotBeRunIsRefusedIfItIsNamed() throws Exception {
        var two = gpus.bench("jacobi", "jacobi", "--problem", "64x32", "--ways", "nvshmem");
        assertThat(two.messages()).startsWith("gpucomm: NVSHMEM drives one GPU a process, this one has 2");
        assertThat(two.code()).isEqualTo(2);
        var none = new HashMap<>(gpus.environment());
        none.put("GPUCOMM_NVSHMEM_SHIM", folder.resolve("none.so").toString());
        var outcome = FakeGpus.bench(none, "jacobi", "jacobi", "--problem", "64x32", "--ways", "nvshmem", "-g", "1");
        assertThat(outcome.messages()).startsWith("gpucomm: NVSHMEM's shim cannot be used: ");
        assertThat(outcome.code()).isEqualTo(3);
    }

    @Test
    void whatIsNoProblemIsRefused() {
        var outcome = gpus.bench("jacobi", "jacobi", "--problem", "7x100");
        assertThat(outcome.messages())
                .isEqualTo("gpucomm: --problem must be columns x rows of at least 8 each, such as "
                        + "16384x16384, was '7x100'\n");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(gpus.bench("jacobi", "jacobi", "--ways", "x").messages())
                .isEqualTo("gpucomm: there is no method 'x' for jacobi; there are linked, nccl, nccl+overlap, "
                        + "nccl+overlap+graph, nccl+overlap+graph+buffer, nvshmem, nvshmem+block, nvshmem+block+overlap+sync, all\n");
    }
}
