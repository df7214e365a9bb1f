package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns of every version, and what options add to them. */
class VersionsTest {

    @Test
    void theSecondBlockOfARowMayBeBlank() throws Exception {
        var reading = Reading.ofText("""
                #                                                     out-of-place                       in-place         \s
                #       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
                #        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)      \s
                      262144         65536   float     sum    122.3    2.14    3.22    N/A
                     1048576        262144   float     sum    349.1    3.00    4.51    N/A
                """, "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().placement() + " " + m.outcome().time())
                .containsExactly("OUT_OF_PLACE 122.3 \u00b5s", "OUT_OF_PLACE 349.1 \u00b5s");
    }

    @Test
    void aNumberOfElementsMayBeRoundedByASpreadsheet() throws Exception {
        var reading = Reading.ofText("""
                #       size    count   type  redop  root    time   algbw  busbw  #wrong   time   algbw  busbw  #wrong
                    33554432  8388608  float    sum    -1   531.96  63.08 118.27      0   530.99  63.19 118.49      0
                  1073741824  2.68e+8  float    sum    -1  15530.2  69.14 129.63      0  15634.7  68.68 128.77      0
                """, "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> String.valueOf(m.workload().messageSize()))
                .containsExactly("32 MiB", "32 MiB", "1 GiB", "1 GiB");
    }

    @Test
    void version1PrintsMilliseconds() throws Exception {
        var measurements = measurements("v1.0-milliseconds.log");
        assertThat(measurements).hasSize(6).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.workload().redop()).isEqualTo("sum");
            // algbw = size / time, whatever the unit: 1 MiB in 131 µs are 8.00 GB/s
            var micros = Objects.requireNonNull(m.outcome().time()).doubleValue();
            var bytes = Objects.requireNonNull(m.workload().messageSize()).count();
            assertThat(Objects.requireNonNull(m.outcome().algbw()).doubleValue()).isBetween(bytes / micros / 1e3 - 0.1,
                    bytes / micros / 1e3 + 0.1);
        });
        assertThat(measurements.getFirst().outcome().time()).hasToString("131 µs");
    }

    @Test
    void anErrorBeyondWhatTheVersionToleratesIsAtLeastOneWrongElement() throws Exception {
        var measurements = measurements("v2.10-reduce-error-column.log");
        assertThat(measurements).extracting(m -> String.valueOf(m.outcome().wrong())).containsExactly("0", "0", "0",
                "0", "1", "1");
        assertThat(measurements).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.REDUCE);
            assertThat(m.workload().root()).isEqualTo(2);
        });
        assertThat(Reading.ofSample("nccl-tests/v2.10-reduce-error-column.log").flags(1)).contains("flag:wrong_data",
                "flag:out_of_bounds");
    }

    @Test
    void timesOfIterationsAreKeptBesideTheMean() throws Exception {
        var outcome = measurements("v2.19-per-iteration-I1-S1.log").getFirst().outcome();
        assertThat(outcome.time()).hasToString("61.50 µs");
        assertThat(outcome.timeMin()).hasToString("59.50 µs");
        assertThat(outcome.timeP99()).hasToString("69.50 µs");
        assertThat(outcome.timeMax()).hasToString("70.50 µs");
        assertThat(outcome.wrong()).hasToString("0");
    }

    @Test
    void datesOfRowsAreFactsOfTheRun() throws Exception {
        assertThat(Reading.ofSample("nccl-tests/v2.19-per-iteration-I1-S1.log").facts(1)).contains(
                new Fact("first_row_at", "2026-04-02 11:08:07"), new Fact("last_row_at", "2026-04-02 11:08:08"));
    }

    /** No version prints this order; somebody's fork or script may, and a number must not go under another's name. */
    @Test
    void columnsAreFoundByTheirNamesInAnyOrder() throws Exception {
        var reading = Reading.ofText("""
                #       size         count      type   redop    root     busbw   algbw    time  #wrong     busbw   algbw    time  #wrong
                #        (B)    (elements)                              (GB/s)  (GB/s)    (us)            (GB/s)  (GB/s)    (us)
                     1048576        262144     float     sum      -1     70.00   40.00   26.21       0     72.00   41.00     N/A     N/A
                     2097152        524288     float     sum      -1     80.00   46.00   45.59       1     82.00   47.00   44.62       0
                """, "all_reduce.log");
        assertThat(reading.measurements()).hasSize(3).extracting(
                m -> m.workload().placement() + " " + m.outcome().time() + ", " + m.outcome().algbw() + ", "
                        + m.outcome().busbw() + ", wrong " + m.outcome().wrong())
                .containsExactly("OUT_OF_PLACE 26.21 µs, 40.00 GB/s, 70.00 GB/s, wrong 0",
                        "OUT_OF_PLACE 45.59 µs, 46.00 GB/s, 80.00 GB/s, wrong 1",
                        "IN_PLACE 44.62 µs, 47.00 GB/s, 82.00 GB/s, wrong 0");
    }

    @Test
    void sizeCountAndTypeAreFoundByTheirNamesToo() throws Exception {
        for (var order : List.of("count size type", "type size count", "size type count", "count type size")) {
            var row = order.replace("count", "262144").replace("size", "1048576").replace("type", "float");
            var reading = Reading.ofText("""
                    #  %s   redop    root     time   algbw   busbw  #wrong
                    #  (B) (elements)                 (us)  (GB/s)  (GB/s)
                       %s     sum      -1    26.21   40.00   70.00       0
                       %s     sum      -1    26.
                    """.formatted(order, row, row), "x.log");
            assertThat(reading.problems()).as(order).singleElement()
                    .satisfies(problem -> assertThat(problem.line()).isEqualTo(4));
            assertThat(reading.measurements()).as(order).singleElement().satisfies(m -> {
                assertThat(Objects.requireNonNull(m.workload().messageSize()).count()).isEqualTo(1_048_576);
                assertThat(m.workload().datatype()).isEqualTo("float");
                // 262144 floats are 1048576 bytes: of the operations that reduce without a root only all-reduce has it so
                assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            });
        }
    }

    /** Sizes below one element for each rank are printed as 0; which operation has them shows later. */
    @Test
    void rowsWithoutElementsAreOfTheOperationThatTheNextRowsShow() throws Exception {
        var empty = "           0             0     float     sum      -1     3.91    0.00    0.00      0\n";
        var header = "#       size         count      type   redop    root     time   algbw   busbw #wrong\n";
        var row = "     1048576        262144     float     sum      -1    26.21   40.00   70.00      0\n";
        var info = "node-1:17:99 [0] NCCL INFO Channel 00/0\n";
        var reading = Reading.ofText(header + empty + info + empty + row + row, "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.entries()).extracting(Entry::line).filteredOn(line -> line > 0)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(reading.measurements()).hasSize(4).extracting(m -> m.workload().operation())
                .containsOnly(Operation.ALL_REDUCE);
        // what never shows stays a problem, however much text follows
        for (var rest : List.of("", info.repeat(200), row.replace("sum", "none"))) {
            var undecided = Reading.ofText(header + empty + empty + rest, "x.log");
            assertThat(undecided.rows()).isEmpty();
            assertThat(undecided.problems()).hasSizeGreaterThanOrEqualTo(2)
                    .allMatch(problem -> problem.reason().contains("operation is not known"));
            assertThat(undecided.entries()).extracting(Entry::line).filteredOn(line -> line > 0).isSorted();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0", "-5", "1234567890123456789", "99999999999999999999", "x"})
    void aRankThatIsNoNumberEndsNothing(String rank) throws Exception {
        var reading = Reading.ofText("""
                # nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: -3 validation: 1
                #  Rank %s Group  0 Pid   4000 on     node-a device  0 [0000:1b:00] NVIDIA H200
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                     1048576        262144     float     sum      -1    26.21   40.00   70.00       0
                """.formatted(rank), "all_reduce.log");
        assertThat(reading.measurements()).singleElement()
                .satisfies(m -> assertThat(m.workload().iterations()).isNull());
    }

    @Test
    void commasInNumbersAreProblemsThatSayWhatToDo() throws Exception {
        var reading = Reading.ofText("""
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                     1048576        262144     float     sum      -1    26,21   40,00   70,00       0
                   2,097,152       524,288     float     sum      -1    45.59   46.00   80.00       1
                """, "all_reduce.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).extracting(Entry.Problem::reason).hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("has a comma", "LC_ALL=C"));
    }

    @Test
    void aBlankOutOfPlaceBlockIsKnownByItsPlaceInTheLine() throws Exception {
        assertThat(measurements("in-place-only-blank-block.log")).hasSize(2).allSatisfy(
                m -> assertThat(m.workload().placement()).isEqualTo(Placement.IN_PLACE));
    }

    @Test
    void aRowCutBehindItsFirstBlockIsDamaged() throws Exception {
        var reading = Reading.ofText("""
                #                                                              out-of-place                       in-place         \s
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                     1048576        262144     float     sum      -1    156.7    6.69   12.55      0    135.7    7.73   14.49      0
                     2097152        524288     float     sum      -1    256.7    8.17   15.32      0
                """, "all_reduce.log");
        assertThat(reading.measurements()).hasSize(2);
        assertThat(reading.problems()).extracting(problem -> problem.reason())
                .containsExactly("expected 13 columns, found 9: its end is missing");
    }

    @Test
    void everyTypeAndOperatorIsAPoint() throws Exception {
        var measurements = measurements("all-types-and-operators.log");
        assertThat(measurements).hasSize(12 * 6 * 2);
        assertThat(measurements.stream().map(m -> m.workload().datatype() + " " + m.workload().redop()).distinct())
                .hasSize(72);
    }

    @Test
    void graphsAggregationAndCpuTimesAreVariantsOfTheirOwn() throws Exception {
        var measurements = measurements("v2.18-graph-cputime-alltoallv.log");
        assertThat(measurements).hasSize(4).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALLV);
            assertThat(m.workload().variant()).isEqualTo("aggregated+graph+cputime");
            assertThat(m.settings()).hasToString("agg_iters=4;graph=5;blocking=1");
            assertThat(m.outcome().wrong()).isNull();
        });
        assertThat(Reading.ofSample("nccl-tests/v2.18-graph-cputime-alltoallv.log").facts(1))
                .contains(new Fact("gpu_memory", "Initial 1.52 GB | Buffers  2.00 GB | Total  5.12 GB"));
    }

    @Test
    void ranksAreThoseOfOneCommunicatorWhereTheRunIsSplit() throws Exception {
        assertThat(measurements("split-two-groups.log")).allSatisfy(m -> {
            assertThat(m.platform().ranks()).isEqualTo(4);
            assertThat(m.platform().nodes()).isEqualTo(2);
        });
    }

    @Test
    void rcclTestsIsATool() throws Exception {
        var measurements = measurements("rccl-choice-behind-rows.log");
        assertThat(measurements).hasSize(4).allSatisfy(m -> {
            assertThat(m.stack().tool()).isEqualTo("rccl-tests");
            assertThat(m.stack().library()).isEqualTo("rccl");
            assertThat(m.stack().libraryVersion()).isEqualTo("2.22.3+hip6.4");
        });
        assertThat(measurements.getFirst().settings()).hasToString("algo=RING;proto=LL128;channels=56");
        assertThat(measurements.getLast().settings()).hasToString("algo=TREE;proto=SIMPLE;channels=32");
    }

    private static List<Measurement> measurements(String sample) throws Exception {
        var reading = Reading.ofSample("nccl-tests/" + sample);
        assertThat(reading.problems()).isEmpty();
        return reading.measurements();
    }

    static String sample(String name) throws Exception {
        try (var in = VersionsTest.class.getResourceAsStream("/samples/nccl-tests/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
