package org.gpucomm.results.format.deepspeed;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class DeepspeedFormatTest {

    /** 953.25 Gb/s are 119.15625 GB/s. */
    @Test
    void aSummaryHasARowForEachSizeBelowItsOperation() throws Exception {
        var reading = Reading.ofSample("deepspeed-comms/summary-with-stragglers.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.section() + " " + m.workload().operation() + " "
                + m.workload().variant() + " " + m.workload().messageSize() + " " + m.workload().iterations() + " "
                + m.outcome().time() + " " + m.outcome().busbw() + " " + m.outcome().metrics()).containsExactly(
                        "1 BROADCAST null 0 B 1 320 µs 0.00000 GB/s tput_Gbps=0.00;total_us=320",
                        "1 BROADCAST null 10 KiB 3 220 µs 0.04625 GB/s tput_Gbps=0.37;total_us=660",
                        "1 BROADCAST null 1.45 GiB 2 135600 µs 11.48125 GB/s tput_Gbps=91.85;total_us=271200",
                        "1 ALL_GATHER all_gather_into_tensor 128 B 12 200 µs 0.01000 GB/s tput_Gbps=0.08;total_us=2400",
                        "1 ALL_GATHER all_gather_into_tensor 50 MiB 4 6600 µs 119.15625 GB/s "
                                + "tput_Gbps=1016.80;total_us=26400",
                        "1 ALL_REDUCE null 64 MiB 20 3300 µs 38.13000 GB/s tput_Gbps=325.38;total_us=66000",
                        "2 ALL_REDUCE null 64 MiB 20 3000 µs null "
                                + "total_us=60000;straggler_us=300;total_straggler_us=6000");
        assertThat(reading.measurements()).allMatch(m -> m.outcome().algbw() == null);
    }

    /** 2 MiB in 80 µs are 210 Gb/s; some versions count the bytes of a broadcast twice. */
    @Test
    void aBandwidthThatCountsBytesTwiceIsAMetric() throws Exception {
        assertThat(Reading.ofText("""
                Comm. Op            Message Size        Count               Total Latency(ms)   Avg Latency(ms)     tput_avg (Gbps)     busbw_avg (Gbps)
                broadcast
                                    2.0 MB              24                  1.92                0.08                397.06              372.24
                """, "train.log").measurements()).singleElement().satisfies(m -> {
            assertThat(m.outcome().busbw()).isNull();
            assertThat(m.outcome().metrics()).hasToString("tput_Gbps=397.06;total_us=1920;busbw_Gbps=372.24");
        });
    }

    @Test
    void callsOfOneLogAreOneSection() throws Exception {
        var call = "[2026-03-03 11:12:13,141] [INFO] [logging.py:107:log_dist] [Rank 0] comm op: all_reduce | time (ms): "
                + "3.31 | msg size: 64.0 MB | algbw (Gbps): 324.40 | busbw (Gbps): 304.13\n";
        var reading = Reading.ofText(call.repeat(3), "train.log");
        assertThat(reading.measurements()).hasSize(3).allSatisfy(m -> {
            assertThat(m.section()).isEqualTo(1);
            assertThat(m.workload().messageSize()).isEqualTo(new Bytes(64 << 20));
            assertThat(m.outcome().time()).hasToString("3310 µs");
            assertThat(m.outcome().metrics()).hasToString("tput_Gbps=324.40");
            assertThat(m.outcome().busbw()).hasToString("38.01625 GB/s");
        });
    }

    /** 22.21 KB stands for anything from 22738 to 22748 bytes. */
    @Test
    void aRoundedSizeIsTheNearestWholeNumberOfBytes() throws Exception {
        var reading = Reading.ofText("""
                Comm. Op            Message Size        Count               Total Latency(ms)   Avg Latency(ms)     tput_avg (Gbps)     busbw_avg (Gbps)
                reduce
                                    22.21 KB            1                   0.13                0.13                1.41                1.41
                                    22.21 KB            1                   0.13
                something_else
                                    22.21 KB            1                   0.13                0.13                1.41                1.41
                """, "x.log");
        assertThat(reading.measurements()).singleElement()
                .satisfies(m -> assertThat(m.workload().messageSize()).isEqualTo(new Bytes(22743)));
        assertThat(reading.problems()).extracting(problem -> problem.reason()).containsExactly(
                "expected 5 columns, found 2", "the operation 'something_else' is none that is known");
    }
}
