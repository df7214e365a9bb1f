package org.gpucomm.results.format.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class InspectorFormatTest {

    @Test
    void callsOfAllRanksHaveTheirRankAndNumberAsMetrics() throws Exception {
        var reading = Reading.ofSample("nccl-inspector-json/allreduce-4ranks.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements())
                .extracting(m -> m.outcome().metrics() + " " + m.workload().messageSize() + " " + m.outcome().time()
                        + " " + m.outcome().algbw() + " " + m.outcome().busbw())
                .containsExactly("rank=0;coll_sn=7 16 MiB 614.2 µs 27.317 GB/s 40.976 GB/s",
                        "rank=1;coll_sn=7 16 MiB 615.0 µs 27.28 GB/s 40.92 GB/s",
                        "rank=2;coll_sn=7 16 MiB 611.9 µs 27.418 GB/s 41.127 GB/s",
                        "rank=3;coll_sn=7 16 MiB 702.5 µs 23.882 GB/s 35.824 GB/s",
                        "rank=0;coll_sn=8 16 MiB 615.2 µs 27.317 GB/s 40.976 GB/s",
                        "rank=1;coll_sn=8 16 MiB 616.0 µs 27.28 GB/s 40.92 GB/s",
                        "rank=2;coll_sn=8 16 MiB 612.9 µs 27.418 GB/s 41.127 GB/s",
                        "rank=3;coll_sn=8 16 MiB 703.5 µs 23.882 GB/s 35.824 GB/s");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.settings()).hasToString("algo=RING;proto=SIMPLE;comm=dp;timing=kernel_gpu");
            assertThat(m.platform().ranks()).isEqualTo(4);
            assertThat(m.platform().nodes()).isEqualTo(2);
            assertThat(m.stack().tool()).isEqualTo("nccl-inspector");
            assertThat(m.stack().library()).isEqualTo("nccl");
        });
    }

    @Test
    void callsBehindALineOfStatisticsAreOfItsRank() throws Exception {
        var reading = Reading.ofSample("nccl-inspector-json/v43-with-stats.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements())
                .extracting(m -> m.workload().operation() + " " + m.workload().variant() + " "
                        + m.workload().messageSize() + " " + m.outcome().time() + " " + m.outcome().algbw() + " "
                        + m.outcome().busbw() + " " + m.outcome().metrics() + " " + m.settings() + " "
                        + m.platform().ranks() + " " + m.platform().nodes())
                .containsExactly(
                        "REDUCE_SCATTER null 1 MiB 5663.0 µs 0.185 GB/s 0.174 GB/s rank=3;coll_sn=41 "
                                + "algo=RING;proto=LL128;timing=kernel_cpu 16 2",
                        "SEND recv 8 MiB 214.5 µs 39.108 GB/s 39.108 GB/s rank=3;p2p_sn=5;peer=2 "
                                + "timing=kernel_gpu 16 2");
    }

    @Test
    void prometheusHasRangesOfSizes() throws Exception {
        var reading = Reading.ofSample("nccl-inspector-prometheus/metrics.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements())
                .extracting(m -> m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().time()
                        + " " + m.outcome().busbw() + " " + m.settings() + " " + m.platform().ranks() + " "
                        + m.platform().nodes() + " " + m.outcome().metrics())
                .containsExactly(
                        "ALL_REDUCE null 22761.5 µs 362.18 GB/s size_range=4-5GB;algo=RING;proto=SIMPLE;comm=tp 8 1 "
                                + "node=node-0;gpu=GPU-1",
                        "ALL_GATHER null 209.9 µs 281.4 GB/s size_range=64-65MB;algo=NVLS_TREE;proto=LL128;comm=tp "
                                + "8 1 node=node-0;gpu=GPU-1",
                        "SEND null 47.25 µs 31.5 GB/s size_range=1-2MB;comm=tp 8 1 node=node-0;gpu=GPU-1");
    }

    /** Collectors flatten the header; ranks are ranks all the same, and a record of what was dropped is no call. */
    @Test
    void whoCallsMayStandBesideTheCall() throws Exception {
        var line = "{\"id\":\"c1\",\"rank\":%d,\"n_ranks\":2,\"nnodes\":1,\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":1,"
                + "\"coll_msg_size_bytes\":1048576,\"coll_exec_time_us\":61.5,\"coll_algobw_gbs\":17.05,\"coll_busbw_gbs\":17.05}}\n";
        var reading = Reading.ofText(line.formatted(0) + line.formatted(1)
                + "{\"header\":{\"id\":\"c1\",\"rank\":0,\"n_ranks\":2},\"dump_stats\":{\"dropped_total\":5}}\n",
                "x.jsonl");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.platform().ranks() + " " + m.outcome().metrics())
                .containsExactly("2 rank=0;coll_sn=1", "2 rank=1;coll_sn=1");
    }

    /** As its own documentation shows calls, and as {@code jq .} lays them out; one that was cut is said to be. */
    @Test
    void callsMayBeLaidOutAMemberALine() throws Exception {
        var reading = Reading.ofSample("nccl-inspector-json/laid-out-verbose.json");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements())
                .extracting(m -> m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().time()
                        + " " + m.outcome().busbw() + " " + m.outcome().metrics() + " " + m.platform().ranks())
                .containsExactly("REDUCE_SCATTER 4 MiB 58120 µs 2.237155 GB/s rank=0;coll_sn=877 32",
                        "REDUCE_SCATTER 4 MiB 58133 µs 2.236654 GB/s rank=31;coll_sn=877 32");
        assertThat(reading.rows()).extracting(Entry.Row::line).containsExactly(35L, 70L);
        var lines = Files.readAllLines(Path.of("src/test/resources/samples/nccl-inspector-json/laid-out-verbose.json"));
        var cut = Reading.ofText(String.join("\n", lines.subList(10, lines.size() - 3)) + "\n", "x.json");
        assertThat(cut.measurements()).isEmpty();
        assertThat(cut.problems()).extracting(Entry.Problem::reason).containsExactly(
                "a call whose beginning is missing",
                "the JSON object that begins in line 26 has no end: the file is cut, or lines are missing");
    }
}
