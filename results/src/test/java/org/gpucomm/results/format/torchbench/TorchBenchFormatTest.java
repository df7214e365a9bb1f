package org.gpucomm.results.format.torchbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class TorchBenchFormatTest {

    @Test
    void payloadsBandwidthsAndEnvironmentAreThoseOfTheSummary() throws Exception {
        var reading = Reading.ofSample("all-reduce-bench/two-nodes.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().algbw() + " "
                + m.outcome().busbw()).containsExactly("32 KiB 0.55 GB/s 1.04 GB/s", "1 MiB 14.46 GB/s 27.11 GB/s",
                        "16 GiB 252.96 GB/s 474.30 GB/s");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.workload().iterations()).isEqualTo(20);
            assertThat(m.platform().ranks()).isEqualTo(16);
            assertThat(m.platform().gpu()).isEqualTo("NVIDIA H200");
            assertThat(m.stack().libraryVersion()).isEqualTo("2.28.3");
        });
    }

    @Test
    void anOlderSummaryIsOneRowOnTwoLines() throws Exception {
        var reading = Reading.ofSample("all-reduce-bench/older-one-payload.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().messageSize()).hasToString("4 GiB");
            assertThat(m.outcome().algbw()).hasToString("254.912 GB/s");
            assertThat(m.outcome().busbw()).hasToString("446.096 GB/s");
            assertThat(m.platform().ranks()).isEqualTo(8);
            assertThat(m.workload().iterations()).isEqualTo(5);
        });
    }

    @Test
    void hostOverheadAndSymmetricMemoryAreIdentity() throws Exception {
        var reading = Reading.ofText("The average bandwidth of all_reduce over 8 ranks (5 warmups / 20 trials, "
                + "1 call per trial, host overhead included, symmetric memory):\n"
                + "|   32KiB |   1.04GBps |   0.60GBps |\n|   64KiB |   1.0\n", "x.log");
        assertThat(reading.measurements()).singleElement()
                .satisfies(m -> assertThat(m.settings()).hasToString("host_overhead=included;symmetric=1"));
        assertThat(reading.problems()).hasSize(1);
    }

    /** 8000 MB of 10⁶ bytes in 29812.4 µs, times 2 · 7/8, are 469.60 GB/s: the bandwidth is the bus bandwidth. */
    @Test
    void theLoopsMegabytesAreTenToTheSixthAndTheirBandwidthIsTheBuss() throws Exception {
        var reading = Reading.ofSample("torch-loop/allreduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize().count() + " " + m.outcome().time()
                + " " + m.outcome().timeMin() + " " + m.outcome().timeMax() + " " + m.outcome().busbw() + " "
                + m.outcome().metrics()).containsExactly(
                        "100000 227.6 µs 196.9 µs 692.4 µs 0.77 GB/s busbw_min_GBps=0.25;busbw_max_GBps=0.89",
                        "3160000 151.2 µs 146.3 µs 161.5 µs 36.57 GB/s busbw_min_GBps=34.24;busbw_max_GBps=37.80",
                        "8000000000 29812.4 µs 29790.1 µs 29844.7 µs 469.60 GB/s "
                                + "busbw_min_GBps=469.10;busbw_max_GBps=469.95");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.platform().ranks()).isEqualTo(8);
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.outcome().algbw()).isNull();
        });
    }
}
