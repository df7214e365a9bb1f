package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.runner.host.PciDevice.DeviceKind;
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
        assertThat(host.ofKind(DeviceKind.EFA)).hasSize(32);
        assertThat(host.gpus()).extracting(PciDevice::numaNode).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    }

    @Test
    void theNearestInterfacesOfAGpuAreTheFourBehindItsOwnSwitch() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.gpus()).allSatisfy(gpu -> assertThat(host.nearest(gpu)).hasSize(4)
                .allSatisfy(efa -> assertThat(efa.path().subList(0, 3)).isEqualTo(gpu.path().subList(0, 3))));
        assertThat(host.nearest(host.gpus().getFirst())).flatExtracting(PciDevice::names).containsExactly("rdmap79s0",
                "rdmap80s0", "rdmap81s0", "rdmap82s0");
    }

    @Test
    void anOrdinaryAmazonNetworkInterfaceIsNoEfa() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.devices()).extracting(PciDevice::address).doesNotContain("0000:00:05.0");
    }

    @Test
    void aHostWithoutPciHasNoDevices() throws IOException {
        assertThat(Host.read(sys.resolve("none"))).isEqualTo(new Host(Optional.empty(), List.of(), List.of()));
    }

    @Test
    void theFourSwitchesOfAP5AreNeitherGpusNorInterfaces() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.ofKind(DeviceKind.NVSWITCH)).extracting(PciDevice::address).containsExactly("0000:cf:00.0",
                "0000:d0:00.0", "0000:d1:00.0", "0000:d2:00.0");
        assertThat(host.interfaces()).hasSize(32);
    }

    @Test
    void distancesOnAP5AreThoseOfItsSwitchesAndNumaNodes() throws IOException {
        var host = Host.read(SysTree.p5(sys).path());
        var first = host.gpus().getFirst();
        var counts = host.interfaces().stream()
                .collect(Collectors.groupingBy(efa -> host.distance(first, efa), Collectors.counting()));
        assertThat(counts).isEqualTo(
                Map.of(Distance.SAME_SWITCH, 4L, Distance.SAME_NUMA_NODE, 12L, Distance.ACROSS, 16L));
        assertThat(host.distance(first, host.gpus().get(3))).isEqualTo(Distance.SAME_NUMA_NODE);
        assertThat(host.distance(first, host.gpus().get(4))).isEqualTo(Distance.ACROSS);
    }

    @Test
    void aP5ListsTheProcessorsOfItsNumaNodes() throws IOException {
        assertThat(Host.read(SysTree.p5(sys).path()).numaNodes()).extracting(NumaNode::number, NumaNode::cpus)
                .containsExactly(tuple(0, "0-47,96-143"), tuple(1, "48-95,144-191"));
    }

    @Test
    void aVirtualMachineWithH200sHasFourGpusBelowOneBridgeAndNothingElse() throws IOException {
        var host = Host.read(SysTree.h200(sys).path());
        assertThat(host.machine()).isEmpty();
        assertThat(host.instanceType()).isEmpty();
        assertThat(host.interfaces()).isEmpty();
        assertThat(host.gpus()).extracting(PciDevice::address).containsExactly("0000:00:06.0", "0000:00:07.0",
                "0000:00:08.0", "0000:00:09.0");
        assertThat(host.distance(host.gpus().get(0), host.gpus().get(3))).isEqualTo(Distance.SAME_HOST_BRIDGE);
        assertThat(host.nearest(host.gpus().getFirst())).isEmpty();
    }

    @Test
    void devicesWithoutANumaNodeAreOnTheOnlyOneThereIs() throws IOException {
        var tree = SysTree.h200(sys);
        tree.device("pci0000:80/0000:80:01.0", "0x15b3", "0x1021", "0x020700", -1, "mlx5_0");
        var host = Host.read(tree.path());
        assertThat(host.distance(host.gpus().getFirst(), host.interfaces().getFirst()))
                .isEqualTo(Distance.SAME_NUMA_NODE);
        tree.numaNode(1, "64-127");
        var two = Host.read(tree.path());
        assertThat(two.distance(two.gpus().getFirst(), two.interfaces().getFirst())).isEqualTo(Distance.UNKNOWN);
    }

    /** The listing of a real one, where it lies beside the checkout, has the same GPUs and interfaces at the same places. */
    @Test
    void theMadeP5HasTheAddressesOfARealOne() throws IOException {
        var listing = Path.of("../../shared/reference/p5/ls_sys_bus_pci_devices.txt");
        assumeTrue(Files.exists(listing), "no collection of real logs beside the checkout");
        var links = Files.readString(listing);
        var host = Host.read(SysTree.p5(sys).path());
        assertThat(host.devices()).hasSize(8 + 32 + 4).allSatisfy(device -> assertThat(links)
                .contains(device.address() + " -> ../../../devices/" + String.join("/", device.path())));
    }
}
