package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages in the memory of GPUs, over real providers, where the GPUs' memory is the host's. */
@Timeout(200)
@Tag("nightly")
class DeviceMemoryTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"write, shm", "read, tcp", "send, shm", "sendrecv, shm", "alltoall, tcp"})
    void messagesArriveRightInTheMemoryOfTheOtherGpu(String operation, String provider) throws Exception {
        FabricBench.needed(provider);
        var runs = FabricBench.alone(folder, FabricBench.gpus(folder), operation, "--provider", provider, "--memory",
                "device", "--seats", "2", "-b", "64", "-e", "256K", "-f", "64", "-n", "20");
        assertThat(runs.first().code()).as(runs.first().out()).isZero();
        assertThat(runs.rows()).hasSize(3).allSatisfy(row -> {
            assertThat(row.workload().variant()).isEqualTo("device");
            assertThat(row.outcome().wrong()).isNotNull().hasToString("0");
        });
    }

    @Test
    void moreThanIsStagedAtOnceIsFilledAndCheckedWhole() throws Exception {
        FabricBench.needed("shm");
        var runs = FabricBench.alone(folder, FabricBench.gpus(folder), "write", "--provider", "shm", "--memory",
                "device", "-b", "100M", "-e", "100M", "-n", "2", "-w", "1");
        assertThat(runs.first().code()).as(runs.first().out()).isZero();
        assertThat(runs.rows()).singleElement()
                .satisfies(row -> assertThat(row.outcome().wrong()).isNotNull().hasToString("0"));
    }

    @Test
    void aShareThatTheDriverCopiesWrongIsFound() throws Exception {
        FabricBench.needed("tcp");
        var variables = new HashMap<>(FabricBench.gpus(folder));
        variables.put("FAKE_WRONG", "cuMemcpy");
        var runs = FabricBench.alone(folder, variables, "alltoall", "--provider", "tcp", "--memory", "device", "-b",
                "64K", "-e", "64K", "-n", "5");
        assertThat(runs.first().code()).as(runs.first().out()).isEqualTo(1);
        // One byte of the own share of each of the two ranks.
        assertThat(runs.rows()).singleElement()
                .satisfies(row -> assertThat(row.outcome().wrong()).isNotNull().hasToString("2"));
    }

    @Test
    void aLibfabricWithoutCudaIsNamed() throws Exception {
        FabricBench.needed("tcp");
        var variables = new HashMap<>(FabricBench.gpus(folder));
        variables.remove("GPUCOMM_LIBFABRIC_LIBRARY");
        var run = FabricBench.alone(folder, variables, "write", "--provider", "tcp", "--memory", "device").first();
        assertThat(run.code()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("provider tcp of libfabric ", "memory of GPUs", "--memory host needs neither");
    }

    @Test
    void withoutAGpuThatIsSaid() throws Exception {
        FabricBench.needed("tcp");
        var library = FabricBench.gpus(folder).get("GPUCOMM_LIBFABRIC_LIBRARY");
        var run = FabricBench.alone(folder,
                Map.of("GPUCOMM_LIBFABRIC_LIBRARY", library, "GPUCOMM_CUDA_LIBRARY", "libnope.so"), "write",
                "--provider", "tcp", "--memory", "device").first();
        assertThat(run.code()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("CUDA driver").contains(List.of("libnope.so"));
    }
}
