package org.gpucomm.results.format.nixl;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NixlFormatTest {

    @Test
    void configurationIsIdentityAndPhasesAreMetrics() throws Exception {
        var reading = Reading.ofSample("nixlbench/ucx-write-two-workers.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).hasSize(2).allSatisfy(m -> {
            assertThat(m.stack().library()).isEqualTo("nixl");
            assertThat(m.workload().operation()).isEqualTo(Operation.WRITE);
            assertThat(m.workload().variant()).isEqualTo("vram-to-dram");
            assertThat(m.workload().iterations()).isEqualTo(1008);
            assertThat(m.settings()).hasToString(
                    "batch=1;backend=UCX;worker_type=nixl;scheme=pairwise;mode=SG;num_threads=1;enable_pt=0");
        });
        var last = reading.measurements().getLast();
        assertThat(last.workload().messageSize()).isEqualTo(new Bytes(32 << 20));
        assertThat(last.outcome().algbw()).hasToString("23.506385 GB/s");
        assertThat(last.outcome().time()).hasToString("1427.5 µs");
        assertThat(last.outcome().metrics()).hasToString("prep_avg_us=13.0;prep_p99_us=13.0;post_avg_us=1.0;"
                + "post_p99_us=9.0;tx_avg_us=1426.0;tx_p99_us=1446.0");
    }

    @Test
    void theFirstReleaseNamesItsColumnsInAnotherOrder() throws Exception {
        var rows = Reading.ofSample("nixlbench/first-release-batch-64.log").measurements();
        assertThat(rows).extracting(m -> m.outcome().time() + " " + m.outcome().algbw()).containsExactly(
                "3.11305 µs 1.31575 GB/s", "3.10411 µs 84.4506 GB/s");
        assertThat(rows).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.READ);
            assertThat(m.platform().ranks()).isEqualTo(2);
            assertThat(m.settings()).hasToString("batch=64");
        });
    }

    @Test
    void cloudaisCsvOfItHasTheSameColumns() throws Exception {
        var rows = Reading.ofSample("nixlbench/cloudai.csv").measurements();
        assertThat(rows).extracting(m -> m.workload().operation() + " " + m.workload().messageSize() + " "
                + m.outcome().time() + " " + m.outcome().algbw()).containsExactly(
                        "TRANSFER 4 KiB 6.51505 µs 0.628697 GB/s", "TRANSFER 8 KiB 7.17411 µs 1.141886 GB/s");
    }

    @Test
    void ofSeveralWorkersTheBandwidthIsThatOfOneAndTheSumAMetric() throws Exception {
        var reading = Reading.ofText("""
                Block Size (B)      Batch Size     B/W (GB/Sec)   Aggregate B/W (GB/Sec)   Network Util (%)    Avg Lat. (us)
                1048576             1              20.5           164.0                    41.0                51.1
                Consistency check failed for iov 0:3
                """, "read.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.outcome().algbw()).hasToString("20.5 GB/s");
            assertThat(m.outcome().metrics()).hasToString("aggregate_GBps=164.0");
        });
        assertThat(reading.flags(1)).containsExactly("flag:wrong_data");
        assertThat(reading.detail(1, Flag.WRONG_DATA)).contains("says \u201c").contains("; the last line before it, ");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).containsExactly(3L);
    }

    /** Milliseconds are µs times a thousand; the size of all messages of a pattern is no message size. */
    @Test
    void aTrafficPatternIsTimedAmongTheOthersAndAlone() throws Exception {
        var reading = Reading.ofSample("nixl-ct-perftest/two-iterations.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.section() + " " + m.workload().problem() + " "
                + m.outcome().time() + " " + m.outcome().metrics() + " " + m.settings()).containsExactly(
                        "1 4.831 GB 35102 µs isolated_us=35417 senders=4",
                        "1 1.073 GB 8219 µs isolated_us=8284 senders=4",
                        "2 4.831 GB 34977 µs isolated_us=35417 senders=4",
                        "2 1.073 GB 8304 µs isolated_us=8284 senders=4");
        assertThat(reading.measurements()).allMatch(m -> m.workload().messageSize() == null);
    }

    @Test
    void anElidedRowIsAProblem() throws Exception {
        var reading = Reading.ofText("  Transfer size (GB)    Latency (ms)    Isolated Latency (ms)    Num Senders\n"
                + "         ...                 ...                         ...             ...\n", "x.log");
        assertThat(reading.problems()).hasSize(1);
        assertThat(reading.rows()).isEmpty();
    }
}
