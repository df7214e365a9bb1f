package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

import org.gpucomm.runner.host.Affinity.Neighbours;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AffinityTest {

    @TempDir
    Path sys;

    @Test
    void eachGpuOfAP5HasFourEfasAndTwelveCoresOfItsOwn() throws IOException {
        var affinity = Affinity.of(Host.read(SysTree.p5(sys).path()));
        assertThat(affinity.left()).isEmpty();
        assertThat(affinity.places()).hasSize(8).noneMatch(Neighbours::far).noneMatch(Neighbours::shared)
                .allSatisfy(place -> assertThat(place.interfaces()).hasSize(4));
        assertThat(names(affinity.places().getFirst())).containsExactly("rdmap79s0", "rdmap80s0", "rdmap81s0",
                "rdmap82s0");
        assertThat(affinity.places()).extracting(place -> Processors.text(place.cores())).containsExactly("0-11",
                "12-23", "24-35", "36-47", "48-59", "60-71", "72-83", "84-95");
    }

    @Test
    void twoGpusBelowOneSwitchDivideItsInterfaces() throws IOException {
        var p5en = Affinity.of(Host.read(SysTree.p5en(sys.resolve("p5en")).path()));
        assertThat(names(p5en.places().get(0))).containsExactly("rdmap79s0", "rdmap80s0");
        assertThat(names(p5en.places().get(1))).containsExactly("rdmap81s0", "rdmap82s0");
        assertThat(p5en.places()).hasSize(8).noneMatch(Neighbours::shared).noneMatch(Neighbours::far);
        var p6 = Affinity.of(Host.read(SysTree.p6b200(sys.resolve("p6")).path()));
        assertThat(p6.places()).hasSize(8).noneMatch(Neighbours::shared)
                .allSatisfy(place -> assertThat(place.interfaces()).hasSize(1));
        assertThat(p6.places().stream().flatMap(place -> place.interfaces().stream()).distinct()).hasSize(8);
    }

    @Test
    void twoGpusWithOneInterfaceShareIt() throws IOException {
        var p4d = Affinity.of(Host.read(SysTree.p4d(sys).path()));
        assertThat(p4d.places()).hasSize(8).allMatch(Neighbours::shared)
                .allSatisfy(place -> assertThat(place.distance()).hasValue(Distance.SAME_HOST_BRIDGE));
        assertThat(p4d.places().get(2).interfaces()).isEqualTo(p4d.places().get(3).interfaces());
        assertThat(names(p4d.places().get(2))).containsExactly("rdmap32s27");
    }

    @Test
    void anInterfaceBehindAnotherHostBridgeIsFar() throws IOException {
        var tree = SysTree.h200WithOneFarInterface(sys);
        var affinity = Affinity.of(Host.read(tree.path()));
        assertThat(affinity.places()).hasSize(4).allMatch(Neighbours::far).allMatch(Neighbours::shared);
        assertThat(affinity.places()).extracting(place -> Processors.text(place.cores())).containsExactly("0-15",
                "16-31", "32-47", "48-63");
    }

    @Test
    void aGpuWithoutInterfacesIsNotFarFromThem() throws IOException {
        assertThat(Affinity.of(Host.read(SysTree.h200(sys).path())).places()).noneMatch(Neighbours::far)
                .allSatisfy(place -> assertThat(place.interfaces()).isEmpty());
    }

    @Test
    void aDeviceThatNoDriverServesBelongsToNoGpu() throws IOException {
        var tree = SysTree.p6b200(sys);
        tree.device("pci0000:66/0000:66:00.0/0000:67:00.0/0000:68:01.7/0000:7f:00.0", "0x15b3", "0x1021", "0x020700", 1,
                null);
        var host = Host.read(tree.path());
        assertThat(host.interfaces()).hasSize(9);
        assertThat(Affinity.of(host).left()).isEmpty();
        assertThat(Affinity.of(host).places()).allSatisfy(place -> assertThat(place.interfaces()).hasSize(1));
    }

    @Test
    void processorsAreReadAndWrittenAsTheKernelListsThem() {
        assertThat(Processors.of("0-2,8,10-11")).containsExactly(0, 1, 2, 8, 10, 11);
        assertThat(Processors.text(List.of(0, 1, 2, 8, 10, 11))).isEqualTo("0-2,8,10-11");
        assertThat(Processors.of("")).isEmpty();
        assertThat(Processors.of("0-x")).isEmpty();
    }

    /** What hwloc saw of real hosts, where it lies beside the checkout: every interface belongs to GPUs, as evenly as it goes. */
    @ParameterizedTest
    @CsvSource({"p4d.24xl, 1, 4, SAME_HOST_BRIDGE", "p5.48xl, 4, 32, SAME_SWITCH", "p5en.48xl, 2, 16, SAME_SWITCH",
            "p6-b200.48xl, 1, 8, SAME_SWITCH"})
    void realHostsAreDividedEvenly(String host, int each, int all, Distance distance) throws IOException {
        var xml = Path.of("../../shared/reference/topology", host + ".hwloc.xml");
        assumeTrue(Files.exists(xml), "no collection of real logs beside the checkout");
        var affinity = Affinity.of(Host.read(HwlocTree.of(xml, sys).path()));
        assertThat(affinity.left()).isEmpty();
        assertThat(affinity.places()).hasSize(8).noneMatch(Neighbours::far)
                .allSatisfy(place -> assertThat(place.interfaces()).hasSize(each))
                .allSatisfy(place -> assertThat(place.distance()).hasValue(distance));
        var used = new HashSet<PciDevice>();
        affinity.places().forEach(place -> used.addAll(place.interfaces()));
        assertThat(used).hasSize(all);
    }

    private static List<String> names(Neighbours place) {
        return place.interfaces().stream().map(PciDevice::name).toList();
    }
}
