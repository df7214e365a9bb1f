package org.gpucomm.results.format.rocmbandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class RocmBandwidthFormatTest {

    @Test
    void bandwidthMatricesAreReadAndThoseOfAccessAndDistanceAreNot() throws Exception {
        var reading = Reading.ofSample("rocm-bandwidth-test/all-devices.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.settings() + " "
                + m.outcome().algbw()).containsExactly("unidirectional+peak row=0;column=1 27.318 GB/s",
                        "unidirectional+peak row=0;column=2 27.304 GB/s",
                        "unidirectional+peak row=1;column=0 28.512 GB/s",
                        "unidirectional+peak row=1;column=1 1164.402 GB/s",
                        "unidirectional+peak row=1;column=2 32.771 GB/s",
                        "unidirectional+peak row=2;column=0 28.509 GB/s",
                        "unidirectional+peak row=2;column=1 32.768 GB/s",
                        "unidirectional+peak row=2;column=2 1166.930 GB/s",
                        "bidirectional+peak row=0;column=1 50.212 GB/s",
                        "bidirectional+peak row=0;column=2 50.198 GB/s",
                        "bidirectional+peak row=1;column=0 50.212 GB/s",
                        "bidirectional+peak row=1;column=2 65.120 GB/s",
                        "bidirectional+peak row=2;column=0 50.198 GB/s",
                        "bidirectional+peak row=2;column=1 65.120 GB/s");
        assertThat(reading.measurements()).allMatch(m -> "2.6.0".equals(m.stack().toolVersion()));
    }

    @Test
    void pairsWithoutAccessAreFacts() throws Exception {
        assertThat(Reading.ofText("""
                          RocmBandwidthTest Version: 2.6.0

                          Inter-Device Access

                          D/D       0         1         2

                          0         1         1         1

                          1         1         1         0

                          2         1         0         1


                          Unidirectional copy peak bandwidth GB/s

                          D/D       0           1           2

                          0         N/A         27.318      27.304

                          1         28.512      1164.402    N/A
                """, "rocm.log").facts(1)).filteredOn(fact -> fact.name().equals("no_peer_access"))
                .extracting(fact -> fact.value()).containsExactly("1-2");
    }

    /** 2 · 1048576 B / 45.020 µs = 46.58 GB/s: K and M of sizes are powers of two, both directions are counted. */
    @Test
    void thePairIsMeasuredOverSizes() throws Exception {
        var reading = Reading.ofSample("rocm-bandwidth-test/one-pair-over-sizes.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().timeMin() + " " + m.outcome().algbw() + " " + m.outcome().metrics()).containsExactly(
                        "1 KiB 4.930 µs 4.650 µs 0.415 GB/s peak_GBps=0.440",
                        "64 KiB 7.610 µs 7.050 µs 17.224 GB/s peak_GBps=18.592",
                        "1 MiB 45.020 µs 44.650 µs 46.583 GB/s peak_GBps=46.969");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().variant()).isEqualTo("bidirectional+cpu-to-gpu");
            assertThat(m.settings()).hasToString("row=0;column=2");
        });
    }
}
