package org.gpucomm.results.format.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class StudyFormatTest {

    @Test
    void aLineWithInAndOutColumnsIsTwoMeasurements() throws Exception {
        var reading = Reading.ofSample("study-csv/nccl_all_gather.csv");
        assertThat(reading.rows()).hasSize(2);
        assertThat(reading.measurements()).hasSize(4).extracting(m -> m.workload().placement()).containsExactly(
                Placement.OUT_OF_PLACE, Placement.IN_PLACE, Placement.OUT_OF_PLACE, Placement.IN_PLACE);
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void strayWhiteSpaceAroundCellsIsNoPartOfThem() throws Exception {
        var measurements = Reading.ofSample("study-csv/nccl_all_gather.csv").measurements();
        assertThat(measurements).extracting(StudyFormatTest::algbw).containsExactly("10.50", "10.60", "20.00", "20.10");
        assertThat(measurements).extracting(m -> m.settings().text()).containsOnly("blocking=false");
    }

    @Test
    void operationAndLibraryComeFromTheFilesName() throws Exception {
        var first = Reading.ofSample("study-csv/nvshmem_alltoall_device.csv").measurements().getFirst();
        assertThat(first.workload().operation()).isEqualTo(Operation.ALLTOALL);
        assertThat(first.stack().library()).isEqualTo("nvshmem");
        assertThat(first.workload().variant()).isEqualTo("device");
    }

    @Test
    void kbAndMbAreBinary() throws Exception {
        assertThat(Reading.ofSample("study-csv/nvshmem_alltoall_device.csv").measurements())
                .extracting(m -> m.workload().messageSize()).containsExactly(new Bytes(131072), new Bytes(262144));
        assertThat(Reading.ofSample("study-csv/nccl_all_gather.csv").measurements().getFirst().workload().messageSize())
                .isEqualTo(new Bytes(1 << 20));
    }

    @Test
    void withoutATellingNameEachRowIsAProblemThatSaysHowToMendIt() throws Exception {
        var reading = Reading.ofText("GPUs,size(MB),algbw(GB/s)\n16,32,1.5\n", "table.csv");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.reason()).contains("operation is not known", "nccl_all_reduce.csv");
        });
    }

    @Test
    void jacobiKeepsTimesBaselineSpeedupAndEfficiencyAsPrinted() throws Exception {
        var row = Reading.ofSample("study-csv/jacobi.csv").measurements().getFirst();
        assertThat(row.outcome().time()).hasToString("1052600 µs");
        assertThat(row.outcome().baseline()).hasToString("8000000 µs");
        assertThat(row.outcome().speedup()).hasToString("7.60");
        assertThat(row.outcome().efficiency()).hasToString("95.00");
        assertThat(row.platform().nodes()).isEqualTo(1);
        assertThat(row.workload().problem()).isEqualTo("4096x4096");
    }

    @Test
    void jacobisExperimentsAreLibraryAndVariant() throws Exception {
        assertThat(Reading.ofSample("study-csv/jacobi.csv").measurements())
                .extracting(m -> m.stack().library() + ":" + m.workload().variant())
                .containsExactly("nccl:null", "nvshmem:block+overlap+sync", "nccl:overlap+graph+buffer");
    }

    @Test
    void columnsAreFoundByNameInAnyOrder() throws Exception {
        var reading = Reading.ofText("algbw(GB/s),GPUs,iterations,size(MB),Node\n1.25,32,10,4,4\n",
                "nvshmem_alltoall_host.csv");
        var row = reading.measurements().getFirst();
        assertThat(algbw(row)).isEqualTo("1.25");
        assertThat(row.platform().ranks()).isEqualTo(32);
        assertThat(row.platform().nodes()).isEqualTo(4);
        assertThat(row.workload().messageSize()).isEqualTo(new Bytes(4 << 20));
    }

    @Test
    void aShortLineAndAWordInANumbersPlaceAreProblemsWithTheirLine() throws Exception {
        var reading = Reading.ofText("GPUs,size(MB),algbw(GB/s)\n16,32\n16,32,fast\n16,32,2.0\n", "nccl_reduce.csv");
        assertThat(reading.problems()).extracting(problem -> problem.line() + ": " + problem.reason())
                .containsExactly("2: expected 3 columns, found 2", "3: algbw(GB/s) is no number: 'fast'");
        assertThat(reading.rows()).hasSize(1);
    }

    private static String algbw(Measurement measurement) {
        return Objects.requireNonNull(measurement.outcome().algbw()).gigabytesPerSecond().text();
    }
}
