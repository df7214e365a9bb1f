package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs in the forms that programs and launchers print, each of which was read wrong or lost once, and what is read of them. */
class RealFormsTest {

    /** As nccl-tests 2.13 to 2.16 print it, without the operation's name. */
    private static final String NCCL_TESTS_HEADER = """
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            """;
    private static final String NCCL_TESTS_ROWS = """
                 1048576        262144     float     sum      -1    56.42   18.59   32.53       0    55.10   19.03   33.30       0
                 2097152        524288     float     sum      -1    80.10   26.18   45.82       0    79.90   26.25   45.93       0
            """;
    private static final String OLD_NCCL_TESTS = """
            # nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #
            # Using devices
            #  Rank  0 Group  0 Pid  12011 on     node-a device  0 [0x07] NVIDIA A100-SXM4-80GB
            #  Rank  1 Group  0 Pid  12012 on     node-a device  1 [0x0f] NVIDIA A100-SXM4-80GB
            #  Rank  2 Group  0 Pid  12013 on     node-a device  2 [0x47] NVIDIA A100-SXM4-80GB
            #  Rank  3 Group  0 Pid  12014 on     node-a device  3 [0x4e] NVIDIA A100-SXM4-80GB
            #
            #                                                              out-of-place                       in-place          \n"""
            + """
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n""";
    private static final String SUM = """
                 1048576        262144     float     sum      -1    61.10   17.16   %s      0    60.77   17.25   %s%s
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 17.205
            #
            """;

    /** Bandwidths, and whether it was checked in place: all-reduce checks both and multiplies, send/recv does neither. */
    @ParameterizedTest
    @CsvSource({"17.16, 17.25, N/A, SENDRECV", "25.74, 25.88, 0, ALL_REDUCE"})
    void aTableThatNamesNoOperationHasTheOneThatItsColumnsShow(String out, String in, String wrong, String operation)
            throws Exception {
        var reading = read(OLD_NCCL_TESTS + SUM.formatted(out, in, "%7s".formatted(wrong)));
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                operation + " 1 MiB 61.10 µs 17.16 GB/s " + out + " GB/s 0",
                operation + " 1 MiB 60.77 µs 17.25 GB/s " + in + " GB/s " + (wrong.equals("0") ? "0" : "null"));
    }

    /** With nothing checked and bandwidths that fit both, nobody can tell. */
    @Test
    void whereNothingDecidesTheRowIsAProblem() throws Exception {
        var reading = read(OLD_NCCL_TESTS.replaceAll("#  Rank  [23].*\n", "") + """
                 1048576        262144     float     sum      -1    61.10   17.16   17.16    N/A    60.77   17.25   17.25    N/A
                """);
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).extracting(Problem::reason).singleElement().asString()
                .contains("the operation is not known");
    }

    @Test
    void hypercubeHasABlankOperatorAndCountsOfWrongElements() throws Exception {
        var reading = read(OLD_NCCL_TESTS + """
                 1048576         65536     float              -1    61.10   12.87   12.87      8    60.77   12.94   12.94      8
            # Out of bounds values : 16 FAILED
            # Avg bus bandwidth    : 12.905
            """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                "HYPERCUBE 1 MiB 61.10 µs 12.87 GB/s 12.87 GB/s 8", "HYPERCUBE 1 MiB 60.77 µs 12.94 GB/s 12.94 GB/s 8");
    }

    /** {@code -S 1}. */
    @Test
    void aTimestampBehindARowIsAFactOfIt() throws Exception {
        var reading = read(
                """
                # nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809
                # Collective test starting: broadcast_perf
                #                                                              out-of-place                       in-place          \n"""
                        + """
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong           timestamp
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)        %Y-%m-%d %H:%M:%S
                     1048576        262144     float    none       0    22.10   47.45   47.45       0    22.00   47.66   47.66       0 2026-03-01 10:00:01
                # Avg bus bandwidth    : 47.5
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                "BROADCAST 1 MiB 22.10 µs 47.45 GB/s 47.45 GB/s 0", "BROADCAST 1 MiB 22.00 µs 47.66 GB/s 47.66 GB/s 0");
        assertThat(reading.facts(1)).anyMatch(fact -> fact.value().equals("2026-03-01 10:00:01"));
    }

    @Test
    void anNvshmemTableWithoutItsTitleKeepsBothBandwidths() throws Exception {
        var reading = read("+ srun -n 8 ./alltoall_latency -b 1M\n" + """
                size(B)     count     type      scope     latency(us)       algbw(GB/s)   busbw(GB/s)
                1048576     262144    32-bit    block     248.655841        4.217         4.085
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said)
                .containsExactly("ALLTOALL 1 MiB 248.655841 µs 4.217 GB/s 4.085 GB/s null");
    }

    /** The program flushes half of a row; the library, or {@code mpiexec -l}, writes right behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"-1node-0:4000:4123 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n",
            "-1[0] node-0:4000:4123 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"})
    void whatIsGluedToHalfARowIsCutOut(String glued) throws Exception {
        var row = "     1048576        262144     float     sum      -1    61.10   17.16   25.74      0    60.77   17.25   25.88      0\n";
        var reading = read(OLD_NCCL_TESTS + row.replaceFirst("-1", glued));
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                "ALL_REDUCE 1 MiB 61.10 µs 17.16 GB/s 25.74 GB/s 0",
                "ALL_REDUCE 1 MiB 60.77 µs 17.25 GB/s 25.88 GB/s 0");
    }

    @Test
    void aNonBlockingBarrierHasAHeaderWithoutAMark() throws Exception {
        var reading = read("""
                # OSU MPI Non-blocking Barrier Latency Test v5.7.1
                # Overall = Coll. Init + Compute + MPI_Test + MPI_Wait

                Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)
                      89.72             68.02             63.15             65.64
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said)
                .containsExactly("BARRIER null 63.15 µs null null null");
    }

    /** MSCCL++'s table behind one of nccl-tests is a run of its own; a script's first column before them makes problems. */
    @Test
    void numbersUnderAnotherHeaderAreReadOrProblems() throws Exception {
        var mscclpp = """
            #
            #                                        in-place                       out-of-place
            #       size         count     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)     (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                 1048576        262144    13.25   79.14  138.49       0
            """;
        var after = Reading.ofText(OLD_NCCL_TESTS + SUM.formatted("25.74", "25.88", "      0") + mscclpp,
                "allreduce.log");
        assertThat(after.problems()).isEmpty();
        assertThat(after.measurements()).extracting(RealFormsTest::said)
                .contains("ALL_REDUCE 1 MiB 13.25 µs 79.14 GB/s 138.49 GB/s 0").hasSize(3);
        var named = read("""
                p4dn  size  count  type  redop  time  algbw  busbw  error
                1   1073741824     268435456     float     sum   8142.6   131.87   247.25  4e-07
                2   1073741824     268435456     float     sum   8150.1   131.75   247.02  4e-07
                """ + OLD_NCCL_TESTS + SUM.formatted("25.74", "25.88", "      0"));
        assertThat(named.problems()).extracting(Problem::line).containsExactly(2L, 3L);
        assertThat(named.measurements()).hasSize(2);
    }

    /** Somebody's document has fewer digits than the program prints. */
    @ParameterizedTest
    @ValueSource(strings = {
            "# OSU MPI Broadcast Latency Test v5.7.1\n# Size       Avg Latency(us)\n1      8.200\n2      8.4\n",
            "#alltoall_device\nsize(B)  count  type    scope   latency(us)  algbw(GB/s)  busbw(GB/s)\n"
                    + "32       8      32-bit  thread  116.220796   0.010        0.020\n"
                    + "64       16     32-bit  thread  112.7        0.02         0.04\n"})
    void fewerDecimalsAreNoCut(String log) throws Exception {
        var reading = read(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(2);
    }

    @Test
    void whatAProgramSaysOfWrongDataMakesTheRunWrong() throws Exception {
        var copied = read("""
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
                """);
        assertThat(copied.flags(1)).containsExactlyInAnyOrder("flag:wrong_data", "flag:aborted");
        assertThat(copied.failureTexts()).anyMatch(text -> text.startsWith("ASSERT in expression"));
        var summed = read(OLD_NCCL_TESTS.replace("#wrong", " error") + """
                 1048576        262144     float     sum      -1    61.10   17.16   25.74  1e+00    60.77   17.25   25.88  1e+00
            # Out of bounds values : 2 FAILED
            # Avg bus bandwidth    : 25.81 FAILED
            """);
        assertThat(summed.measurements()).extracting(m -> String.valueOf(m.outcome().wrong())).containsExactly("1",
                "1");
        assertThat(summed.flags(1)).contains("flag:out_of_bounds", "flag:below_minimum");
    }

    @ParameterizedTest
    @CsvSource({"all_reduce.csv, sum, 0, ALL_REDUCE", "job-17.csv, none, 0, ALL_GATHER",
            "job-17.csv, none, N/A, ALLTOALL"})
    void theProgramsColumnsWithCommasAreItsTable(String name, String redop, String wrong, String operation)
            throws Exception {
        var reading = Reading.ofText("size,count,type,redop,root,time,algbw,busbw,#wrong,time,algbw,busbw,#wrong\n"
                + "1048576," + (redop.equals("sum") ? 262144 : 32768) + ",float," + redop
                + ",-1,56.42,18.59,32.53,0,55.10,19.03,33.30," + wrong + "\n", name);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().operation().name()).containsExactly(operation,
                operation);
    }

    /** As rows stand in issues; one number that does not agree leaves all of them unread. */
    @Test
    void rowsWithoutTheirHeaderAreReadWhereTheyAgree() throws Exception {
        var rows = """
                1048576        262144     float     sum      -1    56.42   18.59   32.53       0    55.10   19.03   33.30       0
                2097152        524288     float     sum      -1    80.10   26.18   45.82       0    79.90   26.25   45.93       0
                """;
        var reading = Reading.ofText(rows, "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(4);
        assertThat(reading.flags(1)).containsExactly("flag:header_inferred");
        var changed = Reading.ofText(rows.replace("80.10", "81.30"), "all_reduce.log");
        assertThat(changed.rows()).isEmpty();
        assertThat(changed.problems()).hasSize(2);
    }

    @Test
    void theSweepOfDeepEpIsDataAndItsRanksAreRanks() throws Exception {
        var reading = read("""
                [config] num_tokens=4096, hidden=7168, num_topk_groups=4, num_topk=8
                [tuning] SMs 24, NVL chunk 4, RDMA chunk 12: 40.01 GB/s (RDMA), 130.55 GB/s (NVL)
                [tuning] SMs 24, NVL chunk 8, RDMA chunk 16: 42.17 GB/s (RDMA), 137.60 GB/s (NVL)
                [tuning] Best dispatch (FP8): SMs 24, NVL chunk 8, RDMA chunk 16: 42.17 GB/s (RDMA), 137.60 GB/s (NVL)
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.stack().library() + " " + m.workload().variant() + " "
                + m.outcome().algbw() + " " + m.settings().get("nvl_chunk").orElse("") + " "
                + m.settings().get("tuned").orElse("a try"))
                .containsExactly("deepep internode+rdma 40.01 GB/s 4 a try", "deepep internode+nvl 130.55 GB/s 4 a try",
                        "deepep internode+rdma 42.17 GB/s 8 a try", "deepep internode+nvl 137.60 GB/s 8 a try",
                        "deepep internode+rdma 42.17 GB/s 8 best", "deepep internode+nvl 137.60 GB/s 8 best");
        var ranks = Reading.ofSample("deepep/low-latency-phases.log").measurements();
        assertThat(ranks).extracting(m -> m.outcome().metrics().get("rank").orElse("")).doesNotContain("");
        assertThat(ranks).extracting(Measurement::section).containsOnly(1);
        assertThat(ranks).extracting(m -> m.platform().ranks()).doesNotContainNull();
    }

    /** As Slurm says it behind the run whose failure it is. */
    @ParameterizedTest
    @ValueSource(strings = {"srun: error: node-1: tasks 24-27: Exited with exit code 1",
            "slurmstepd: error: *** STEP 4711.0 ON node-1 CANCELLED AT 2026-07-01T10:11:12 ***",
            "slurmstepd: error: *** JOB 4711 ON node-1 CANCELLED AT 2026-07-01T10:11:12 DUE TO TIME LIMIT ***"})
    void aFailedRunIsQuotedWithWhatWasPrintedBeforeIt(String said) throws Exception {
        var reading = read(OLD_NCCL_TESTS + SUM.formatted("25.74", "25.88", "      0").split("# Avg")[0] + said + "\n");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.detail(1, Flag.ABORTED)).contains("“" + said + "”", "the last line before it",
                "# Out of bounds values : 0 OK");
    }

    @Test
    void digitsStayAsTheyWerePrinted() throws Exception {
        var reading = read(OLD_NCCL_TESTS + """
                 1048576        262144     float     sum      -1    373.0    2.80    4.20      0    370.10   2.8300    4.25      0
                """);
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                "ALL_REDUCE 1 MiB 373.0 µs 2.80 GB/s 4.20 GB/s 0",
                "ALL_REDUCE 1 MiB 370.10 µs 2.8300 GB/s 4.25 GB/s 0");
    }

    /** NCCL writes its line without an end, and then the program the row. */
    @Test
    void aRowBehindALineOfTheLibraryIsRead() throws Exception {
        var info = "node-1:71:80 [2] NCCL INFO Channel 00/0 : 2[2] -> 3[3] via P2P/CUMEM";
        var row = "        4096          1024     float     sum      -1    21.05    0.19    0.34      0    20.86    0.20    0.34      0";
        var reading = Reading.ofText(info + row + "\n" + info + "\n" + NCCL_TESTS_ROWS, "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize().count()).contains(4096L);
        var table = NCCL_TESTS_HEADER + NCCL_TESTS_ROWS + info + row + "\n";
        assertThat(Reading.ofText(table, "all_reduce.log").measurements())
                .extracting(m -> m.workload().messageSize().count()).contains(4096L);
    }

    /** As a paste begins in the middle of a table, with the next table whole below it. */
    @Test
    void rowsAboveTheFirstHeaderAreSaidToBeLost() throws Exception {
        var reading = read("""
                      1048576           40       212.68       212.92       212.80
                      2097152           20       401.01       401.20       401.11

                #----------------------------------------------------------------
                # Benchmarking Bcast
                # #processes = 4
                #----------------------------------------------------------------
                       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                            4          100         4.25         4.46         4.35
                """);
        assertThat(reading.measurements()).hasSize(1);
        assertThat(reading.problems()).extracting(Problem::reason).containsExactly(
                "line 1: a line of numbers like the rows of line 9, above its header: what the columns are is not known",
                "line 2: a line of numbers like the rows of line 9, above its header: what the columns are is not known");
    }

    /** A file system that was full, or a log that was emptied while a program wrote it. */
    @Test
    void aHoleCostsTheRowThatItIsIn() throws Exception {
        var table = NCCL_TESTS_HEADER + NCCL_TESTS_ROWS;
        var whole = read(table);
        assertThat(whole.problems()).isEmpty();
        var holed = read(table.replaceFirst("262144", "26\0\0\0" + "4"));
        assertThat(holed.problems()).hasSize(1);
        assertThat(holed.rows()).hasSize(whole.rows().size() - 1);
        assertThat(read("\0".repeat(5000) + table).measurements()).hasSameSizeAs(whole.measurements());
    }

    @Test
    void aTimeBelowZeroIsAProblem() throws Exception {
        var reading = read(NCCL_TESTS_HEADER + NCCL_TESTS_ROWS.replaceFirst("   56.42", "  -56.42"));
        assertThat(reading.problems()).singleElement()
                .satisfies(each -> assertThat(each.reason()).contains("below zero: -56.42"));
    }

    /** As people paste them into issues and pages: Markdown's marks, list items, backslashes, headers without their end. */
    @Test
    void marksOfAPageAreNoPartOfWhatWasPasted() throws Exception {
        var bold = read("""
                #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
                4096       1000             0.00               **11650.25**         2.982464
                """);
        assertThat(bold.problems()).isEmpty();
        assertThat(bold.measurements()).singleElement().satisfies(
                m -> assertThat(m.outcome().algbw()).hasToString("12.21617254400 GB/s"));
        var oneNameShort = read("""
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]
                 65536      5000             97.71              97.64              0.186233
                """);
        assertThat(oneNameShort.problems()).isEmpty();
        assertThat(oneNameShort.measurements()).singleElement().satisfies(
                m -> assertThat(m.outcome().metrics()).hasToString("rate_Mpps=0.186233"));
        var items = Reading.ofText((NCCL_TESTS_HEADER + NCCL_TESTS_ROWS).replaceAll("(?m)^", "- "), "all_reduce.log");
        assertThat(items.problems()).isEmpty();
        assertThat(items.measurements()).hasSize(4);
        assertThat(items.wrappings()).containsExactly("list");
        var escaped = read("""
                Bytes Per Direction 67108864
                Unidirectional copy peak bandwidth GB/s [Local read / Remote write] (GPU-Executor: GFX)
                SRC+EXE\\\\DST CPU 00 GPU 00 GPU 01
                CPU 00 -> 42.10 41.20 41.30
                GPU 00 -> 55.10 1688.20 48.40
                """);
        assertThat(escaped.problems()).isEmpty();
        assertThat(escaped.measurements()).hasSize(6);
    }

    @Test
    void aTunedResultOfDeepepMayHaveAWholeTime() throws Exception {
        var reading = read("""
                [tuning] Best dispatch (BF16): SMs 24, NVL chunk 12: 446.09 GB/s (NVL), 352 us
                [tuning] Best combine: SMs 24, NVL chunk 15: 355.45 GB/s (NVL), 442 us
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(RealFormsTest::said).containsExactly(
                "DISPATCH null 352 µs 446.09 GB/s null null", "COMBINE null 442 µs 355.45 GB/s null null");
    }

    @Test
    void theBenchmarkOfOneCclPrintsTheTableOfImb() throws Exception {
        var reading = read("""
                datatype: float32
                reduction: sum

                #------------------------------------------------------------
                # Benchmarking: allgatherv
                # #processes: 4
                #------------------------------------------------------------

                        #bytes  #repetitions   t_min[usec]   t_max[usec]   t_avg[usec]  stddev[%]
                          1024            16         30.50         30.86         30.68       0.59
                """);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.stack().library()).isEqualTo("oneccl");
            assertThat(m.platform().ranks()).isEqualTo(4);
            assertThat(said(m)).isEqualTo("ALL_GATHER 1 KiB 30.68 µs null null null");
        });
    }

    @Test
    void theHeadingOfATableNamesItsOperationWhereTheTableDoesNot() throws Exception {
        var ucc = read("""
                ### all-to-all

                       Count        Size                Time, us                           Bandwidth, GB/s
                                     avg         min         max         avg         max         min
                      131072      524288     2561.92     2513.18     2619.78       12.89       13.14       12.61
                """);
        assertThat(ucc.problems()).isEmpty();
        assertThat(ucc.measurements()).singleElement()
                .satisfies(m -> assertThat(said(m)).startsWith("ALLTOALL 512 KiB 2561.92 µs"));
        var gloo = read("""
                                                          TREE_BROADCAST

                Device:      tcp, pci=, iface=eth0, speed=-1, addr=[10.0.0.1]
                Options:     processes=3, inputs=1, threads=1, verify=true

                   size (B)   elements   min (us)   p50 (us)   p99 (us)   max (us)   bandwidth (GB/s)   iterations
                        400        100        172        173        174        175              0.002            1
                """);
        assertThat(gloo.problems()).isEmpty();
        assertThat(gloo.measurements()).singleElement()
                .satisfies(m -> assertThat(m.workload().variant()).isEqualTo("tree_broadcast"));
    }

    private static Reading read(String log) throws Exception {
        return Reading.ofText(log, "job-17.log");
    }

    private static String said(Measurement m) {
        return m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().algbw() + " " + m.outcome().busbw() + " " + m.outcome().wrong();
    }
}
