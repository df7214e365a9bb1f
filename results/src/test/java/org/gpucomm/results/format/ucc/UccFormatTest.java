package org.gpucomm.results.format.ucc;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class UccFormatTest {

    @Test
    void theBandwidthOfTheMeanTimeIsKept() throws Exception {
        var reading = Reading.ofSample("ucc-perftest/alltoall-full.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().timeMin() + " " + m.outcome().timeMax() + " " + m.outcome().busbw()).containsExactly(
                        "256 KiB 76.40 µs 72.61 µs 82.35 µs 24.02 GB/s",
                        "512 KiB 121.80 µs 118.42 µs 125.01 µs 30.13 GB/s");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL);
            assertThat(m.workload().placement()).isEqualTo(Placement.OUT_OF_PLACE);
            assertThat(m.workload().datatype()).isEqualTo("float32");
            assertThat(m.workload().redop()).isNull();
            assertThat(m.platform().ranks()).isEqualTo(8);
            assertThat(m.settings()).hasToString("memory=cuda");
            assertThat(m.outcome().algbw()).isNull();
        });
    }

    @Test
    void aBarrierHasNoSize() throws Exception {
        var reading = Reading.ofSample("ucc-perftest/barrier.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.BARRIER);
            assertThat(m.workload().messageSize()).isNull();
            assertThat(m.workload().placement()).isNull();
            assertThat(m.outcome().time()).hasToString("2.91 µs");
        });
    }
}
