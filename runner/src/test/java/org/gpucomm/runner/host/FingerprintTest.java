package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.FakeLibraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {

    private static final Map<String, String> NOTHING = Map.of("GPUCOMM_CUDA_LIBRARY", "libnope.so",
            "GPUCOMM_CUDART_LIBRARY", "libnope.so", "GPUCOMM_NCCL_LIBRARY", "libnope.so", "GPUCOMM_NVSHMEM_LIBRARY",
            "libnope.so", "GPUCOMM_LIBFABRIC_LIBRARY", "libnope.so", "GPUCOMM_NVML_LIBRARY", "libnope.so");

    @TempDir
    Path root;

    @Test
    void aP5IsKnownByItsInstanceTypeInterfacesAndTopology() throws Exception {
        SysTree.p5(root.resolve("sys"));
        var fingerprint = read(Map.of());
        assertThat(fingerprint.value("instance_type")).isEqualTo("p5.48xlarge");
        assertThat(fingerprint.value("numa_nodes")).isEqualTo("2");
        assertThat(fingerprint.value("efa_interfaces")).isEqualTo("32");
        assertThat(fingerprint.value("nvswitches")).isEqualTo("4");
        assertThat(fingerprint.value("topology")).startsWith(
                "0000:53:00.0 NUMA 0, same switch: rdmap79s0 rdmap80s0 rdmap81s0 rdmap82s0; 0000:64:00.0 NUMA 0, same switch: rdmap96s0");
    }

    @Test
    void anEmptyHostHasOnlyWhatJavaKnows() throws Exception {
        assertThat(read(Map.of()).facts()).extracting(Fact::name).containsExactly("processors", "java_version");
    }

    @Test
    void librariesGpusAndClocksAreTold() throws Exception {
        var fingerprint = read(fakes());
        assertThat(fingerprint.value("gpu")).isEqualTo("Fake H200 number 0, Fake H200 number 1");
        assertThat(fingerprint.value("gpus")).isEqualTo("2");
        assertThat(fingerprint.value("nccl_version")).isEqualTo("2.28.3");
        assertThat(fingerprint.value("driver_version")).isEqualTo("580.12.34");
        assertThat(fingerprint.value("cuda_driver_version")).isEqualTo("13.0");
        assertThat(fingerprint.value("max_sm_clock_mhz")).isEqualTo("1980");
        assertThat(fingerprint.value("nvlinks_per_gpu")).isEqualTo("17");
        assertThat(fingerprint.value("nvlink_between_all")).isEqualTo("yes");
    }

    @Test
    void thePlatformComesFromTheFacts() throws Exception {
        SysTree.p5(root.resolve("sys"));
        var fingerprint = read(fakes());
        assertThat(fingerprint.platform(2, 16)).isEqualTo(
                new Platform("p5.48xlarge", "Fake H200 number 0, Fake H200 number 1", 2, 16));
    }

    @Test
    void relevantVariablesAreKeptAndSecretsAndAllOthersAreNot() throws Exception {
        var facts = read(Map.of("NCCL_ALGO", "Ring", "FI_PROVIDER", "efa", "CUDA_VISIBLE_DEVICES", "0,1",
                "NVSHMEM_SYMMETRIC_SIZE", "1G", "GPUCOMM_SECRET", "hunter2", "NCCL_API_TOKEN", "hunter2", "FI_X_KEY",
                "hunter2", "HOME", "/home/somebody", "AWS_SECRET_ACCESS_KEY", "hunter2", "NCCL_NOTE", "a\nb")).facts();
        assertThat(facts).contains(new Fact("NCCL_ALGO", "Ring"), new Fact("FI_PROVIDER", "efa"),
                new Fact("CUDA_VISIBLE_DEVICES", "0,1"), new Fact("NVSHMEM_SYMMETRIC_SIZE", "1G"),
                new Fact("NCCL_NOTE", "a b"));
        assertThat(facts).noneSatisfy(fact -> assertThat(fact.value()).contains("hunter2"))
                .extracting(Fact::name).doesNotContain("HOME");
    }

    @Test
    void whatIsSentToAnotherProcessArrivesAsItWas() throws Exception {
        SysTree.p5(root.resolve("sys"));
        Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.writeString(root.resolve("proc/sys/kernel/hostname"), "node-0\n");
        var fingerprint = read(Map.of("NCCL_TUNER_CONFIG", "a=b"));
        assertThat(Fingerprint.decoded(fingerprint.encoded())).isEqualTo(fingerprint);
    }

    @Test
    void hostsThatDifferAreTogetherWithAllTheirValues() {
        var one = of("host", "a", "nccl_version", "2.28.3", "gpu", "H100");
        var other = of("host", "b", "nccl_version", "2.27.7", "gpu", "H100", "NCCL_ALGO", "Ring");
        assertThat(Fingerprint.together(List.of(one, other, one))).isEqualTo(
                of("host", "a | b", "nccl_version", "2.28.3 | 2.27.7", "gpu", "H100", "NCCL_ALGO", "Ring"));
    }

    private Fingerprint read(Map<String, String> variables) throws Exception {
        var environment = new HashMap<>(NOTHING);
        environment.putAll(variables);
        return new FingerprintReader(new LibrarySearch(environment, root)).read();
    }

    private Map<String, String> fakes() throws Exception {
        return Map.of("GPUCOMM_CUDA_LIBRARY", FakeLibraries.build("fake_cuda", root).toString(), "GPUCOMM_NCCL_LIBRARY",
                FakeLibraries.build("fake_nccl", root).toString(), "GPUCOMM_NVML_LIBRARY",
                FakeLibraries.build("fake_nvml", root).toString());
    }

    private static Fingerprint of(String... namesAndValues) {
        var facts = new java.util.ArrayList<Fact>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            facts.add(new Fact(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new Fingerprint(facts);
    }
}
