package org.gpucomm.runner.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.stream.LongStream;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.rig.Sizes;
import org.junit.jupiter.api.Test;

/** Sizes and counts, held against rows that nccl-tests 2.19 printed on four GPUs for float. */
class LayoutTest {

    private static final Routing ROUTING = new Routing(16, 8, 2, 0, 1);

    @Test
    void sizesAndCountsAreThoseOfNcclTests() {
        assertRow("all_reduce", 8, 8, 2);
        assertRow("all_gather", 32, 0, 0);
        assertRow("all_gather", 64, 64, 4);
        assertRow("all_gather", 65536, 65536, 4096);
        assertRow("alltoall", 1024, 1024, 64);
        assertRow("reduce_scatter", 32, 0, 0);
        assertRow("reduce_scatter", 2048, 2048, 128);
        assertRow("sendrecv", 8, 8, 2);
    }

    private static void assertRow(String operation, long asked, long size, long count) {
        var layout = Collective.of(Operation.ofId(operation).orElseThrow(), ROUTING).layout(asked / 4, 4, 4);
        assertThat(layout.largest() * 4).as(operation + " size of " + asked).isEqualTo(size);
        assertThat(layout.count()).as(operation + " count of " + asked).isEqualTo(count);
    }

    @Test
    void inPlaceEveryRankHasItsOwnPartOfTheBuffer() {
        var gather = StandardCollective.ALL_GATHER.layout(1024, 4, 4);
        assertThat(gather.sendInPlace() * 4).isEqualTo(gather.receive());
        var scatter = StandardCollective.REDUCE_SCATTER.layout(1024, 4, 4);
        assertThat(scatter.receiveInPlace() * 4).isEqualTo(scatter.send());
    }

    @Test
    void everyNameOfAnOperationFindsIt() {
        for (var name : new String[]{"all_reduce", "all_reduce_perf", "all-reduce", "AllReduce",
                "all_reduce_perf_mpi"}) {
            assertThat(Bench.NCCL.named(name)).as(name).contains(Operation.ALL_REDUCE);
        }
        assertThat(Bench.NCCL.named("allreduced")).isEmpty();
    }

    @Test
    void inAnAlltoallvSharesDifferAndAllRanksSendAndReceiveEquallyMuch() {
        var exchange = Objects.requireNonNull(StandardCollective.ALLTOALLV.layout(4000, 4, 4).exchange());
        // 4000 elements in 1 + 2 + 3 + 4 = 10 parts, each a multiple of 16 bytes
        assertThat(LongStream.range(0, 4).map(peer -> exchange.count(1, (int) peer))).containsExactly(800L, 1200L,
                1600L,
                400L);
        for (int rank = 0; rank < 4; rank++) {
            assertThat(exchange.sendOffset(rank, 4)).isEqualTo(4000);
            assertThat(exchange.receiveOffset(rank, 4)).isEqualTo(4000);
        }
    }

    @Test
    void sizesStepAsTheOptionsSay() {
        assertThat(new Sizes(8, 100, 1, 2).stream()).containsExactly(8L, 16L, 32L, 64L);
        assertThat(new Sizes(10, 40, 15, 1).stream()).containsExactly(10L, 25L, 40L);
        assertThat(new Sizes(8, 100, 1, 2).upTo(20).stream()).containsExactly(8L, 16L);
        assertThat(Sizes.parse("4G")).isEqualTo(4L << 30);
        assertThat(Sizes.parse("1.5k")).isEqualTo(1536);
        assertThat(Sizes.parse("64KiB")).isEqualTo(65536);
        assertThatThrownBy(() -> new Sizes(8, 4, 1, 2)).hasMessageStartingWith("sizes go from 8 to 4 bytes");
    }
}
