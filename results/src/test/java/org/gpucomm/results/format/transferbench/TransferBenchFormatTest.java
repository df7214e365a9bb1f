package org.gpucomm.results.format.transferbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class TransferBenchFormatTest {

    /** Milliseconds are µs times a thousand; sums over executors repeat what their transfers say. */
    @Test
    void transfersAreResultsAndTheirSumsAreNot() throws Exception {
        var reading = Reading.ofSample("transferbench/config-file-three-tests.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().algbw() + " " + m.settings()).containsExactly(
                        "256 MiB 4767 µs 56.312 GB/s from=G0;executor=G000:004;to=G1;test=1",
                        "1 MiB 28 µs 37.449 GB/s from=G0;executor=G000:004;to=G1;test=2",
                        "2 MiB 45 µs 46.603 GB/s from=G1;executor=G001:008;to=G0;test=2");
        assertThat(reading.measurements()).allMatch(m -> "1.62.00".equals(m.stack().toolVersion()));
    }

    /** In the row {@code <-} the data goes the other way; {@code <->} is the sum of the two. */
    @Test
    void matricesOfPresetsAreReadCellByCell() throws Exception {
        var reading = Reading.ofSample("transferbench/p2p-and-a2a.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.workload().messageSize()
                + " " + m.settings() + " " + m.outcome().algbw()).containsExactly(
                        "unidirectional+local-read+gfx 256 MiB from=CPU00;to=CPU00 92.18 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=CPU00;to=GPU00 45.11 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=CPU00;to=GPU01 45.16 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU00;to=CPU00 55.47 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU00;to=GPU00 2132.30 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU00;to=GPU01 57.41 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU01;to=CPU00 55.59 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU01;to=GPU00 57.39 GB/s",
                        "unidirectional+local-read+gfx 256 MiB from=GPU01;to=GPU01 2152.54 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=CPU00;to=GPU00 44.01 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=CPU00;to=GPU01 43.97 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=GPU00;to=CPU00 52.10 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=GPU01;to=CPU00 52.22 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=GPU00;to=CPU00 52.12 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=GPU00;to=GPU01 55.04 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=CPU00;to=GPU00 43.98 GB/s",
                        "bidirectional+local-read+gfx 256 MiB from=GPU01;to=GPU00 55.11 GB/s",
                        "alltoall 64 MiB from=GPU00;to=GPU01 47.056 GB/s",
                        "alltoall 64 MiB from=GPU01;to=GPU00 47.013 GB/s");
    }

    /** Lines drawn between cells, and percentiles of iterations, are of versions from 2026. */
    @Test
    void bordersAndPercentilesDoNotHideATransfer() throws Exception {
        var reading = Reading.ofSample("transferbench/v1.65-borders-and-percentiles.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(transfer -> {
            assertThat(transfer.outcome().time()).hasToString("1674 µs");
            assertThat(transfer.outcome().algbw()).hasToString("40.100 GB/s");
            assertThat(transfer.settings().get("from")).contains("G0");
            assertThat(transfer.settings().get("to")).contains("G1");
        });
    }

    @Test
    void copiesByMoreAndMoreComputeUnitsAreReadCellByCell() throws Exception {
        var reading = Reading.ofText("""
                GPU-GFX Scaling benchmark:
                ==========================
                - Copying 1048576 bytes from GPU 1 to other devices
                - All numbers reported as GB/sec

                NumCUs   CPU00        GPU00        GPU01
                   1     10.25        17.50        19.75
                  12     14.50        32.25       151.00
                """, "scaling.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.workload().messageSize()
                + " " + m.settings() + " " + m.outcome().algbw()).containsExactly(
                        "scaling+gfx 1 MiB from=GPU01;to=CPU00;compute_units=1 10.25 GB/s",
                        "scaling+gfx 1 MiB from=GPU01;to=GPU00;compute_units=1 17.50 GB/s",
                        "scaling+gfx 1 MiB from=GPU01;to=GPU01;compute_units=1 19.75 GB/s",
                        "scaling+gfx 1 MiB from=GPU01;to=CPU00;compute_units=12 14.50 GB/s",
                        "scaling+gfx 1 MiB from=GPU01;to=GPU00;compute_units=12 32.25 GB/s",
                        "scaling+gfx 1 MiB from=GPU01;to=GPU01;compute_units=12 151.00 GB/s");
    }

    @Test
    void transfersAreReadWithCommasToo() throws Exception {
        var reading = Reading.ofText("""
                TransferBench v1.69.00
                ===============================================================
                OUTPUT_TO_CSV       ,           1,Output to CSV

                Test 1:
                 Executor: DMA 00, 0.625 GB/s, 6.711 ms, 4194304 bytes, 0.625 GB/s (sum),
                     Transfer 0, 0.625 GB/s, 6.711 ms, 4194304 bytes, H0 -> D0:1 -> G0,
                      Iter 002, 32.018 GB/s, 0.131 ms, , ,
                      Iter 001, 0.315 GB/s, 13.291 ms, , ,
                      StandardDev, 0.000 GB/s, 6.580 ms, , ,
                 Aggregate (CPU), 0.624 GB/s, 6.722 ms, 4194304 bytes, Overhead 0.011 ms,
                """, "transfers.csv");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(transfer -> {
            assertThat(transfer.outcome().time()).hasToString("6711 \u00b5s");
            assertThat(transfer.settings()).hasToString("from=H0;executor=D0:1;to=G0;test=1");
        });
    }
}
