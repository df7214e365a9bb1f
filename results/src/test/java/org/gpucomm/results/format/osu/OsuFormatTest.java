package org.gpucomm.results.format.osu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class OsuFormatTest {

    @Test
    void eachBannerIsARunOfItsOwnWithItsOwnOperation() throws Exception {
        var rows = Reading.ofSample("osu/v7.3-collectives-two-runs.log").measurements();
        assertThat(rows).extracting(m -> m.section() + ":" + m.workload().operation())
                .containsExactly("1:ALL_REDUCE", "1:ALL_REDUCE", "2:BARRIER");
        assertThat(rows).extracting(m -> m.workload().variant()).containsExactly("cuda", "cuda", null);
        assertThat(rows).extracting(m -> m.workload().datatype()).containsExactly("mpi_int", "mpi_int", null);
    }

    @Test
    void fullColumnsGiveTheSpreadAndTheIterations() throws Exception {
        var large = Reading.ofSample("osu/v7.3-collectives-two-runs.log").measurements().get(1);
        assertThat(large.outcome().time()).hasToString("512.40 µs");
        assertThat(large.outcome().timeMin()).hasToString("498.22 µs");
        assertThat(large.outcome().timeP50()).hasToString("511.02 µs");
        assertThat(large.outcome().timeP99()).hasToString("529.90 µs");
        assertThat(large.outcome().timeMax()).hasToString("530.07 µs");
        assertThat(large.workload().iterations()).isEqualTo(100);
    }

    @Test
    void aBarrierHasATimeAndNoSize() throws Exception {
        var barrier = Reading.ofSample("osu/v7.3-collectives-two-runs.log").measurements().getLast();
        assertThat(barrier.workload().messageSize()).isNull();
        assertThat(barrier.outcome().time()).hasToString("9.87 µs");
    }

    @Test
    void ranksAndNodesComeFromTheCommandThatStartedTheRun() throws Exception {
        var first = Reading.ofSample("osu/v7.3-collectives-two-runs.log").measurements().getFirst();
        assertThat(first.platform().nodes()).isEqualTo(4);
        assertThat(first.platform().ranks()).isEqualTo(32);
    }

    @Test
    void validationTellsCheckedRowsAndFlagsARunWithWrongData() throws Exception {
        var reading = Reading.ofSample("osu/v7.4-validation-fails.log");
        assertThat(reading.measurements()).extracting(m -> m.outcome().wrong()).containsExactly(Decimal.of(0),
                Decimal.of(1), Decimal.of(0));
        assertThat(reading.flags(1)).containsExactly("flag:wrong_data");
        assertThat(reading.measurements().getFirst().workload().variant()).isEqualTo("cuda+device-to-host");
    }

    /** 24110.77 MB/s of 10⁶ bytes. */
    @Test
    void megabytesAreDecimal() throws Exception {
        var last = Reading.ofSample("osu/v7.4-validation-fails.log").measurements().getLast();
        assertThat(last.outcome().algbw()).hasToString("24.11077 GB/s");
        assertThat(last.workload().messageSize()).isEqualTo(new Bytes(4 << 20));
        assertThat(last.platform().ranks()).isEqualTo(2);
    }

    @Test
    void aNonBlockingCollectiveGivesItsCommunicationTimeAndItsOverlap() throws Exception {
        var first = Reading.ofSample("osu/v5.9-nonblocking-and-pairs.log").measurements().getFirst();
        assertThat(first.workload().operation()).isEqualTo(Operation.ALLTOALL);
        assertThat(first.workload().variant()).isEqualTo("non-blocking");
        assertThat(first.outcome().time()).hasToString("58.40 µs");
        assertThat(first.outcome().timeMin()).hasToString("51.20 µs");
        assertThat(first.outcome().efficiency()).hasToString("52.23");
    }

    @Test
    void pairsAreTwoRanksEach() throws Exception {
        var last = Reading.ofSample("osu/v5.9-nonblocking-and-pairs.log").measurements().getLast();
        assertThat(last.platform().ranks()).isEqualTo(16);
        assertThat(last.settings()).hasToString("window=64");
        assertThat(last.workload().variant()).isEqualTo("pairs");
    }

    @Test
    void aCrashIsReportedAndFlagsTheRun() throws Exception {
        var reading = Reading.ofSample("osu/crash-after-one-row.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).containsExactly(8L, 10L);
        assertThat(reading.flags(1)).containsExactly("flag:aborted");
        assertThat(reading.measurements()).extracting(m -> m.workload().operation()).containsExactly(Operation.GET);
    }

    @Test
    void aTableWithoutBannerTakesItsTestFromTheFilesName() throws Exception {
        var text = "# Size       Avg Latency(us)\n4   10.25\n";
        assertThat(Reading.ofText(text, "osu_iallgather.log").measurements()).singleElement()
                .extracting(Measurement::workload).satisfies(workload -> {
                    assertThat(workload.operation()).isEqualTo(Operation.ALL_GATHER);
                    assertThat(workload.variant()).isEqualTo("non-blocking");
                });
        assertThat(Reading.ofText(text, "run.log").problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("operation is not known", "osu_allreduce"));
    }

    @Test
    void aHeaderWithSqueezedSpacesIsReadByItsNames() throws Exception {
        var reading = Reading.ofText("# OSU MPI Allreduce Latency Test v5.7\n"
                + "# Size Avg Latency(us) Min Latency(us) Max Latency(us) Iterations\n4 1.50 1.00 2.00 1000\n",
                "x.log");
        assertThat(reading.measurements()).singleElement()
                .satisfies(m -> assertThat(m.outcome().timeMax()).hasToString("2.00 µs"));
    }

    @Test
    void thePythonProgramsHaveATitleOfTheirOwn() throws Exception {
        var reading = Reading.ofText(
                "# OMB-Py MPI Bandwidth Test\n# Size (B)  Bandwidth (MB/s)\n1   1.42\n1024   812.33\n", "b.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(each -> each.workload().operation()).containsOnly(Operation.SEND);
        assertThat(reading.measurements().getLast().outcome().algbw()).hasToString("0.81233 GB/s");
    }

    @Test
    void aRowThatIsCutOrLongerThanItsTableIsAProblem() throws Exception {
        var text = "# OSU MPI Bandwidth Test v5.7\n# Size      Bandwidth (MB/s)\n1   10.25\n4\n8  30.25 8 30.25\n16   9.5";
        var reading = Reading.ofText(text, "x.log");
        assertThat(reading.rows()).hasSize(1);
        assertThat(reading.problems()).extracting(problem -> problem.line()).isEqualTo(List.of(4L, 5L, 6L));
    }

    /** A table that went through somebody's hands: one row has three decimals, the others have two. */
    @Test
    void fewerDecimalsThanTheFirstRowsAreNoSignOfACut() throws Exception {
        var reading = Reading.ofText("# OSU MPI Broadcast Latency Test v5.7.1\n# Size       Avg Latency(us)\n"
                + "1                       8.200\n2                       8.21\n4                       8.4\n",
                "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.outcome().time().toString())
                .containsExactly("8.200 µs", "8.21 µs", "8.4 µs");
    }

    /** As osu_ibarrier prints it with -f: no size, and no mark before the names. */
    @Test
    void aNonBlockingBarriersHeaderHasNoMark() throws Exception {
        var reading = Reading.ofText("""
                # OSU MPI Non-blocking Barrier Latency Test v5.7.1
                # Overall = Coll. Init + Compute + MPI_Test + MPI_Wait

                Overall(us)       Compute(us)    Coll. Init(us)      MPI_Test(us)      MPI_Wait(us)    Pure Comm.(us)     Min Comm.(us)     Max Comm.(us)        Overlap(%)
                      89.72             68.02              5.67              0.00             15.91             63.15             63.12             63.21             65.64
                """, "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.BARRIER);
            assertThat(m.outcome().time()).hasToString("63.15 µs");
            assertThat(m.outcome().efficiency()).hasToString("65.64");
        });
    }

    @Test
    void titlesOfManyTestsAreUnderstood() {
        assertOperation("# OSU MPI_Put Latency Test v5.7", Operation.PUT, "mpi");
        assertOperation("# OSU MPI_Fetch_and_op latency Test v6.1", Operation.ATOMIC, "mpi");
        assertOperation("# OSU MPI All-to-All Personalized Exchange Latency Test v5.7", Operation.ALLTOALL, "mpi");
        assertOperation("# OSU MPI All-to-Allv Personalized Exchange Latency Test v5.7", Operation.ALLTOALLV, "mpi");
        assertOperation("# OSU MPI Reduce_scatter Latency Test v5.7", Operation.REDUCE_SCATTER, "mpi");
        assertOperation("# OSU MPI Broadcast Latency Test v5.7", Operation.BROADCAST, "mpi");
        assertOperation("# OSU NCCL Allgather Latency Test v7.1", Operation.ALL_GATHER, "nccl");
        assertOperation("# OSU OpenSHMEM Put Test v5.6", Operation.PUT, "openshmem");
    }

    private static void assertOperation(String title, Operation operation,
            String library) {
        assertThat(OsuBanner.of(title)).hasValueSatisfying(banner -> {
            assertThat(banner.library()).isEqualTo(library);
            assertThat(banner.operation()).isEqualTo(operation);
        });
    }

    @Test
    void columnsOfFullOutputAreReadBelowAShortHeaderIfTheyAreInOrder() throws Exception {
        var header = "# OSU MPI-CUDA Reduce Latency Test v7.3\n# Size       Avg Latency(us)\n";
        assertThat(Reading.ofText(header + "16   44.55   16.75   79.57   1000\n", "x.log").measurements())
                .singleElement().satisfies(m -> {
                    assertThat(m.outcome().time()).hasToString("44.55 µs");
                    assertThat(m.outcome().timeMin()).hasToString("16.75 µs");
                    assertThat(m.workload().iterations()).isEqualTo(1000);
                });
        assertThat(Reading.ofText(header + "16   44.55   79.57   16.75   1000\n", "x.log").problems()).hasSize(1);
    }
}
