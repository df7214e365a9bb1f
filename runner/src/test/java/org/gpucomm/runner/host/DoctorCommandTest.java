package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.ffi.FakeLibraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class DoctorCommandTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void aMachineWithoutGpusGivesCode3AndNamesWhatIsMissing() {
        assertThat(doctor(Map.of())).isEqualTo(3);
        assertThat(out.toString()).contains("!!  CUDA driver   not usable: no GPU benchmark runs",
                "libnope.so: cannot open shared object file",
                "No GPU benchmark can run here; missing: CUDA driver, CUDA runtime, NCCL.");
    }

    @Test
    void programsAreAnsweredInJson() {
        assertThat(doctor(Map.of(), "--format", "json")).isEqualTo(3);
        var answer = Json.parseObject(out.toString());
        assertThat(answer.get("ready")).isEqualTo(false);
        assertThat((List<?>) answer.get("findings")).hasSizeGreaterThan(3).anySatisfy(each -> {
            var finding = (Map<?, ?>) each;
            assertThat(finding.get("status")).isEqualTo("missing");
            assertThat(finding.get("subject")).isEqualTo("CUDA driver");
            assertThat(finding.get("details").toString()).contains("libnope.so");
        });
    }

    @Test
    void gpusAndTheNetworkInterfacesNearThemAreListed() throws Exception {
        var cuda = FakeLibraries.build("fake_cuda", folder);
        SysTree.p5(folder.resolve("sys"));
        doctor(Map.of("GPUCOMM_CUDA_LIBRARY", cuda.toString()));
        assertThat(out.toString()).contains("Amazon EC2 p5.48xlarge", "2 × Fake H200 number 0, Fake H200 number 1",
                "GPU 1 at 0000:54:00.0: Fake H200 number 1, 141 GiB, compute capability 9.0", "32 × EFA",
                "NUMA node 1: processors 48-95,144-191",
                "0000:53:00.0 on NUMA node 0, nearest interfaces (same switch) rdmap79s0 rdmap80s0 rdmap81s0 rdmap82s0, cores 0-11")
                .doesNotContain("far apart");
    }

    @Test
    void gpusWithoutAnInterfaceOnTheirBridgeAreNamedAsFar() throws Exception {
        SysTree.h200WithOneFarInterface(folder.resolve("sys"));
        doctor(Map.of());
        assertThat(out.toString()).contains("=>  Distance      some GPUs and interfaces are far apart",
                "0000:00:06.0: the nearest interface is same NUMA node");
    }

    @Test
    void nvlinksAndClocksAreListed() throws Exception {
        doctor(Map.of("GPUCOMM_CUDA_LIBRARY", FakeLibraries.build("fake_cuda", folder).toString(),
                "GPUCOMM_NVML_LIBRARY",
                FakeLibraries.build("fake_nvml", folder).toString()));
        assertThat(out.toString()).contains("ok  NVML          driver 580.12.34",
                "GPU 0: 17 NVLinks up (17 to 0000:cf:00.0), clock 345 MHz of 1980 MHz, memory 3201 MHz, at most 700 W",
                "GPU 1: 17 NVLinks up, clock 345 MHz", "every pair reaches one another over NVLink");
    }

    @Test
    void aHostThatIsNoAmazonInstanceGetsNoAdviceForOne() throws Exception {
        SysTree.h200(folder.resolve("sys"));
        doctor(Map.of("NCCL_ALGO", "Ring"));
        assertThat(out.toString()).contains("4 NVIDIA devices on the PCI bus").doesNotContain("Settings",
                "EFA interfaces");
    }

    @Test
    void aBareP5IsToldWhatIsMissing() throws Exception {
        SysTree.p5(folder.resolve("sys"));
        write("proc/self/limits", "Max locked memory         65536                65536                bytes\n");
        doctor(Map.of("NCCL_PROTO", "LL", "FI_PROVIDER", "tcp", "NVSHMEM_SYMMETRIC_SIZE", "1G"));
        assertThat(out.toString()).contains("=>  Settings", "not as they are known to be good on p5.48xlarge",
                "/dev/infiniband shows 0 of 32 interfaces", "no libnccl-net.so (aws-ofi-nccl)", "no libfabric",
                "FI_PROVIDER=tcp keeps libfabric from EFA", "NCCL_PROTO=LL is set", "no 2 MiB huge pages",
                "may lock 64 KiB", "gdrdrv is not loaded", "NVSHMEM_REMOTE_TRANSPORT=libfabric",
                "FI_EFA_ENABLE_SHM_TRANSFER=0");
    }

    @Test
    void aP5ThatIsWellSetUpIsToldSo() throws Exception {
        SysTree.p5(folder.resolve("sys"));
        write("opt/amazon/ofi-nccl/lib/libnccl-net.so", "");
        write("sys/module/gdrdrv/version", "2.4\n");
        write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "5128\n");
        for (int i = 0; i < 32; i++) {
            write("dev/infiniband/uverbs" + i, "");
        }
        doctor(Map.of("GPUCOMM_LIBFABRIC_LIBRARY", FakeLibraries.build("fake_fabric", folder).toString()));
        assertThat(out.toString()).contains("1.22, providers efa (2, 4096 transfers in a queue)",
                "ok  Settings      as they are known to be good on p5.48xlarge",
                "ok  GPU-initiated through a CPU proxy");
    }

    @Test
    void fromP5enOnGpusCanPostToEfaThemselves() throws Exception {
        SysTree.p5en(folder.resolve("sys"));
        doctor(Map.of());
        assertThat(out.toString()).contains("ok  GPU-initiated by a CPU proxy, or by GPUs themselves",
                "libfabric 2.6, aws-ofi-nccl 1.21, NCCL 2.31.2", "/dev/infiniband shows 0 of 16 interfaces");
    }

    private void write(String file, String text) throws IOException {
        var path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Runs it on a host of files, with no library but those that the variables name. */
    private int doctor(Map<String, String> variables, String... arguments) {
        var environment = new HashMap<String, String>();
        for (var library : List.of("CUDA", "CUDART", "NCCL", "NVSHMEM", "LIBFABRIC", "NVML")) {
            environment.put("GPUCOMM_" + library + "_LIBRARY", "libnope.so");
        }
        environment.putAll(variables);
        var command = new DoctorCommand(new DoctorSurvey(new LibrarySearch(environment, folder)),
                new NativeBuild(environment));
        return new CommandLine(command).setOut(new PrintWriter(out)).execute(arguments);
    }
}
