package org.gpucomm.results.format.bandwidthtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class BandwidthTestFormatTest {

    @Test
    void eachDirectionAndMemoryIsACurve() throws Exception {
        var reading = Reading.ofSample("cuda-bandwidth-test/quick.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(BandwidthTestFormatTest::said).containsExactly(
                "memcpy host_to_device+pinned 32000000 21.4 GB/s", "memcpy device_to_host+pinned 32000000 22.7 GB/s",
                "memcpy device_local_copy 32000000 471.3 GB/s");
        assertThat(reading.measurements()).allSatisfy(each -> {
            assertThat(each.platform().gpu()).isEqualTo("NVIDIA A10G");
            assertThat(each.platform().ranks()).isEqualTo(1);
        });
    }

    @Test
    void linesOfCsvNameTheirMemoryAndUnit() throws Exception {
        var reading = Reading.ofSample("cuda-bandwidth-test/csv-two-memories.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(BandwidthTestFormatTest::said).containsExactly(
                "memcpy host_to_device+pinned 32000000 21.3 GB/s", "memcpy host_to_device+paged 32000000 6.4305 GB/s",
                "memcpy device_local_copy 32000000 471.3 GB/s");
    }

    @Test
    void aTableOfTheSampleAloneIsReadAndOneWithoutDirectionIsNot() throws Exception {
        var reading = Reading.ofText("""
                 Device to Host Bandwidth, 2 Device(s)
                 PAGEABLE Memory Transfers
                   Transfer Size (Bytes)        Bandwidth(MB/s)
                   1024                         310.2
                   2048                         602.9
                """, "part.log");
        assertThat(reading.measurements()).extracting(BandwidthTestFormatTest::said).containsExactly(
                "memcpy device_to_host+pageable 1024 0.3102 GB/s", "memcpy device_to_host+pageable 2048 0.6029 GB/s");
        var without = Reading.ofText("""
                [CUDA Bandwidth Test] - Starting...
                   Transfer Size (Bytes)        Bandwidth(MB/s)
                   1024                         310.2
                """, "part.log");
        assertThat(without.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("names a direction"));
    }

    private static String said(Measurement each) {
        return each.workload().operation().id() + " " + each.workload().variant() + " "
                + each.workload().messageSize().count() + " " + each.outcome().algbw();
    }
}
