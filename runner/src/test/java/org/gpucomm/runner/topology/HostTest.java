package org.gpucomm.runner.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.gpucomm.runner.topology.PciDevice.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

    @TempDir
    Path sys;

    @Test
    void aP5HasEightGpusAndThirtyTwoEfasOnTwoNumaNodes() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.machine()).hasValue("Amazon EC2 p5.48xlarge");
        assertThat(host.gpus()).hasSize(8);
        assertThat(host.ofKind(Kind.EFA)).hasSize(32);
        assertThat(host.gpus()).extracting(PciDevice::numaNode).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    }

    @Test
    void theNearestInterfacesOfAGpuAreTheFourBehindItsOwnSwitch() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.gpus()).allSatisfy(gpu -> assertThat(host.nearest(gpu)).hasSize(4)
                .allSatisfy(efa -> assertThat(efa.path().subList(0, 3)).isEqualTo(gpu.path().subList(0, 3))));
        assertThat(host.nearest(host.gpus().getFirst())).flatExtracting(PciDevice::names).containsExactly("rdmap71s0",
                "rdmap72s0", "rdmap73s0", "rdmap74s0");
    }

    @Test
    void anOrdinaryAmazonNetworkInterfaceIsNoEfa() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.devices()).extracting(PciDevice::address).doesNotContain("0000:00:05.0");
    }

    @Test
    void aHostWithoutPciHasNoDevices() throws IOException {
        assertThat(Host.read(sys.resolve("none"))).isEqualTo(new Host(Optional.empty(), List.of()));
    }
}
