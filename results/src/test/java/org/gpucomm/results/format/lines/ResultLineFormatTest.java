package org.gpucomm.results.format.lines;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class ResultLineFormatTest {

    @Test
    void paramPrintsPercentilesAndBothBandwidths() throws Exception {
        var reading = Reading.ofText("""
                \tCOMMS-RES-all_gather-bfloat16       1048576         524288           61.2           63.0           66.4           58.9           71.5         17.134         16.063
                # 0: \tCOMMS-RES-all_reduce-float32          4194304         40.100      75.188
                """, "night.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ResultLineFormatTest::said).containsExactly(
                "ALL_GATHER null bfloat16 1 MiB null 61.2 \u00b5s 58.9 \u00b5s 71.5 \u00b5s 17.134 GB/s 16.063 GB/s",
                "ALL_REDUCE null float32 4 MiB null null null null 40.100 GB/s 75.188 GB/s");
    }

    @Test
    void googleBenchmarkCountsBytes() throws Exception {
        var reading = Reading.ofText("""
                Benchmark                                   Time             CPU   Iterations UserCounters...
                bench_ring_sendrecv/64/manual_time       0.512 us        0.730 us      1367190 bytes=128
                bench_ring_sendrecv/1024/manual_time     1.25 ms         1.31 ms           547 bytes=2.048k
                """, "night.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ResultLineFormatTest::said).containsExactly(
                "SENDRECV bench_ring_sendrecv null 128 B 0.512 \u00b5s null null null null null",
                "SENDRECV bench_ring_sendrecv null 2 KiB 1250 \u00b5s null null null null null");
    }

    @Test
    void tinygradTimesItsAllReduces() throws Exception {
        var reading = Reading.ofText("naive_allreduce iter 0/2: 0.61 sec 9.31 GFLOP/s 110.10 Gb/s\n"
                + "ring_allreduce iter 1/2: 0.41 sec 111.00 GFLOP/s 250.75 Gb/s\n", "night.log");
        assertThat(reading.measurements()).extracting(ResultLineFormatTest::said).containsExactly(
                "ALL_REDUCE naive null null 610000 \u00b5s null null null null null",
                "ALL_REDUCE ring null null 410000 \u00b5s null null null null null");
    }

    @Test
    void rvsPrintsACopyALine() throws Exception {
        var reading = Reading.ofText("""
                [RESULT] [  3095.697420] [action_1] p2p-bandwidth  [1/2] 453 15450  bidirectional: true  12.081 GBps  duration: 0.78 sec
                [RESULT] [  3096.112233] [pebb] pcie-bandwidth [1/4] [CPU:: 0] [GPU:: 1 - 23456 - 0000:22:00.0] h2d::true  d2h::false  25.301 GBps
                """, "rvs.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> said(m) + " " + m.settings()).containsExactly(
                "MEMCPY p2p-bandwidth+bidirectional null null null null null null 12.081 GB/s null row=453;column=15450",
                "MEMCPY pcie-bandwidth+host-to-device null null null null null null 25.301 GB/s null row=CPU 0;column=GPU 1");
    }

    @Test
    void ucclPrintsATransferALine() throws Exception {
        var reading = Reading.ofText("""
                [Client] Connected to 10.0.0.2 conn_id=0
                [Client]   4.0 KB :   6.55 Gbps |   0.82 GB/s
                [Client]  64.0 MB : 391.20 Gbps |  48.90 GB/s
                [Client] Benchmark complete
                """, "p2p.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ResultLineFormatTest::said).containsExactly(
                "TRANSFER null null 4 KiB null null null null 0.82 GB/s null",
                "TRANSFER null null 64 MiB null null null null 48.90 GB/s null");
    }

    @Test
    void mooncakePrintsItsThroughputAtTheEnd() throws Exception {
        var reading = Reading.ofText("""
                I1128 09:42:12.219687 229063 transfer_engine_bench.cpp:185] Worker 3 stopped!
                I1128 09:42:12.221588 229049 transfer_engine_bench.cpp:296] Test completed: duration 10.01, batch count 4895, throughput 0.26
                """, "mooncake.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ResultLineFormatTest::said)
                .containsExactly("TRANSFER null null null null null null null 0.26 GB/s null");
    }

    @Test
    void theFirstAllReduceBenchPrintsItsSizeAboveTheLine() throws Exception {
        var reading = Reading.ofText("NUM_GPUS=16\n0 data size: 4.0 GB\n"
                + "tput_avg (Gbps): 1600.5 busbw_avg (Gbps): 1500.0\n", "night.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().messageSize()).hasToString("3.725 GiB");
            assertThat(m.outcome().busbw()).hasToString("187.5000 GB/s");
            assertThat(m.outcome().algbw()).isNull();
            assertThat(m.outcome().metrics()).hasToString("tput_Gbps=1600.5");
        });
    }

    private static String said(Measurement m) {
        var outcome = m.outcome();
        return m.workload().operation() + " " + m.workload().variant() + " " + m.workload().datatype() + " "
                + m.workload().messageSize() + " " + outcome.time() + " " + outcome.timeP50() + " " + outcome.timeMin()
                + " " + outcome.timeMax() + " " + outcome.algbw() + " " + outcome.busbw();
    }
}
