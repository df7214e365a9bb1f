package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.runner.ffi.shim.FabricDomain;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.RendezvousAddress;
import org.gpucomm.runner.host.Host;
import org.gpucomm.runner.host.SysTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NicPlacementsTest {

    private static final ProcessPlace FIRST_OF_TWO_HOSTS = new ProcessPlace(0, 2, 0, 1, RendezvousAddress.parse("a:1"),
            "options");
    private static final ProcessPlace SECOND_ON_ONE_HOST = new ProcessPlace(1, 2, 1, 2, RendezvousAddress.parse("a:1"),
            "options");

    @TempDir
    Path sys;

    @Test
    void oneProcessOfAP5HasASeatForEachGpuWithItsFourEfasAndTwelveCores() throws IOException {
        var seats = p5(FIRST_OF_TWO_HOSTS).chosen(null, List.of(), null);
        assertThat(seats).hasSize(8).allSatisfy(seat -> {
            assertThat(seat.domains()).hasSize(4);
            assertThat(seat.cores()).hasSize(12);
        });
        assertThat(seats.getFirst().domains()).containsExactly("rdmap79s0-rdm", "rdmap80s0-rdm", "rdmap81s0-rdm",
                "rdmap82s0-rdm");
        assertThat(seats.getLast().text()).startsWith("GPU 0000:ca:00.0: rdmap198s0-rdm ");
    }

    @Test
    void oneSeatForAllOfAP5HasThirtyTwoEfasInTheOrderOfTheirGpus() throws IOException {
        var seat = p5(FIRST_OF_TWO_HOSTS).chosen(1, List.of(), null).getFirst();
        assertThat(seat.domains()).hasSize(32).startsWith("rdmap79s0-rdm").endsWith("rdmap201s0-rdm");
        assertThat(seat.cores()).hasSize(96);
    }

    @Test
    void twoProcessesOfOneHostShareItsGpus() throws IOException {
        var seats = p5(SECOND_ON_ONE_HOST).chosen(null, List.of(), 2);
        assertThat(seats).hasSize(4).allSatisfy(seat -> assertThat(seat.domains()).hasSize(2));
        assertThat(seats.getFirst().domains()).containsExactly("rdmap147s0-rdm", "rdmap148s0-rdm");
    }

    @Test
    void withoutGpusOneHostUsesTheLoopbackAndSeveralDoNot() throws IOException {
        assertThat(ethernet(ProcessPlace.ALONE).chosen(null, List.of(), null)).extracting(NicPlacement::domains)
                .containsExactly(List.of("lo"), List.of("lo"));
        assertThat(ethernet(FIRST_OF_TWO_HOSTS).chosen(null, List.of(), null)).extracting(NicPlacement::domains)
                .containsExactly(List.of("eth0"));
        assertThat(ethernet(SECOND_ON_ONE_HOST).chosen(null, List.of(), null).getFirst().cores()).containsExactly(2, 3);
    }

    @Test
    void interfacesThatAreNamedAreUsedAsOftenAsTheyAreNamed() throws IOException {
        assertThat(ethernet(ProcessPlace.ALONE).chosen(1, List.of("eth0", "eth0", "lo"), null).getFirst().domains())
                .containsExactly("eth0", "eth0", "lo");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ethernet(ProcessPlace.ALONE).chosen(1, List.of("eth7"), null))
                .withMessage("there is no interface 'eth7' of provider tcp; there are eth0, lo");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ethernet(FIRST_OF_TWO_HOSTS).chosen(1, List.of(), 4))
                .withMessageStartingWith("--nics 4: a seat has eth0 of provider tcp; name others with --interface");
    }

    private NicPlacements p5(ProcessPlace place) throws IOException {
        var offered = IntStream.range(0, 8).boxed()
                .flatMap(gpu -> IntStream.range(0, 4).mapToObj(port -> 0x44 + 0x11 * gpu + 0xb + port))
                .map(bus -> new FabricDomain("efa", "rdmap" + bus + "s0-rdm", 4096,
                        (long) bus << 12))
                .toList();
        return new NicPlacements(offered, Host.read(SysTree.p5(sys).path()), IntStream.range(0, 192).boxed().toList(),
                place);
    }

    private NicPlacements ethernet(ProcessPlace place) throws IOException {
        var offered = Stream.of("eth0", "lo").map(name -> new FabricDomain("tcp", name, 2048, -1))
                .toList();
        return new NicPlacements(offered, Host.read(sys.resolve("none")), List.of(0, 1, 2, 3), place);
    }
}
