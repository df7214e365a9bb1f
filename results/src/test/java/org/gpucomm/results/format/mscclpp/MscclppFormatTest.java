package org.gpucomm.results.format.mscclpp;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class MscclppFormatTest {

    @Test
    void theFirstBlockIsInPlaceAndTheOtherMayBeBlank() throws Exception {
        var reading = Reading.ofSample("mscclpp-test/allreduce-in-place.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().algbw() + " " + m.outcome().busbw() + " " + m.outcome().wrong()).containsExactly(
                        "6 MiB 76.18 µs 82.59 GB/s 144.53 GB/s 0", "12 MiB 138.2 µs 91.05 GB/s 159.34 GB/s 0");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.workload().placement()).isEqualTo(Placement.IN_PLACE);
            assertThat(m.workload().iterations()).isEqualTo(100);
            assertThat(m.platform().ranks()).isEqualTo(8);
            assertThat(m.platform().nodes()).isEqualTo(1);
            assertThat(m.platform().gpu()).isEqualTo("NVIDIA A100-SXM4-80GB");
            assertThat(m.settings()).hasToString("kernel=2");
            assertThat(m.stack().library()).isEqualTo("mscclpp");
        });
    }

    @Test
    void numbersBelowTheSecondBlockAreOutOfPlace() throws Exception {
        var reading = Reading.ofSample("mscclpp-test/alltoall-out-of-place-only.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL);
            assertThat(m.workload().placement()).isEqualTo(Placement.OUT_OF_PLACE);
            assertThat(m.outcome().time()).hasToString("7186.0 µs");
            assertThat(m.outcome().busbw()).hasToString("130.74 GB/s");
        });
    }

    @Test
    void bothBlocksAreTwoMeasurementsAndATornRowIsAProblem() throws Exception {
        var reading = Reading.ofText("""
                #       size         count     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                     1048576        262144    20.00   52.43   91.75      0    21.00   49.93   87.38      3
                     1048576        262144    20.00   52.43
                # Out of bounds values : 1 FAILED
                """, "allreduce.log");
        assertThat(reading.measurements()).extracting(m -> m.workload().placement() + " " + m.outcome().wrong())
                .containsExactly("IN_PLACE 0", "OUT_OF_PLACE 3");
        assertThat(reading.problems()).hasSize(1);
        assertThat(reading.flags(1)).containsExactly("flag:wrong_data");
        assertThat(reading.detail(1, Flag.WRONG_DATA)).contains("says \u201c").contains("; the last line before it, ");
    }

    @Test
    void aTableThatNamesNoOperationIsNotGuessed() throws Exception {
        var reading = Reading.ofText("#       size         count     time   algbw   busbw  #wrong\n"
                + "     1048576        262144    20.00   52.43   91.75      0\n", "x.log");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).startsWith("the operation is not known"));
    }
}
