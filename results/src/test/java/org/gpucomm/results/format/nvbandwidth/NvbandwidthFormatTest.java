package org.gpucomm.results.format.nvbandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.assertj.core.data.Offset;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NvbandwidthFormatTest {

    @Test
    void everyCellIsAMeasurementOfItsTest() throws Exception {
        var reading = Reading.ofSample("nvbandwidth/v0.8-two-gpus.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.settings()).containsExactly(
                "host_to_device_memcpy_ce row=0;column=0", "host_to_device_memcpy_ce row=0;column=1",
                "device_to_device_memcpy_read_ce row=0;column=1", "device_to_device_memcpy_read_ce row=1;column=0",
                "device_to_device_bidirectional_memcpy_read_sm+read1 row=0;column=1",
                "device_to_device_bidirectional_memcpy_read_sm+read1 row=1;column=0",
                "device_to_device_bidirectional_memcpy_read_sm+total row=0;column=1",
                "device_to_device_bidirectional_memcpy_read_sm+total row=1;column=0",
                "device_to_device_latency_sm row=0;column=1", "device_to_device_latency_sm row=1;column=0");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.stack().toolVersion()).isEqualTo("v0.8");
            assertThat(m.platform().gpu()).isEqualTo("NVIDIA H200");
            assertThat(m.platform().ranks()).isEqualTo(2);
        });
    }

    @Test
    void cellsOfATestAddUpToItsSum() throws Exception {
        var reading = Reading.ofSample("nvbandwidth/v0.8-two-gpus.log");
        var sums = reading.facts(1).stream().filter(fact -> fact.name().startsWith("sum:host")).toList();
        assertThat(sums).singleElement().extracting(Fact::value).isEqualTo("110.65");
        double sum = reading.measurements().stream()
                .filter(m -> "host_to_device_memcpy_ce".equals(m.workload().variant()))
                .mapToDouble(m -> Objects.requireNonNull(m.outcome().algbw()).doubleValue()).sum();
        assertThat(sum).isCloseTo(110.65, Offset.offset(0.005));
    }

    @Test
    void latenciesAreNanosecondsAndWaivedTestsAreFacts() throws Exception {
        var reading = Reading.ofSample("nvbandwidth/v0.8-two-gpus.log");
        assertThat(reading.measurements().getLast().outcome().time()).hasToString("0.81575 µs");
        assertThat(reading.measurements().getLast().outcome().algbw()).isNull();
        assertThat(reading.facts(1))
                .contains(new Fact("status:multinode_device_to_device_memcpy_read_ce", "Waived"));
    }

    @Test
    void aRowWithTooFewCellsIsAProblemAndATestWithoutItsSumIsIncomplete() throws Exception {
        var reading = Reading.ofText("""
                Running host_to_device_memcpy_ce.
                memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)
                           0         1
                 0     55.34     55.31

                SUM host_to_device_memcpy_ce 110.65

                Running device_to_host_memcpy_ce.
                memcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)
                           0         1
                 0     55.34
                """, "run.log");
        assertThat(reading.rows()).hasSize(1);
        assertThat(reading.problems()).singleElement()
                .satisfies(
                        problem -> assertThat(problem.reason()).startsWith("expected a number for each of 2 columns"));
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
    }

    @Test
    void theSameTestAgainIsAnotherRun() throws Exception {
        var run = """
                Running host_to_device_memcpy_sm.
                memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
                           0
                 0     55.34
                """;
        assertThat(Reading.ofText(run + run, "run.log").measurements()).extracting(m -> m.section()).containsExactly(1,
                2);
    }

    @Test
    void anErrorIsAFlag() throws Exception {
        var reading = Reading.ofText("""
                nvbandwidth Version: v0.6
                ERROR: Invalid device ordinal
                """, "run.log");
        assertThat(reading.failures()).hasSize(1);
        assertThat(reading.flags(1)).containsExactly("flag:aborted");
    }

    /** As error_handling.h of nvbandwidth prints it when what was copied is not what was sent. */
    @Test
    void dataThatWasCopiedWrongIsAFailureAndWrong() throws Exception {
        var reading = Reading.ofText("""
                nvbandwidth Version: v0.7
                Running host_to_device_memcpy_ce.
                memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)
                           0         1
                 0     55.34     55.31

                SUM host_to_device_memcpy_ce 110.65

                Running device_to_device_memcpy_read_ce.
                 Invalid value when checking the pattern at 0x70a640000000
                 Current offset [ 0/33554432]
                ASSERT in expression h_errorFlag == 0 in memcmpPattern() : /src/nvbandwidth/kernels.cu:140
                """, "run.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).containsExactly(10L, 12L);
        assertThat(reading.flags(1)).containsExactlyInAnyOrder("flag:wrong_data", "flag:aborted");
        assertThat(reading.detail(1, Flag.WRONG_DATA)).contains("checking the pattern at 0x70a640000000",
                "Running device_to_device_memcpy_read_ce.");
    }

    /** Somebody's document has fewer digits than the program prints: the row is as good as before. */
    @Test
    void fewerDigitsAreNoSignOfACut() throws Exception {
        var reading = Reading.ofText("""
                Running device_to_device_memcpy_read_ce.
                memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)
                           0         1
                 0       N/A    393.71
                 1    393.6       N/A
                """, "run.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.outcome().algbw().toString())
                .containsExactly("393.71 GB/s", "393.6 GB/s");
    }

    @Test
    void engineAndDirectionNameTheTestWhereItsLineIsMissing() throws Exception {
        var reading = Reading.ofText("""
                memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)
                           0         1
                 0       N/A     26.34
                 1     26.31       N/A

                SUM device_to_device_memcpy_write_ce 52.65
                memcpy CE CPU(row) <-> GPU(column) bandwidth (GB/s)
                           0         1
                 0     11.24     14.42
                """, "pairs.log");
        assertThat(reading.measurements()).hasSize(2).allSatisfy(
                m -> assertThat(m.workload().variant()).isEqualTo("device_to_device_memcpy_write_ce"));
        assertThat(reading.problems()).as("both ways is not one test").hasSize(1);
    }

    @Test
    void sumsThatSomebodyKeptOfAnOutputAreResultsOfTheirOwn() throws Exception {
        var reading = Reading.ofText("$ ./nvbandwidth | grep SUM\nSUM host_to_device_memcpy_ce 210.40\n"
                + "SUM device_to_device_memcpy_read_ce 4410.75\nSUM host_device_latency_sm 3080.10\n", "sums.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.outcome().algbw())
                .containsExactly("host_to_device_memcpy_ce+sum 210.40 GB/s",
                        "device_to_device_memcpy_read_ce+sum 4410.75 GB/s");
    }

    @Test
    void theCommandSaysHowMuchEachCopyMoves() throws Exception {
        var run = """
                nvbandwidth Version: v0.8
                Device 0: NVIDIA H200 (00000000:1b:00)
                Running host_to_device_memcpy_sm.
                memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
                           0
                 0     52.31
                SUM host_to_device_memcpy_sm 52.31
                """;
        var reading = Reading.ofText("$ ./nvbandwidth -t host_to_device_memcpy_sm -b 1024\n" + run
                + "$ ./nvbandwidth -t host_to_device_memcpy_sm --bufferSize=10240\n" + run + "$ ./nvbandwidth -b\n"
                + run,
                "copies.log");
        assertThat(reading.measurements()).extracting(m -> String.valueOf(m.workload().messageSize()))
                .containsExactly("1 GiB", "10 GiB", "null");
    }
}
