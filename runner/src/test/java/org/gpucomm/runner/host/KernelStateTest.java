package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelStateTest {

    @TempDir
    Path root;

    @Test
    void driversPagesLimitsAndDevicesAreRead() throws IOException {
        write("sys/module/efa/version", "2.13.0g\n");
        Files.createDirectories(root.resolve("sys/module/gdrdrv"));
        write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "5128\n");
        write("proc/sys/kernel/osrelease", "6.8.0-1021-aws\n");
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max locked memory         8388608              unlimited            bytes
                """);
        write("dev/infiniband/uverbs0", "");
        write("dev/infiniband/uverbs1", "");
        write("dev/infiniband/rdma_cm", "");
        assertThat(KernelState.read(root)).isEqualTo(new KernelState(Optional.of("6.8.0-1021-aws"),
                Map.of("efa", "2.13.0g", "gdrdrv", ""), OptionalLong.of(5128), OptionalLong.of(8_388_608), 2));
    }

    @Test
    void noLimitIsNoNumber() throws IOException {
        write("proc/self/limits", "Max locked memory         unlimited            unlimited            bytes\n");
        assertThat(KernelState.read(root).lockedBytes()).isEmpty();
    }

    @Test
    void theNameOfTheHostIsTheKernels() throws IOException {
        assertThat(KernelState.hostName(root)).isEmpty();
        write("proc/sys/kernel/hostname", "node-7\n");
        assertThat(KernelState.hostName(root)).contains("node-7");
    }

    @Test
    void anEmptyHostTellsNothing() throws IOException {
        assertThat(KernelState.read(root)).isEqualTo(
                new KernelState(Optional.empty(), Map.of(), OptionalLong.empty(), OptionalLong.empty(), 0));
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
