package org.gpucomm.runner.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

import org.gpucomm.runner.ffi.FakeLibraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.topology.SysTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class DoctorCommandTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void aMachineWithoutGpusGivesCode3AndNamesWhatIsMissing() {
        var nothing = Map.of("GPUCOMM_CUDA_LIBRARY", "libnope.so", "GPUCOMM_CUDART_LIBRARY", "libnope.so",
                "GPUCOMM_NCCL_LIBRARY", "libnope.so", "GPUCOMM_NVSHMEM_LIBRARY", "libnope.so",
                "GPUCOMM_LIBFABRIC_LIBRARY", "libnope.so");
        assertThat(doctor(nothing, folder.resolve("sys"))).isEqualTo(3);
        assertThat(out.toString()).contains("!!  CUDA driver   not usable: no GPU benchmark runs",
                "libnope.so: cannot open shared object file",
                "No GPU benchmark can run here; missing: CUDA driver, CUDA runtime, NCCL.");
    }

    @Test
    void gpusAndTheNetworkInterfacesNearThemAreListed() throws Exception {
        var cuda = FakeLibraries.build("fake_cuda", folder);
        doctor(Map.of("GPUCOMM_CUDA_LIBRARY", cuda.toString(), "GPUCOMM_LIBFABRIC_LIBRARY", "libnope.so"),
                SysTree.p5(folder.resolve("sys")).path());
        assertThat(out.toString()).contains("Amazon EC2 p5.48xlarge", "2 × Fake H200 number 0, Fake H200 number 1",
                "GPU 1 at 0000:54:00.0: Fake H200 number 1, 141 GiB, compute capability 9.0", "32 × EFA",
                "0000:4b:00.0 on NUMA node 0, nearest interfaces rdmap71s0 rdmap72s0 rdmap73s0 rdmap74s0");
    }

    private int doctor(Map<String, String> environment, Path sys) {
        var command = new DoctorCommand(new Examination(new LibrarySearch(environment, folder), sys));
        return new CommandLine(command).setOut(new PrintWriter(out)).execute();
    }
}
