package org.gpucomm.results.format.imb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class ImbFormatTest {

    private static final String OF_2021 = "imb/2021.10-pingpong-allreduce-barrier.log";

    @Test
    void everyBenchmarkIsASectionWithItsOwnProcesses() throws Exception {
        var rows = Reading.ofSample(OF_2021).measurements();
        assertThat(rows).extracting(m -> m.section() + " " + m.workload().operation() + " " + m.workload().variant()
                + " " + m.platform().ranks() + " " + m.workload().messageSize() + " " + m.workload().iterations())
                .containsExactly("1 SEND pingpong 2 0 B 1000", "1 SEND pingpong 2 256 KiB 160",
                        "1 SEND pingpong 2 512 KiB 80", "2 SENDRECV bidirectional 16 256 KiB 160",
                        "3 ALL_REDUCE null 16 0 B 1000", "3 ALL_REDUCE null 16 256 KiB 160",
                        "4 BARRIER null 16 null 1000");
        assertThat(rows).allSatisfy(m -> {
            assertThat(m.stack().tool()).isEqualTo("imb");
            assertThat(m.stack().toolVersion()).isEqualTo("2021.10");
            assertThat(m.stack().library()).isEqualTo("mpi");
        });
        assertThat(rows.get(5).workload().datatype()).isEqualTo("mpi_float");
        assertThat(rows.get(5).workload().redop()).isEqualTo("mpi_sum");
        assertThat(rows.get(1).workload().datatype()).isEqualTo("mpi_byte");
        assertThat(rows.get(1).workload().redop()).isNull();
    }

    /** From 2018 on a megabyte is 10⁶ bytes; both directions of a Sendrecv are counted, by the slowest process. */
    @Test
    void valuesAreThoseOfTheTable() throws Exception {
        var rows = Reading.ofSample(OF_2021).measurements();
        assertThat(rows.get(0).outcome().algbw()).hasToString("0.00000 GB/s");
        assertThat(rows.get(0).outcome().time()).hasToString("1.27 µs");
        assertThat(rows.get(1).outcome().algbw()).hasToString("10.69539 GB/s");
        assertThat(rows.get(2).outcome().algbw()).hasToString("11.36545 GB/s");
        assertThat(rows.get(2).outcome().time()).hasToString("46.13 µs");
        assertThat(gigabytes(rows.get(2))).isCloseTo(524_288 / 46.13 / 1000, within(0.01));
        assertThat(rows.get(3).outcome().timeMin()).hasToString("30.12 µs");
        assertThat(rows.get(3).outcome().timeMax()).hasToString("33.40 µs");
        assertThat(rows.get(3).outcome().time()).hasToString("32.05 µs");
        assertThat(gigabytes(rows.get(3))).isCloseTo(2 * 262_144 / 33.40 / 1000, within(0.01));
        assertThat(rows.get(5).outcome().time()).hasToString("136.62 µs");
        assertThat(rows.get(5).outcome().timeMin()).hasToString("131.91 µs");
        assertThat(rows.get(5).outcome().timeMax()).hasToString("140.17 µs");
        assertThat(rows.get(5).outcome().algbw()).isNull();
        assertThat(rows.get(6).outcome().time()).hasToString("12.01 µs");
    }

    @Test
    void defectsOfACheckedRunAreWrongData() throws Exception {
        var rows = Reading.ofText("""
                # Benchmarking Allreduce
                # #processes = 4
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]      defects
                         4096         1000         9.11         9.52         9.33         0.00
                         8192         1000        12.20        12.71        12.44         3.00
                """, "imb.log").measurements();
        assertThat(rows).extracting(row -> row.outcome().isWrong()).containsExactly(false, true);
    }

    @Test
    void aSizeThatWasNotMeasuredIsAProblem() throws Exception {
        assertThat(Reading.ofSample(OF_2021).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(58);
            assertThat(problem.reason()).isEqualTo("the benchmark did not measure this size");
        });
    }

    @Test
    void ofANonBlockingCollectiveThePureTimeIsTheTime() throws Exception {
        var reading = Reading.ofSample("imb/2018-nbc-iallreduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(2);
        var last = reading.measurements().getLast();
        assertThat(last.workload().variant()).isEqualTo("non-blocking");
        assertThat(last.platform().ranks()).isEqualTo(4);
        assertThat(last.outcome().time()).hasToString("88.13 µs");
        assertThat(last.outcome().efficiency()).hasToString("25.30");
        assertThat(last.outcome().metrics()).hasToString("overall_us=151.78;compute_us=85.22");
    }

    /** 1048576 B / 100 µs are 10000 MB/s of 2²⁰ bytes and 10485.76 of 10⁶: an excerpt without banner shows its unit. */
    @Test
    void withoutABannerTheRowShowsWhichMegabytesItCounts() throws Exception {
        var header = "       #bytes #repetitions      t[usec]   Mbytes/sec\n";
        var rows = Reading.ofText("# Benchmarking PingPong\n# #processes = 2\n" + header
                + "      1048576           40       100.00     10000.00\n"
                + "      1048576           40       100.00     10485.76\n", "x.log").measurements();
        assertThat(rows).extracting(m -> String.valueOf(m.outcome().algbw())).containsExactly("10.48576000000 GB/s",
                "10.48576 GB/s");
        var unknown = Reading.ofText("# Benchmarking PingPong\n" + header
                + "            1         1000         0.25         3.81\n", "x.log");
        assertThat(unknown.problems()).isEmpty();
        assertThat(unknown.measurements()).singleElement().satisfies(m -> {
            assertThat(m.outcome().time()).hasToString("0.25 µs");
            assertThat(m.outcome().algbw()).isNull();
        });
    }

    /** 256 B / 25 µs are 10.24 MB/s of 10⁶ bytes: so are those of the rows above it, which have too few digits to show it. */
    @Test
    void smallRowsWaitForOneThatShowsTheUnitOfTheTable() throws Exception {
        var reading = Reading.ofText("# Benchmarking PingPong\n# #processes = 2\n"
                + "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                + "            1         1000        25.00         0.04\n"
                + "          256         1000        25.00        10.24\n"
                + "            2         1000        25.00         0.08\n", "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().algbw())
                .containsExactly("1 B 0.00004 GB/s", "256 B 0.01024 GB/s", "2 B 0.00008 GB/s");
    }

    @Test
    void theBannerOfVersion3SaysItInOtherWords() throws Exception {
        var reading = Reading.ofText("#    Intel (R) MPI Benchmark Suite V3.2, MPI-1 part\n# Benchmarking PingPong\n"
                + "# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                + "            1         1000        51.20         0.02\n", "x.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.stack().toolVersion()).isEqualTo("3.2");
            assertThat(gigabytes(m)).isEqualTo(2.097152e-5);
        });
    }

    @Test
    void aBenchmarkThatIsNoTransferIsAProblemInWords() throws Exception {
        var reading = Reading.ofText("# Benchmarking Window\n# #processes = 2\n"
                + "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
                + "            4          100        10.00        12.00        11.00\n", "x.log");
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .isEqualTo("the benchmark 'Window' is no transfer that is known"));
        assertThat(ImbBenchmark.named("Ireduce_scatter_pure")).hasValueSatisfying(
                benchmark -> assertThat(benchmark.operation()).isEqualTo(Operation.REDUCE_SCATTER));
    }

    private static double gigabytes(Measurement measurement) {
        return Objects.requireNonNull(measurement.outcome().algbw()).doubleValue();
    }
}
