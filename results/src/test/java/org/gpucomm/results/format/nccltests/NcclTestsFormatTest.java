package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.Objects;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NcclTestsFormatTest {

    private static final String TWO_SECTIONS = "nccl-tests/two-sections-second-cut.log";

    @Test
    void eachSectionHasItsOwnOperation() throws Exception {
        var measurements = Reading.ofSample(TWO_SECTIONS).measurements();
        assertThat(measurements.stream().filter(m -> m.section() == 1)).hasSize(8)
                .allSatisfy(m -> assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL));
        assertThat(measurements.stream().filter(m -> m.section() == 2)).hasSize(2)
                .allSatisfy(m -> assertThat(m.workload().operation()).isEqualTo(Operation.SENDRECV));
    }

    @Test
    void registeredBuffersAndTheDeviceApiAreSettingsOfTheRun() throws Exception {
        var reading = Reading.ofSample("nccl-tests/v2.20.0-device-api.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(4).allSatisfy(m -> assertThat(m.settings())
                .hasToString("local_register=2;device_implementation=4;device_cta_count=32"));
        assertThat(reading.measurements().getFirst().stack())
                .isEqualTo(new Stack("nccl-tests", "2.20.0", "nccl", "2.31.2"));
    }

    @Test
    void ranksNodesAndGpuComeFromTheDeviceTable() throws Exception {
        var measurements = Reading.ofSample(TWO_SECTIONS).measurements();
        assertThat(measurements.getFirst().platform())
                .isEqualTo(new Platform(null, "NVIDIA H100 80GB HBM3", 2, 4));
        // the second section printed no device table; the first one's is not its own
        assertThat(measurements.getLast().platform()).isEqualTo(Platform.UNKNOWN);
    }

    @Test
    void aTornRowIsAProblemAndNotPadded() throws Exception {
        assertThat(Reading.ofSample(TWO_SECTIONS).problems()).first().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo("expected 13 columns, found 4");
            assertThat(problem.text()).contains("2097152");
        });
    }

    @Test
    void theLaunchersWordOnTheEndOfAProgramMarksItsRun() throws Exception {
        var reading = Reading.ofSample(TWO_SECTIONS);
        assertThat(reading.detail(2, Flag.ABORTED)).contains("TIME LIMIT");
        assertThat(reading.flags(1)).contains("flag:out_of_bounds", "flag:wrong_data").doesNotContain("flag:aborted");
        assertThat(reading.flags(2)).contains("flag:aborted", "flag:incomplete");
    }

    @Test
    void notCheckedIsNotZeroWrong() throws Exception {
        var row = Reading.ofSample(TWO_SECTIONS).rows().get(3).measurements();
        assertThat(row.getFirst().outcome().wrong()).hasToString("2");
        assertThat(row.getLast().outcome().wrong()).isNull();
    }

    @Test
    void aRowOfSizeZeroIsKept() throws Exception {
        var row = Reading.ofSample(TWO_SECTIONS).rows().getFirst().measurements().getFirst();
        assertThat(row.workload().messageSize()).hasToString("0 B");
        assertThat(row.outcome().busbw()).hasToString("0.00 GB/s");
    }

    @Test
    void theFooterAndItsAbsenceAreFactsOfTheirSection() throws Exception {
        var reading = Reading.ofSample(TWO_SECTIONS);
        assertThat(reading.facts(1)).contains(new Fact("out_of_bounds", "1 FAILED"), new Fact("avg_busbw", "16.3771"),
                new Fact("nccl_version", "2.28.7+cuda12.9"), new Fact("host", "node-b"));
        assertThat(reading.facts(2)).contains(Fact.flag(Flag.INCOMPLETE, "the table has no footer"));
    }

    @Test
    void theLibrarysOwnWordOnItsVersionWinsOverTheHeaders() throws Exception {
        var measurements = Reading.ofSample(TWO_SECTIONS).measurements();
        assertThat(measurements.getFirst().stack().libraryVersion()).isEqualTo("2.28.7+cuda12.9");
        assertThat(measurements.getLast().stack().libraryVersion()).isEqualTo("2.28.7");
        assertThat(measurements.getFirst().stack().toolVersion()).isEqualTo("2.17.6");
    }

    @Test
    void busBandwidthIsAlgorithmBandwidthTimesTheFactorWithinWhatIsPrinted() throws Exception {
        var factor = Operation.ALLTOALL.busFactor(4).orElseThrow();
        assertThat(Reading.ofSample(TWO_SECTIONS).measurements().stream().filter(m -> m.section() == 1)).allSatisfy(
                m -> assertThat(Objects.requireNonNull(m.outcome().busbw()).doubleValue())
                        .isCloseTo(Objects.requireNonNull(m.outcome().algbw()).doubleValue() * factor, within(0.01)));
    }

    @Test
    void withoutBannerTheColumnsTellAnAllReduce() throws Exception {
        var reading = Reading.ofText(sample("no-banner-all-reduce-by-columns.log"), "run17.log");
        assertThat(reading.measurements()).hasSize(4)
                .allSatisfy(m -> assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE));
        assertThat(reading.measurements().getFirst().workload().iterations()).isEqualTo(100);
    }

    @Test
    void withoutAnythingThatTellsTheOperationRowsAreProblems() throws Exception {
        var reading = Reading.ofText(sample("no-banner-all-reduce-by-columns.log").replace(" sum ", " none "),
                "run17.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).hasSize(2)
                .allSatisfy(problem -> assertThat(problem.reason()).contains("operation is not known"));
    }

    @Test
    void timestampsAfterTheRowAreNoColumns() throws Exception {
        var row = Reading.ofSample("nccl-tests/timestamps-S1.log").measurements();
        assertThat(row).hasSize(2).extracting(m -> m.workload().placement()).containsExactly(Placement.OUT_OF_PLACE,
                Placement.IN_PLACE);
        assertThat(row.getFirst().workload().root()).isZero();
    }

    @Test
    void theBlankRedopOfAnOldAllToAllShiftsNothing() throws Exception {
        var row = Reading.ofSample("nccl-tests/v2.9-alltoall-blank-redop.log").measurements().getFirst();
        assertThat(row.workload().operation()).isEqualTo(Operation.ALLTOALL);
        assertThat(row.outcome().time()).hasToString("31.10 µs");
        assertThat(row.outcome().busbw()).hasToString("1.84 GB/s");
        // the column 'error' is a floating-point error, no count of wrong elements: none at all is none wrong
        assertThat(row.outcome().wrong()).hasToString("0");
    }

    @Test
    void theProgramsOwnFailureIsQuotedWithWhatWasPrintedBeforeIt() throws Exception {
        var reading = Reading.ofText(sample("timestamps-S1.log")
                + "node-a: Test NCCL failure common.cu:958 'unhandled cuda error'\n .. node-a pid 7: Test failure x.cu:1\n",
                "broadcast.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).hasSize(2);
        assertThat(reading.detail(1, Flag.ABORTED)).contains("says \u201cnode-a: Test NCCL failure common.cu:958",
                "the last line before it");
    }

    @Test
    void aCrashIsNamedByItsFirstCauseAndNotByTheLaunchersLastLine() throws Exception {
        var table = sample("timestamps-S1.log").split("# Out of bounds")[0];
        var warning = "node-a:71:80 [2] register_mr_buffers:647 NCCL WARN NET/OFI Unable to register memory. RC: -22";
        var launcher = "srun: error: node-a: task 7: Exited with exit code 3";
        var failure = "node-a: Test NCCL failure common.cu:1012 'unhandled system error / '";
        for (var order : List.of(List.of(failure, launcher), List.of(launcher, failure))) {
            var reading = Reading.ofText(table + warning + "\n" + String.join("\n", order) + "\n", "broadcast.log");
            assertThat(reading.detail(1, Flag.ABORTED)).contains("says \u201c" + warning, "; then line ",
                    " says \u201c" + failure).doesNotContain(launcher);
            assertThat(reading.facts(1)).extracting(Fact::name).containsOnlyOnce("flag:aborted");
        }
        // what was warned of before a result did not end the run
        var later = Reading.ofText(warning + "\n" + table + launcher + "\n", "broadcast.log");
        assertThat(later.detail(1, Flag.ABORTED)).contains(launcher).doesNotContain(warning);
    }

    /** As Slurm and Kubernetes say it, when the program has already printed its last line and ended with 1. */
    @ParameterizedTest
    @ValueSource(strings = {"srun: error: node-1: tasks 24-27: Exited with exit code 1",
            "slurmstepd: error: *** STEP 4711.0 ON node-1 CANCELLED AT 2026-07-01T10:11:12 DUE TO TIME LIMIT ***",
            "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.",
            "command terminated with exit code 137"})
    void whatALauncherSaysBehindARunIsOfThatRun(String said) throws Exception {
        var reading = Reading.ofText(sample("timestamps-S1.log") + said + "\n", "broadcast.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.detail(1, Flag.ABORTED)).contains("\u201c" + said + "\u201d");
        var next = Reading.ofText(sample("timestamps-S1.log") + "+ srun ./build/all_reduce_perf -b 8\n" + said + "\n",
                "broadcast.log");
        assertThat(next.flags(1)).isEmpty();
        assertThat(next.problems()).singleElement().satisfies(each -> assertThat(each.text()).isEqualTo(said));
    }

    @Test
    void theTableOfGpucommsOwnRunnerNamesItsTool() throws Exception {
        var reading = Reading.ofText("""
                # gpucomm version 0.1.0 nccl-library=22803
                # Collective test starting: moe_dispatch_perf
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                     1048576        262144     float    none      -1    23.24   45.11   45.11       0      N/A     N/A     N/A     N/A
                """, "x.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.stack()).isEqualTo(new Stack("gpucomm", "0.1.0", "nccl", "2.28.3"));
            assertThat(m.workload().operation()).isEqualTo(Operation.MOE_DISPATCH);
        });
    }

    private static String sample(String name) throws IOException {
        try (var in = NcclTestsFormatTest.class.getResourceAsStream("/samples/nccl-tests/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theSameRanksOnEachHostAreProgramsThatDidNotKnowOneAnother() throws Exception {
        var banner = "# nThread 1 nGpus 2 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20\n"
                + "# Using devices\n";
        var rank = "#  Rank  %d Group  0 Pid %d on %s device  %d [0x0f] NVIDIA H800\n";
        var table = """
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                """;
        var row = "     1048576        262144     float     sum      -1    21.06   49.79   49.79      0    21.10   49.70   49.70      0\n";
        var end = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 49.745\n";
        for (var other : List.of("node-b", "node-a")) {
            var reading = Reading.ofText(banner + banner + rank.formatted(0, 7, "node-a", 0)
                    + rank.formatted(1, 7, "node-a", 1) + rank.formatted(0, 9, other, 0)
                    + rank.formatted(1, 9, other, 1)
                    + table + table + row + row + end + end, "all_reduce.log");
            assertThat(IntStream.rangeClosed(1, 2).boxed().flatMap(section -> reading.flags(section).stream()).toList())
                    .contains(other.equals("node-b") ? "flag:not_connected" : "flag:mixed_output");
        }
    }
}
