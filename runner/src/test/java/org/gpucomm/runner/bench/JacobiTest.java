package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.output.Parsed;
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

    @Test
    void cellsAndNormsAreThoseOfOneGpuWhateverTheShapeAndTheRanks() throws Exception {
        for (var devices : List.of("1", "2", "3")) {
            var file = folder.resolve("jacobi" + devices + ".csv");
            var outcome = gpus.benchApart(Map.of("FAKE_CUDA_DEVICES", devices), "jacobi", "jacobi", "--problem",
                    "64x32,71x53,9x8",
                    "--steps", "37", "-n", "1", "-O", file.toString());
            assertThat(outcome.code()).as(outcome.messages()).isZero();
            assertThat(Parsed.cells(file)).hasSize(6).allSatisfy(row -> {
                assertThat(row.get("wrong")).as(row.toString()).isEqualTo("0");
                double time = Double.parseDouble(row.get("time_us"));
                double baseline = Double.parseDouble(row.get("baseline_us"));
                double speedup = Double.parseDouble(row.get("speedup"));
                assertThat(speedup).isCloseTo(baseline / time, within(speedup * 1e-6));
                assertThat(Double.parseDouble(row.get("efficiency_pct")))
                        .isCloseTo(100 * speedup / Integer.parseInt(devices), within(1e-4));
                assertThat(row.get("iterations")).isEqualTo("37");
            });
            assertThat(Parsed.cells(file)).extracting(row -> row.get("problem") + " " + row.get("variant"))
                    .containsExactly(
                            "64x32 linked", "64x32 nccl", "71x53 linked", "71x53 nccl", "9x8 linked", "9x8 nccl");
        }
    }

    @Test
    void aWrongCellIsCounted() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_WRONG", "gpucomm_jacobi_rows@1"), "jacobi", "jacobi", "--problem",
                "64x32",
                "--steps", "10", "--ways", "nccl", "-n", "1");
        assertThat(outcome.code()).as(outcome.out() + outcome.messages()).isEqualTo(1);
        assertThat(outcome.messages()).isEqualTo("gpucomm: some results hold wrong elements, see the columns #wrong\n");
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
    void whatIsNoProblemIsRefused() {
        var outcome = gpus.bench("jacobi", "jacobi", "--problem", "7x100");
        assertThat(outcome.messages())
                .isEqualTo("gpucomm: --problem must be columns x rows of at least 8 each, such as "
                        + "16384x16384, was '7x100'\n");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(gpus.bench("jacobi", "jacobi", "--ways", "x").messages())
                .isEqualTo("gpucomm: there is no way 'x' for jacobi; there are linked, nccl, all\n");
    }
}
