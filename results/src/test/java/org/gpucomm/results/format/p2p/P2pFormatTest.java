package org.gpucomm.results.format.p2p;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class P2pFormatTest {

    @Test
    void everyCellOfEveryMatrixIsAMeasurement() throws Exception {
        var reading = Reading.ofSample("p2p-bandwidth-latency/two-gpus.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.settings() + " "
                + (m.outcome().algbw() == null ? m.outcome().time() : m.outcome().algbw())).containsExactly(
                        "unidirectional+p2p-disabled row=0;column=0 3601.17 GB/s",
                        "unidirectional+p2p-disabled row=0;column=1 37.21 GB/s",
                        "unidirectional+p2p-disabled row=1;column=0 37.18 GB/s",
                        "unidirectional+p2p-disabled row=1;column=1 3598.92 GB/s",
                        "unidirectional+p2p-enabled+writes row=0;column=0 3603.40 GB/s",
                        "unidirectional+p2p-enabled+writes row=0;column=1 393.71 GB/s",
                        "unidirectional+p2p-enabled+writes row=1;column=0 393.66 GB/s",
                        "unidirectional+p2p-enabled+writes row=1;column=1 3604.55 GB/s",
                        "bidirectional+p2p-disabled row=0;column=0 3110.20 GB/s",
                        "bidirectional+p2p-disabled row=0;column=1 50.44 GB/s",
                        "bidirectional+p2p-disabled row=1;column=0 50.39 GB/s",
                        "bidirectional+p2p-disabled row=1;column=1 3111.84 GB/s",
                        "bidirectional+p2p-enabled row=0;column=0 3109.31 GB/s",
                        "bidirectional+p2p-enabled row=0;column=1 777.04 GB/s",
                        "bidirectional+p2p-enabled row=1;column=0 777.12 GB/s",
                        "bidirectional+p2p-enabled row=1;column=1 3112.05 GB/s",
                        "p2p-disabled+latency+gpu row=0;column=0 2.61 µs",
                        "p2p-disabled+latency+gpu row=0;column=1 15.42 µs",
                        "p2p-disabled+latency+gpu row=1;column=0 15.36 µs",
                        "p2p-disabled+latency+gpu row=1;column=1 2.58 µs",
                        "p2p-disabled+latency+cpu row=0;column=0 2.21 µs",
                        "p2p-disabled+latency+cpu row=0;column=1 6.02 µs",
                        "p2p-disabled+latency+cpu row=1;column=0 5.97 µs",
                        "p2p-disabled+latency+cpu row=1;column=1 2.19 µs",
                        "p2p-enabled+writes+latency+gpu row=0;column=0 2.60 µs",
                        "p2p-enabled+writes+latency+gpu row=0;column=1 2.49 µs",
                        "p2p-enabled+writes+latency+gpu row=1;column=0 2.51 µs",
                        "p2p-enabled+writes+latency+gpu row=1;column=1 2.59 µs",
                        "p2p-enabled+writes+latency+cpu row=0;column=0 2.25 µs",
                        "p2p-enabled+writes+latency+cpu row=0;column=1 1.62 µs",
                        "p2p-enabled+writes+latency+cpu row=1;column=0 1.60 µs",
                        "p2p-enabled+writes+latency+cpu row=1;column=1 2.22 µs");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.platform().gpu()).isEqualTo("NVIDIA H200");
            assertThat(m.platform().ranks()).isEqualTo(2);
        });
    }

    @Test
    void aMatrixWithoutItsTitleIsOfBandwidths() throws Exception {
        var matrix = "   D\\D     0      1\n     0 1290.1  24.5\n     1  24.4 1288.0\n";
        assertThat(Reading.ofText(matrix, "p2p.log").measurements())
                .extracting(m -> m.workload().variant() + " " + m.settings() + " " + m.outcome().algbw())
                .contains("untitled row=0;column=1 24.5 GB/s");
        var connectivity = "   D\\D     0     1\n     0      1     1\n     1      1     1\n";
        assertThat(Reading.ofText(connectivity, "p2p.log").measurements()).isEmpty();
    }

    @Test
    void aTitleWithARemarkACornerWithoutItsBackslashAndAnEmptyDiagonalAreRead() throws Exception {
        var matrix = """
                Bidirectional P2P=Enabled Bandwidth (one switch at Gen2):
                   DD      0      1
                    0      -     14
                    1     15      -
                    ...
                """;
        assertThat(Reading.ofText(matrix, "p2p.log").measurements())
                .extracting(m -> m.workload().variant() + " " + m.settings() + " " + m.outcome().algbw())
                .containsExactly("bidirectional+p2p-enabled row=0;column=1 14 GB/s",
                        "bidirectional+p2p-enabled row=1;column=0 15 GB/s");
    }
}
