package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that somebody took out of their log: without a header, or with commas between the cells. */
class CutOffTest {

    private static final String ROWS = """
                 1048576        262144     float     sum      -1    56.42   18.59   32.53       0    55.10   19.03   33.30       0
                 2097152        524288     float     sum      -1    80.10   26.18   45.82       0    79.90   26.25   45.93       0
                 4194304       1048576     float     sum      -1    121.3   34.58   60.51       0    120.9   34.69   60.71       0
            """;

    @Test
    void rowsWhoseHeaderWasCutOffAreReadWhereOneHeaderFits() throws Exception {
        var reading = Reading.ofText(
                "```\n" + ROWS + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 46.4667\n```\n",
                "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(CutOffTest::shown).containsExactly(
                "OUT_OF_PLACE 1048576 56.42 µs 18.59 GB/s 32.53 GB/s 0",
                "IN_PLACE 1048576 55.10 µs 19.03 GB/s 33.30 GB/s 0",
                "OUT_OF_PLACE 2097152 80.10 µs 26.18 GB/s 45.82 GB/s 0",
                "IN_PLACE 2097152 79.90 µs 26.25 GB/s 45.93 GB/s 0",
                "OUT_OF_PLACE 4194304 121.3 µs 34.58 GB/s 60.51 GB/s 0",
                "IN_PLACE 4194304 120.9 µs 34.69 GB/s 60.71 GB/s 0");
        assertThat(reading.flags(1)).containsExactly("flag:header_inferred");
        assertThat(reading.detail(1, Flag.HEADER_INFERRED)).contains("both placements");
        assertThat(reading.facts(1)).extracting(fact -> fact.name()).doesNotContain("avg_busbw_differs");
    }

    @Test
    void theLastOfSeveralMayBeCutItself() throws Exception {
        var reading = Reading.ofText(ROWS + """
                     8388608       2097152     float     sum      -1    199.3   42.09   73.66       0    199.9   41.96   73.44       0
                    16777216       4194304     float     sum      -1    361.0   46.47   81.33       0
                """, "all_reduce.log");
        assertThat(reading.measurements()).hasSize(8);
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("expected 13 columns, found 9"));
    }

    @Test
    void aRemarkThatAPersonWroteBehindARowIsLeftOut() throws Exception {
        for (var remark : List.of("   <-- slow", "  \u2190 here", " \u2605\u2190Drops from here", "  <= 2 x")) {
            var reading = Reading.ofText(ROWS + """
                         8388608       2097152     float     sum      -1    199.3   42.09   73.66       0    199.9   41.96   73.44       0%s
                    """.formatted(remark), "all_reduce.log");
            assertThat(reading.problems()).isEmpty();
            assertThat(reading.measurements()).hasSize(8);
        }
    }

    @Test
    void twoRanksThatUseTheNetworkAloneAreOnTwoNodes() throws Exception {
        var log = """
                a:1:1 [0] NCCL INFO ncclCommInitRank comm 0x5a rank 1 nranks 2 cudaDev 0 busId 30000 - Init COMPLETE
                a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [receive] via NET/Libfabric/0
                     1048576        262144     float     sum      -1    272.8    3.84    3.84      0    272.6    3.85    3.85      0
                     2097152        524288     float     sum      -1    459.2    4.57    4.57      0    454.0    4.62    4.62      0
                """;
        assertThat(Reading.ofText(log, "all_reduce.log").measurements())
                .allSatisfy(each -> assertThat(each.platform().nodes()).isEqualTo(2));
        assertThat(Reading.ofText(log.replace("NET/Libfabric/0", "NET/IB/0\na:1:1 [0] NCCL INFO Channel 01/0 : 0[0] -> "
                + "1[0] via P2P/IPC"), "all_reduce.log").measurements())
                .allSatisfy(each -> assertThat(each.platform().nodes()).isNull());
    }

    /** Short messages have bandwidths of two digits: a header fits them within rounding all the same. */
    @Test
    void soAreShortMessagesOnly() throws Exception {
        var reading = Reading.ofText("""
                       8             2     float     sum      -1    45.46    0.00    0.00      0    124.9    0.00    0.00      0
                     512           128     float     sum      -1    35.42    0.01    0.03      0    36.89    0.01    0.03      0
                    2048           512     float     sum      -1    40.60    0.05    0.09      0    39.74    0.05    0.10      0
                """, "paste.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(6)
                .allSatisfy(m -> assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE));
        assertThat(reading.flags(1)).containsExactly("flag:header_inferred");
    }

    /** Also at the end of a log, where nothing comes behind them, and with NCCL's messages among them. */
    @Test
    void soAreThoseAtTheEndOfALog() throws Exception {
        var noise = "node-0:4000:4123 [0] NCCL INFO comm 0x55 rank 0 nranks 8 cudaDev 0 - Init COMPLETE\n";
        var reading = Reading.ofText(ROWS.replaceFirst("\n", "\n" + noise), "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(6);
    }

    /** Versions before 2.13 have a column less and print an error; rccl-tests' {@code -O 0} has one placement. */
    @ParameterizedTest
    @CsvSource({"reduce, '1048576 262144 float sum 56.42 18.59 18.59 2e-07 55.10 19.03 19.03 2e-07', 2",
            "broadcast, '1048576 262144 float 0 56.42 18.59 18.59 0e+00 55.10 19.03 19.03 0e+00', 2",
            "all_gather, '1048576 32768 float 56.42 18.59 16.27 0e+00 55.10 19.03 16.65 0e+00', 2",
            "all_reduce, '1048576 262144 float sum -1 56.42 18.59 32.53 0', 1"})
    void otherVersionsHeadersAreKnownToo(String name, String row, int placements) throws Exception {
        var reading = Reading.ofText(row + "\n", name + ".log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(placements)
                .allSatisfy(m -> assertThat(m.outcome().wrong()).hasToString("0"));
    }

    /** A time with its digits changed, a factor that no number of ranks has, a row with a column less: then none is read. */
    @ParameterizedTest
    @CsvSource({"80.10, 81.30", "45.82, 40.10", "'  26.18', ''", "60.71, 33.3"})
    void aRowThatDoesNotAgreeLeavesAllUnread(String right, String wrong) throws Exception {
        var reading = Reading.ofText(ROWS.replace(right, wrong), "all_reduce.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).hasSize(3).allMatch(problem -> problem.reason().contains("no header"));
        assertThat(reading.flags(1)).doesNotContain("flag:header_inferred");
    }

    /** Somebody's first column, and a table of another program, in a log that is read otherwise. */
    @Test
    void aTableThatIsNotReadIsSaidToBeLost() throws Exception {
        var reading = Reading.ofText("""
                # out-of-place in-place
                # size count type redop root time algbw busbw #wrong time algbw busbw #wrong
                """ + ROWS + """
                # Avg bus bandwidth    : 46.4667

                p4dn  size  count  type  redop  time  algbw  busbw  error
                1   1073741824     268435456     float     sum   8142.6   131.87   247.25  4e-07
                2   1073741824     268435456     float     sum   8150.1   131.75   247.02  4e-07

                step  loss  time(ms)
                10    2.31  410.2
                # the end
                """, "all_reduce.log");
        assertThat(reading.rows()).hasSize(3);
        assertThat(reading.problems()).extracting(problem -> problem.line()).containsExactly(9L, 10L, 13L);
        assertThat(reading.problems()).allMatch(problem -> problem.reason().contains("no known table claims"));
    }

    /** What stands in a column that no version prints is not kept; the others are read. */
    @Test
    void aColumnOfSomebodysOwnIsSaid() throws Exception {
        var reading = Reading.ofText("""
                # size count type redop root host time algbw busbw #wrong time algbw busbw #wrong
                """ + ROWS.replace("-1 ", "-1 node-7"), "all_reduce.log");
        assertThat(reading.measurements()).hasSize(6);
        assertThat(reading.measurements().getFirst().outcome().busbw()).hasToString("32.53 GB/s");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("column host"));
    }

    /** Bandwidths of 0.00 agree with anything. */
    @Test
    void rowsThatTellNothingAreNotRead() throws Exception {
        var row = "8             2     float     sum      -1    56.42    0.00    0.00       0    55.10    0.00    0.00       0\n";
        assertThat(Reading.ofText(row, "all_reduce.log").rows()).isEmpty();
    }

    @Test
    void theProgramsOwnColumnsWithCommasAreTheirTable() throws Exception {
        var csv = """
                size,count,type,redop,root,time,algbw,busbw,#wrong,time,algbw,busbw,#wrong
                1048576,262144,float,sum,-1,56.42,18.59,32.53,0,55.10,19.03,33.30,0
                2097152,524288,float,sum,-1,80.10,26.18,45.82,0,79.90,26.25,45.93,3
                4194304,1048576,float,sum,-1,121.3,34.58
                """;
        var reading = Reading.ofText(csv, "all_reduce.csv");
        assertThat(reading.format().id()).isEqualTo("nccl-tests");
        assertThat(reading.measurements()).extracting(CutOffTest::shown).containsExactly(
                "OUT_OF_PLACE 1048576 56.42 µs 18.59 GB/s 32.53 GB/s 0",
                "IN_PLACE 1048576 55.10 µs 19.03 GB/s 33.30 GB/s 0",
                "OUT_OF_PLACE 2097152 80.10 µs 26.18 GB/s 45.82 GB/s 0",
                "IN_PLACE 2097152 79.90 µs 26.25 GB/s 45.93 GB/s 3");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.text()).startsWith("4194304,1048576"));
        assertThat(reading.flags(1)).containsExactly("flag:wrong_data");
        // and what was checked tells all-gather from all-to-all, as in text
        var unnamed = csv.replace("sum", "none").replace("262144", "32768").replace("524288", "65536")
                .replace("32.53", "16.27").replace("33.30", "16.65").replace("45.82", "22.91")
                .replace("45.93", "22.97");
        assertThat(Reading.ofText(unnamed, "job-17.csv").measurements()).hasSize(4)
                .extracting(m -> m.workload().operation().id()).containsOnly("all_gather");
        assertThat(Reading.ofText(unnamed.replace("16.65,0", "16.65,N/A").replace("22.97,3", "22.97,N/A"), "job-17.csv")
                .measurements()).extracting(m -> m.workload().operation().id()).containsOnly("alltoall");
    }

    private static String shown(Measurement m) {
        return String.join(" ", List.of(m.workload().placement() + "", m.workload().messageSize().count() + "",
                m.outcome().time() + "", m.outcome().algbw() + "", m.outcome().busbw() + "", m.outcome().wrong() + ""));
    }

    @Test
    void rowsThatBeginAgainBelowALineOfSomethingElseAreAnotherRun() throws Exception {
        var rows = """
                        1024           256     float     sum      -1    24.57    0.04    0.07       0    23.18    0.04    0.08       0
                       16384          4096     float     sum      -1    22.41    0.73    1.28       0    22.86    0.72    1.25       0
                """;
        var reading = Reading.ofText("NCCL 2.28.3:\n" + rows + "NCCL 2.29.7:\n" + rows, "x.md");
        assertThat(reading.measurements()).extracting(each -> each.section()).containsExactly(1, 1, 1, 1, 2, 2, 2, 2);
    }
}
