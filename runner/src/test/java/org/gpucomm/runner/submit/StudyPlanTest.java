package org.gpucomm.runner.submit;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.output.Parsed;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plan that repeats the EFA study's set, on fake GPUs and with small messages. */
@Timeout(600)
@Tag("nightly")
class StudyPlanTest {

    private static final Path PLAN = Path.of("../data/h200/study.yaml");
    private static final Set<String> WAYS_OF_JACOBI = Set.of("linked", "nccl", "nccl+overlap", "nccl+overlap+graph",
            "nccl+overlap+graph+buffer", "nvshmem", "nvshmem+block", "nvshmem+block+overlap+sync");

    @TempDir
    Path folder;

    @Test
    void everythingIsMeasuredInOneCommandOnAsManyGpusAsTheHostHas() throws Exception {
        for (int gpus : new int[]{2, 3}) {
            var results = folder.resolve("study" + gpus + ".csv");
            var ended = run(Map.of("FAKE_CUDA_DEVICES", "" + gpus, "GPUCOMM_NVSHMEM_SHIM",
                    fakes().nvshmemShim().toString()), results);
            assertThat(ended.code()).as(ended.said()).isZero();
            var rows = Parsed.cells(results);
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.get("ranks")).isEqualTo("" + gpus);
                assertThat(row.get("wrong")).as(row.toString()).isIn("0", "");
            });
            assertThat(rows.stream().map(row -> row.get("library") + " " + row.get("operation")).collect(toSet()))
                    .containsExactlyInAnyOrder("nccl all_reduce", "nccl all_gather", "nccl alltoall",
                            "nvshmem alltoall", "cuda jacobi");
            assertThat(rows.stream().filter(row -> row.get("operation").equals("jacobi")).map(row -> row.get("variant"))
                    .collect(toSet())).isEqualTo(WAYS_OF_JACOBI);
            assertThat(rows.stream().filter(row -> row.get("library").equals("nvshmem")).map(row -> row.get("variant"))
                    .collect(toSet())).containsExactlyInAnyOrder("host", "device+block", "device+put_signal");
        }
    }

    /** NVSHMEM's steps all end so; the others are measured, and what is missing is said. */
    @Test
    void withoutNvshmemTheRestIsMeasured() throws Exception {
        var results = folder.resolve("without.csv");
        var ended = run(Map.of("GPUCOMM_NVSHMEM_SHIM", folder.resolve("none.so").toString()), results);
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said()).contains(
                "step 4 ended with code 3, as all of its kind would; 0 more of them are not run",
                "gpucomm: NVSHMEM's shim cannot be used: ");
        assertThat(Parsed.cells(results).stream().map(row -> row.get("operation")).collect(toSet()))
                .containsExactlyInAnyOrder("all_reduce", "all_gather", "alltoall", "jacobi");
    }

    private record Ended(int code, String said) {}

    private static FakeGpus fakes() throws Exception {
        return FakeGpus.build(Path.of("target/fake-gpus-of-plans").toAbsolutePath());
    }

    private Ended run(Map<String, String> faults, Path results) throws Exception {
        var small = Files.readString(PLAN).replaceAll("from: \\w+, to: \\w+", "from: 1K, to: 4K")
                .replace("repetitions: 3", "repetitions: 1").replace("iterations: 20", "iterations: 3")
                .replace("    warmups: 0", "    warmups: 0\n    options: [--problem, 64x100, --steps, \"43\"]");
        var plan = Files.writeString(folder.resolve("study.yaml"), small);
        var command = new ArrayList<>(FakeGpus.program());
        command.addAll(List.of("run", plan.toString(), "-O", results.toString()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|FAKE|GPUCOMM)_.*|RANK"));
        builder.environment().putAll(fakes().environment());
        builder.environment().putAll(faults);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes());
        return new Ended(process.waitFor(), said);
    }
}
