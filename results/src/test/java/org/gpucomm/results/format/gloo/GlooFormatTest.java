package org.gpucomm.results.format.gloo;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class GlooFormatTest {

    /** A gigabyte is 2³⁰ bytes: 1.022 of them are 1.097364144128 of 10⁹. */
    @Test
    void sizesPercentilesAndOptionsAreThoseOfTheRun() throws Exception {
        var reading = Reading.ofSample("gloo-benchmark/sizes-and-options.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize().count() + " "
                + m.workload().iterations() + " " + m.outcome().time() + " " + m.outcome().timeMin() + " "
                + m.outcome().timeP50() + " " + m.outcome().timeP99() + " " + m.outcome().timeMax() + " "
                + m.outcome().algbw()).containsExactly(
                        "400 28412 null 60 µs 67 µs 101 µs 233 µs 0.005368709120 GB/s",
                        "4000000 551 null 3412 µs 3621 µs 4102 µs 5210 µs 1.097364144128 GB/s");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.workload().variant()).isEqualTo("allreduce_ring_chunked");
            assertThat(m.platform().ranks()).isEqualTo(2);
            assertThat(m.settings()).hasToString("inputs=1;threads=1;verify=true");
        });
    }

    /** 1.072 GiB/s in 17260 µs are 3.97 bytes for each of 5,000,000 elements: floats. */
    @Test
    void elementsGiveTheSizeWhereBandwidthAndTimeShowTheirWidth() throws Exception {
        var reading = Reading.ofSample("gloo-benchmark/elements-only.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().messageSize()).isEqualTo(new Bytes(20_000_000));
            assertThat(m.settings()).hasToString("inputs=1;threads=1");
            assertThat(m.workload().iterations()).isEqualTo(960);
        });
        var oldest = Reading.ofText("Algorithm:   allreduce_ring\nOptions:     processes=2, inputs=1\n\n"
                + "   elements   min (us)   p50 (us)   p99 (us)   max (us)    samples\n"
                + "        100         60         67        101        233      28412\n", "x.log");
        assertThat(oldest.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().messageSize()).isNull();
            assertThat(m.settings()).hasToString("inputs=1;elements=100");
        });
    }

    /** Older versions indent what stands above the table. */
    @Test
    void whatIsIndentedAboveTheTableIsRead() throws Exception {
        var reading = Reading.ofText("""
                    Device:      tcp, pci=0000:04:00.0, iface=enp4s0, speed=10000, addr=[10.0.0.1]
                    Algorithm:   allreduce_ring_chunked
                    Options:     processes=4, inputs=1

                      elements   min (us)   p50 (us)   p99 (us)   max (us)    samples
                           100        121        135        182        301      19022
                """.indent(4), "run.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().variant()).isEqualTo("allreduce_ring_chunked");
            assertThat(m.platform().ranks()).isEqualTo(4);
            assertThat(m.outcome().timeP50()).hasToString("135 \u00b5s");
        });
    }
}
