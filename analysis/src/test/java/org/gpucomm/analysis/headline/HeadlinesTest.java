package org.gpucomm.analysis.headline;

import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Finding;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The first sentence is the one that matters most. */
class HeadlinesTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;
    private static final String GH200 = "NVIDIA GH200 120GB";

    @Test
    void aFailureComesFirstWithItsReasonAndHosts() throws Exception {
        var log = Logs.head("NVIDIA H100 80GB HBM3", 2, 1, GIB)
                + """
                        [2026-03-12 14:17:56] node-1:50292:50292 [0] enqueue.cc:1694 NCCL WARN Cuda failure 'named symbol not found'
                        node-1: Test NCCL failure all_reduce.cu:44 'unhandled cuda error (run with NCCL_DEBUG=INFO for details) / '
                        [2026-03-12 14:17:56] node-2:49542:49542 [0] enqueue.cc:1694 NCCL WARN Cuda failure 'named symbol not found'
                        """;
        assertThat(new Logs().add("failed.log", log).headline()).isEqualTo(new MainPoint(Consequence.FAILED,
                "Failed: Cuda failure 'named symbol not found' on both hosts."));
    }

    @Test
    void theWarningBeforeACrashIsItsReason() throws Exception {
        var log = Logs.head("NVIDIA A100-SXM4-40GB", 2, 1, GIB)
                + """
                        node-1:71:80 [2] register_mr_buffers:647 NCCL WARN NET/OFI Unable to register memory (type = 2). RC: -22
                        node-1: Test NCCL failure common.cu:1012 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '
                        srun: error: node-1: task 7: Exited with exit code 3
                        """;
        assertThat(new Logs().add("failed.log", log).headline()).isEqualTo(new MainPoint(Consequence.FAILED,
                "Failed: NET/OFI Unable to register memory (type = 2). RC: -22 on node-1."));
    }

    @Test
    void wrongDataComesBeforeAllThatIsSlow() throws Exception {
        var log = Logs.head(GH200, 2, 4, 128 * MIB) + Logs.rows(8, 128 * MIB, bytes -> 50 + bytes / 3.1e3, 7)
                + "# Out of bounds values : 1 FAILED\n# Avg bus bandwidth    : 1\n";
        assertThat(new Logs().add("wrong.log", log).headline()).isEqualTo(new MainPoint(Consequence.WRONG,
                "Wrong data: 2 of 50 measurements at 128 MiB failed their check."));
    }

    @Test
    void largeSizesThatAllTakeAsLongAreSaid() throws Exception {
        var log = Logs.head("NVIDIA H100 80GB HBM3", 2, 8, GIB)
                + Logs.rows(16, GIB, bytes -> 4000 + bytes / 500e3, 0);
        assertThat(new Logs().add("calls.log", log).headline().sentence())
                .contains("; from 1 MiB to 1 GiB each takes 4 ms to 6.15 ms, whatever its size.");
    }

    @Test
    void aRunThatIsAsSlowAsSocketsIsHeldAgainstTheClustersOtherRun() throws Exception {
        var both = new Logs()
                .add("tcp.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 50 + bytes / 3.1e3))
                .add("cxi.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 20 + bytes / 70e3));
        assertThat(both.headline().consequence()).isEqualTo(Consequence.SOCKETS);
        assertThat(both.headline().sentence()).isEqualTo(
                "tcp.log: as slow as TCP sockets: 5.42 GB/s where this cluster's other run reaches 121 (All-Reduce of 128 MiB "
                        + "on 8 GPUs, cxi.log).");
    }

    @Test
    void aloneItIsHeldAgainstPublishedRuns() throws Exception {
        var point = new Logs().add("tcp.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 50 + bytes / 3.1e3))
                .headline();
        assertThat(point.consequence()).isEqualTo(Consequence.SOCKETS);
        assertThat(point.sentence())
                .startsWith("Slow as TCP sockets: All-Reduce of 128 MiB on 8 GPUs of 2 nodes reaches "
                        + "5.42 GB/s. That is 4.3 % of the published median of GH200.");
    }

    @Test
    void runsOfOneFileThatDifferLittleAreNotHeldAgainstOneAnother() throws Exception {
        var both = new Logs()
                .add("a.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 20 + bytes / 70e3))
                .add("b.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 20 + bytes / 60e3));
        assertThat(both.headline().sentence()).doesNotContain("other run");
    }

    @Test
    void nothingUnusualNamesTheShareOfPeers() throws Exception {
        var point = new Logs().add("h100.log",
                Logs.allReduce("NVIDIA H100 80GB HBM3", 1, 8, 8 * GIB, bytes -> 14 + bytes / 270e3)).headline();
        assertThat(point.consequence()).isEqualTo(Consequence.USUAL);
        assertThat(point.sentence())
                .isEqualTo("Nothing unusual: All-Reduce of 8 GiB on 8 GPUs reaches 472 GB/s. That is 98 % of the "
                        + "one published run of H100.");
    }

    @Test
    void whatIsSlowerThanEthernetIsSaidOfAnyHardware() throws Exception {
        var point = new Logs().add("v100.log",
                Logs.allReduce("Tesla V100-SXM2-16GB", 4, 1, 256 * MIB, bytes -> 80 + bytes / 0.45e3)).headline();
        assertThat(point.consequence()).isEqualTo(Consequence.BELOW);
        assertThat(point.sentence())
                .isEqualTo("All-Reduce with NCCL on 4 GPUs of 4 nodes reaches 0.675 GB/s at best. That is less "
                        + "than 10 Gb/s Ethernet carries (1.25 GB/s).");
        assertThat(new Logs().add("v100.log",
                Logs.allReduce("Tesla V100-SXM2-16GB", 4, 1, 256 * MIB, bytes -> 80 + bytes / 6e3)).headline()
                .sentence())
                .doesNotContain("Ethernet");
    }

    @Test
    void numbersThatWereTakenOutDidNotBreakOff() throws Exception {
        var log = Logs.head("NVIDIA H100 80GB HBM3", 1, 8, GIB)
                + "        XXX        XXX     float     sum      -1    XXX    XXX    XXX      0    XXX    XXX    XXX      0\n"
                + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : XXX\n";
        var logs = new Logs().add("xxx.log", log);
        assertThat(logs.headline().sentence())
                .isEqualTo("Its numbers were taken out before it came here: nothing can be read from it.");
        assertThat(logs.findings()).noneMatch(finding -> finding.sentence().contains("broke off"));
    }

    @Test
    void hardwareThatNobodyPublishedIsHeldAgainstNothing() throws Exception {
        var point = new Logs()
                .add("a6000.log", Logs.allReduce("NVIDIA RTX A6000", 1, 4, 64 * MIB, bytes -> 30 + bytes / 40e3))
                .headline();
        assertThat(point.sentence())
                .isEqualTo("All-Reduce with NCCL on 4 GPUs reaches 59 GB/s at 64 MiB. Cannot be "
                        + "judged: no hardware profile has NVIDIA RTX A6000.");
    }

    @Test
    void oneRankMeasuresNothing() throws Exception {
        var point = new Logs().add("one.log", Logs.allReduce("NVIDIA RTX A6000", 1, 1, MIB, bytes -> 4 + bytes / 300e3))
                .headline();
        assertThat(point.consequence()).isEqualTo(Consequence.WRONG);
        assertThat(point.sentence()).contains("ran on 1 GPU: nothing is communicated");
    }

    @Test
    void whatTheHeadlineQuotesOfAFindingIsNotSaidAgain() throws Exception {
        var logs = new Logs().add("ll.log", Logs.allReduce(GH200, 2, 4, 128 * MIB,
                bytes -> 20 + bytes / 70e3 + (bytes >= MIB / 4 && bytes <= MIB ? bytes / 1.2e3 : 0)));
        var point = logs.headline();
        var quoted = logs.findings().stream().filter(each -> point.beyond(each).isPresent()).toList();
        assertThat(quoted).singleElement().satisfies(finding -> {
            assertThat(finding.sentence()).startsWith(point.sentence());
            assertThat(point.beyond(finding).orElseThrow())
                    .startsWith("It recovers at larger sizes. 2 messages of 128 KiB one after the other take")
                    .isEqualTo(finding.sentence().substring(point.sentence().length() + 1));
        });
    }

    @Test
    void ofMessagesInFlightNoTimeIsSaid() throws Exception {
        var point = new Logs().add("bw.log", """
                # OSU MPI Bandwidth Test v5.7.1
                # Size      Bandwidth (MB/s)
                1                       0.60
                2                       1.20
                4                       2.40
                """).headline();
        assertThat(point.sentence()).contains("moves 0.6 million messages a second at 4 B")
                .doesNotContain("takes", "GB/s");
    }

    @Test
    void ofAMatrixTheLinkIsSaidAndNotADevicesOwnMemory() throws Exception {
        var matrix = """
                [P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
                Device: 0, NVIDIA H100, pciBusID: 2, pciDeviceID: 0, pciDomainID:0
                Device: 1, NVIDIA H100, pciBusID: 17, pciDeviceID: 0, pciDomainID:0
                Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)
                   D\\D     0      1
                     0 1777.12  17.25
                     1  17.31 1791.50
                """;
        var sentence = new Logs().add("p2p.log", matrix).headline().sentence();
        assertThat(sentence).contains("on 2 GPUs reaches 17.3 GB/s").doesNotContain("177", "179");
    }

    @Test
    void emptyMessagesAreNeverTheBest() throws Exception {
        var rows = Logs.rows(4, MIB, bytes -> 20 + bytes / 30e3, 0).replaceFirst(".*\n",
                "           0             0     float     sum      -1       0.31     0.00    0.00      0       0.30     0.00    0.00      0\n");
        assertThat(new Logs().add("small.log", Logs.head("NVIDIA H100", 1, 4, MIB) + rows).headline().sentence())
                .doesNotContain("0.3", " 0 B");
        assertThat(new Logs().add("empty.csv", """
                operation,ranks,bytes,time_us
                reduce_scatter,4,0,0.31
                reduce_scatter,4,0,0.32
                """).headline().sentence()).contains("was measured with empty messages only").doesNotContain("0.3");
    }

    @Test
    void processesOnHostMemoryAreNoGpus() throws Exception {
        var sentence = new Logs().add("imb.log", """
                # Calling sequence was:
                # IMB-MPI1 pingpong
                #---------------------------------------------------
                # Benchmarking PingPong
                # #processes = 2
                #---------------------------------------------------
                       #bytes #repetitions      t[usec]   Mbytes/sec
                            0         1000         1.68         0.00
                     16777216            2      1371.40     12233.78
                """).headline().sentence();
        assertThat(sentence).contains("Send (pingpong) with MPI reaches 12.2 GB/s at 16 MiB")
                .doesNotContain("GPU");
    }

    @Test
    void aFormatIsNoLibrary() throws Exception {
        var sentence = new Logs().add("own.csv", """
                operation,ranks,bytes,time_us
                all_reduce,4,1048576,30
                all_reduce,4,2097152,50
                """).headline().sentence();
        assertThat(sentence).startsWith("All-Reduce on 4 GPUs takes 30 µs at 1 MiB").doesNotContain("csv", "library");
    }

    /** Their middle, 441 GB/s, is the speed of neither. */
    @Test
    void runsThatDoNotAgreeAreNotAveraged() throws Exception {
        var sentence = new Logs()
                .add("a.log", Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 266e3))
                .add("b.log", Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 240e3))
                .headline().sentence();
        assertThat(sentence)
                .isEqualTo("All-Reduce on 8 GPUs: b.log takes 2.4 to 11 % longer than a.log from 1 MiB to 8 GiB. "
                        + "At the other 17 sizes they are the same; at 8 GiB a.log reaches 465, b.log 420 GB/s.");
    }

    @Test
    void ofASolverItIsSaidWhatIsNotItsWork() throws Exception {
        assertThat(new Logs().add("jacobi.log", "nccl, 16384, 16384, 1000, 1, 8, 1, 0.250000, 1.600000\n").headline()
                .sentence())
                .isEqualTo("Jacobi with NCCL on 8 GPUs takes 250 ms, 20 % of it communication and waiting.");
    }

    @Test
    void ofAQueueItIsSaidWhatItCarriesAndWhereRequestsWait() throws Exception {
        var row = "q.csv,1,gpucomm,,cuda,,queue,nbi,,,1,1,,16,,,,,,%s,,,,,,,,,,,,posters=%d,rate_Mops=%s\n";
        assertThat(new Logs().add("q.csv", HEADER + row.formatted("0.5", 1, "2") + row.formatted("1", 256, "256")
                + row.formatted("40", 2048, "51.2")).headline().sentence())
                .isEqualTo("Queue (nbi) with CUDA carries 256 million requests a second, each in 1 µs (posters=256). "
                        + "Requests wait longest in Queue (nbi): 40 µs (posters=2048).");
    }

    @Test
    void aTailOfATimeIsSaid() throws Exception {
        var row = "w.csv,1,gpucomm,,libfabric,,write,,,,1,2,,64,,,,,,6.0,,5.0,45.0,,,,,,,,,,\n";
        assertThat(new Logs().add("w.csv", HEADER + row.replace(",write,", ",atomic,")).headline().sentence())
                .contains("takes 6 µs at 64 B, the slowest of a hundred 45 µs (median 5 µs)");
    }

    @Test
    void lessThanAnyLinkCarriesIsSaidToBeThat() throws Exception {
        assertThat(new Logs()
                .add("slow.log", Logs.allReduce("NVIDIA Odd 9000", 1, 2, 256 * MIB, bytes -> 20 + bytes / 2.9e3))
                .headline().sentence()).contains("reaches 2.9 GB/s", "Only TCP or copies through host memory are this "
                        + "slow: NCCL_DEBUG=INFO shows the path");
    }

    @Test
    void aBandwidthThatStillRisesIsSaidToDoSo() throws Exception {
        var log = new StringBuilder("#shmem_put_bw_uni\nsize(B)     scope     BW (GB/sec)\n");
        for (long bytes = 1024; bytes <= 1 << 18; bytes *= 2) {
            log.append(bytes).append("   None   ").append(bytes / 32000.0).append('\n');
        }
        assertThat(new Logs().add("put.log", log.toString()).headline().sentence())
                .contains("reaches 8.19 GB/s at 256 KiB. "
                        + "It still rises at 256 KiB: larger messages (-e 1073741824) show what the links carry.");
    }

    @Test
    void runsThatAgreeAreOneAndSectionsOfOneFileAreRuns() throws Exception {
        var one = Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 266e3);
        var like = Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 264e3);
        var unlike = Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 240e3);
        assertThat(new Logs().add("a.log", one).add("b.log", like).headline().sentence())
                .startsWith("Nothing unusual: All-Reduce of 8 GiB on 8 GPUs reaches 464 GB/s");
        assertThat(new Logs().add("both.log", one + unlike).headline().sentence())
                .contains("run 2 takes 2.4 to 11 % longer than run 1");
    }

    /** A setting that no log names, switched from run to run: 441 GB/s is nobody's. */
    @Test
    void fourRunsOfOneFileThatAreOfTwoKindsAreTwoCurves() throws Exception {
        var on = Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 266e3);
        var off = Logs.allReduce("NVIDIA H100", 1, 8, 8 * GIB, bytes -> 14 + bytes / 240e3);
        assertThat(new Logs().add("four.log", on + off + on + off).headline().sentence())
                .contains("run 2 and 1 like it takes 2.4 to 11 % longer than run 1 and 1 like it");
        assertThat(new Logs().add("four.log", on + on + on + on).headline().sentence())
                .startsWith("Nothing unusual: All-Reduce of 8 GiB on 8 GPUs reaches 465 GB/s");
    }

    @Test
    void aSteepLossIsSaidBeforeTheShareOfPeers() throws Exception {
        var point = new Logs().add("ll.log", Logs.allReduce(GH200, 2, 4, 128 * MIB,
                bytes -> 20 + bytes / 70e3 + (bytes >= MIB / 4 && bytes <= MIB ? bytes / 1.2e3 : 0))).headline();
        assertThat(point.consequence()).isEqualTo(Consequence.REMARK);
        assertThat(point.sentence()).startsWith("All-Reduce with NCCL loses 8").contains("from 128 KiB to 256 KiB");
    }

    @Test
    void aLogWithoutRowsBrokeOff() throws Exception {
        assertThat(new Logs().add("hang.log", Logs.head(GH200, 2, 4, MIB)).headline()).isEqualTo(
                new MainPoint(Consequence.FAILED,
                        "Broke off before the first result: 8 ranks on 2 hosts had started, and no size was measured."));
    }

    @Test
    void atMostFiveFindingsComeBeforeMoreAndNoneOfThemIsBackground() throws Exception {
        var ordered = RankedFindings.of(new Logs()
                .add("tcp.log", Logs.allReduce(GH200, 2, 4, 128 * MIB, bytes -> 50 + bytes / 3.1e3)).findings());
        assertThat(ordered.first()).hasSizeLessThanOrEqualTo(5)
                .noneMatch(finding -> finding.rule().equals("fit") || finding.sentence().contains("measured once"));
        assertThat(ordered.more()).anyMatch(finding -> finding.sentence().contains("measured once"));
        assertThat(ordered.all()).hasSize(ordered.first().size() + ordered.more().size());
    }

    @Test
    void aBestValueDoesNotHideThatLargestMessagesAreSlower() throws Exception {
        var run = """
                $ ./nvbandwidth -t host_to_device_memcpy_sm -b %d
                nvbandwidth Version: v0.8
                Device 0: NVIDIA A100-SXM4-40GB (00000000:99:00)
                Running host_to_device_memcpy_sm.
                memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
                           0
                 0     %s
                SUM host_to_device_memcpy_sm %s

                """;
        var logs = new Logs().add("copies.log",
                run.formatted(512, "25.20", "25.20") + run.formatted(20480, "16.40", "16.40"));
        assertThat(logs.headline().sentence())
                .startsWith("Memcpy (host_to_device_memcpy_sm) with CUDA reaches 25.2 GB/s")
                .endsWith("; it is 16.4 GB/s at 20 GiB, the largest size.");
    }

    @Test
    void aSoftwareDeviceIsNamedAsTheReason() throws Exception {
        var sentence = new Logs().add("soft.log", """
                                    RDMA_Write BW Test
                 Dual-port       : OFF          Device         : rxe0
                 Number of qps   : 1            Transport type : IB
                 Link type       : Ethernet
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 65536      5000             0.81               0.52               0.000992
                ---------------------------------------------------------------------------------------
                """).headline().sentence();
        assertThat(sentence).isEqualTo("Write with ibverbs on 2 processes reaches 0.065 GB/s at 64 KiB. Device rxe0 is "
                + "software: the CPU processes its packets, so that no network port explains its speed.");
    }

    @Test
    void anInPlaceBandwidthFarFromTheOtherIsNamed() throws Exception {
        var sentence = new Logs().add("both.log", """
                #  Rank  0 Group  0 Pid 10 on a device 0 [0x01] NVIDIA H100 80GB HBM3
                #  Rank  1 Group  0 Pid 10 on a device 1 [0x02] NVIDIA H100 80GB HBM3
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                  1073741824     268435456     float     sum      -1   4294.9  250.00  250.00      0   3303.8  325.00  325.00      0
                  2147483648     536870912     float     sum      -1   8589.9  250.00  250.00      0   6607.6  325.00  325.00      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 287.5
                """).headline().sentence();
        assertThat(sentence).contains("reaches 250 GB/s").contains("; in-place at 1 GiB it is 325 GB/s against 250");
    }

    @Test
    void anOutOfPlaceSizeThatIsSlowAloneIsNamedAndNotTheInPlaceOne() throws Exception {
        var sentence = new Logs().add("dip.log", """
                #  Rank  0 Group  0 Pid 10 on a device 0 [0x01] NVIDIA H100 80GB HBM3
                #  Rank  1 Group  0 Pid 10 on a device 1 [0x02] NVIDIA H100 80GB HBM3
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                   536870912     134217728     float     sum      -1   2147.5  250.00  250.00      0   2147.5  250.00  250.00      0
                  1073741824     268435456     float     sum      -1  10737.4  100.00  100.00      0   4294.9  250.00  250.00      0
                  2147483648     536870912     float     sum      -1   8589.9  250.00  250.00      0   8589.9  250.00  250.00      0
                  4294967296    1073741824     float     sum      -1  17179.9  250.00  250.00      0  17179.9  250.00  250.00      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 231.25
                """).headline().sentence();
        assertThat(sentence).contains("reaches 250 GB/s")
                .contains("; out-of-place at 1 GiB it is 100 GB/s against 250");
    }

    @Test
    void oneLateSizeIsNamedBetweenItsNeighbours() throws Exception {
        var sentence = new Logs().add("osu_bw.log", """
                # OSU MPI Bandwidth Test v7.2
                # Size      Bandwidth (MB/s)
                131072              11000.00
                262144              11500.00
                524288               1500.00
                1048576             11900.00
                2097152             12000.00
                """).headline().sentence();
        assertThat(sentence).contains("12 GB/s").contains("t 512 KiB alone it is 1.5 GB/s, between 11.5 and 11.9");
    }

    @Test
    void aSizeThatTakesTwiceAsLongAsTheNextIsNamed() throws Exception {
        var sentence = new Logs().add("osu_bw.log", """
                # OSU MPI Bandwidth Test v7.2
                # Size      Bandwidth (MB/s)
                262144               3000.00
                524288               6000.00
                1048576              3200.00
                2097152             16000.00
                4194304             21000.00
                8388608             22000.00
                """).headline().sentence();
        assertThat(sentence).contains("t 1 MiB alone it is 3.2 GB/s, between 6 and 16");
    }

    @Test
    void programsThatDidNotKnowOneAnotherAndPrintedNothingAreSaidAsThat() throws Exception {
        var sentence = new Logs().add("two.log", """
                # nThread 1 nGpus 1 minBytes 1310720000 maxBytes 1310720000 step: 1048576(bytes) warmup iters: 5 iters: 20 validation: 1
                # Using devices
                # nThread 1 nGpus 1 minBytes 1310720000 maxBytes 1310720000 step: 1048576(bytes) warmup iters: 5 iters: 20 validation: 1
                # Using devices
                #   Rank  0 Pid   1320 on host-b device  0 [0x00] Tesla V100-SXM2-16GB
                #   Rank  0 Pid   2066 on host-a device  0 [0x00] Tesla V100-SXM2-16GB
                #                                                       out-of-place                       in-place
                #       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error
                #        (B)    (elements)                       (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """).headline().sentence();
        assertThat(sentence)
                .isEqualTo("The programs did not know one another (built without MPI?), and none printed a result.");
    }

    @Test
    void aBandwidthThatNoLinkHasIsWrong() throws Exception {
        var point = new Logs().add("osu_bw.log", """
                # OSU MPI Bandwidth Test v7.2
                # Size      Bandwidth (MB/s)
                512             233380000.00
                1024            471800000.00
                2048            379150000.00
                """).headline();
        assertThat(point.consequence()).isEqualTo(Consequence.WRONG);
        assertThat(point.sentence()).startsWith("No link carries 379150 GB/s: ");
    }

    @Test
    void smallMessagesThatTakeFarLongerAreMoreThanLatency() throws Exception {
        var sentence = new Logs().add("osu_alltoall.log", """
                # OSU MPI All-to-All Personalized Exchange Latency Test v7.2
                # Size       Avg Latency(us)
                1                      14.10
                256                    20.03
                512                    37.60
                1024                   93.20
                2048                  148.20
                """).headline().sentence();
        assertThat(sentence).contains("; at 2 KiB it takes 148 µs").doesNotContain("latency alone");
    }

    @Test
    void aTimeThatIsPrintedAsZeroDoesNotEndTheExamination() throws Exception {
        var log = new StringBuilder("Comm. Op            Message Size        Count               Total Latency(ms)   "
                + "Avg Latency(ms)     tput_avg (Gbps)     busbw_avg (Gbps)\nall_gather_base\n");
        for (int size = 1; size <= 24; size++) {
            log.append("                    ").append(128 * size).append(".0 KB            10                  1.20"
                    + "                ").append(size == 7 ? "0.00" : "0." + (10 + size))
                    .append("                30.00               28.00\n");
        }
        assertThat(new Logs().add("train.log", log.toString()).headline().sentence()).isNotEmpty();
    }

    @Test
    void lateCallsDoNotHideTheUsualLatency() throws Exception {
        assertThat(new Logs().add("send_lat.log", """
                                    Send Latency Test
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
                 2       1000          12.64          725.77       14.92              22.23          24.62           35.91                  725.77
                """).headline().sentence()).contains("takes 14.9 µs in the median (mean 22.2 µs) at 2 B");
    }

    @Test
    void gpusWithoutPeerAccessAreNamed() throws Exception {
        assertThat(new Logs().add("rocm.log", """
                          RocmBandwidthTest Version: 2.6.0

                          Inter-Device Access

                          D/D       0         1         2

                          0         1         1         1

                          1         1         1         0

                          2         1         0         1


                          Unidirectional copy peak bandwidth GB/s

                          D/D       0           1           2

                          0         N/A         27.318      27.304

                          1         28.512      1164.402    N/A
                """).headline().sentence()).contains(". GPUs 1 and 2 have no peer access to each other.");
    }

    @Test
    void lessThanAnyLinkCarriesIsARateOfTheNetworkThatNcclNames() throws Exception {
        assertThat(new Logs().add("all_reduce_perf.log", """
                node-a:15718:15718 [0] NCCL INFO Using network IBext_v8
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                  1073741824     268435456     float     sum      -1   379615    2.83    2.83      0   380115    2.82    2.82      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 2.825
                """).headline().sentence())
                .contains("2.83 GB/s")
                .endsWith("Over IBext_v8, if the ranks are on several hosts, that is 22.6 Gbit/s.");
    }

    @Test
    void ofManyOperationsTheRangeIsSaid() throws Exception {
        assertThat(new Logs().add("node.csv", """
                operation,size_bytes,busbw_GBps
                sendrecv,1073741824,35.4
                reduce,1073741824,13.5
                broadcast,1073741824,13.6
                gather,1073741824,41.8
                scatter,1073741824,0.94
                """).headline().sentence())
                .startsWith("5 operations reach from 0.94 GB/s (Scatter) to 41.8 GB/s (Gather).");
    }

    @Test
    void rowsWithoutABusBandwidthAreOfSingleRanks() throws Exception {
        assertThat(new Logs().add("job.log", """
                   134217728      33554432     float     sum      -1    631.9  212.41    0.00      0     0.51  263017.30    0.00      0
                   134217728      33554432     float     sum      -1    419.3  320.07    0.00      0     0.31  428400.03    0.00      0
                   268435456      67108864     float     sum      -1   1007.4  266.46    0.00      0     0.31  857621.27    0.00      0
                """).headline().sentence()).startsWith("All-Reduce ran on 1 GPU: nothing is communicated");
    }

    @Test
    void theDeepestFallIsNamedFirstAndWhereItEnds() throws Exception {
        var logs = new Logs().add("osu_allreduce.log", """
                # OSU MPI-CUDA Allreduce Latency Test v5.9
                # Size       Avg Latency(us)
                4                       1.98
                8                       2.04
                16                      1.60
                32                     13.30
                64                     13.47
                128                    13.48
                256                    15.15
                512                    13.82
                1024                   13.93
                2048                   14.31
                4096                   15.40
                8192                   16.65
                16384                  19.72
                32768                 456.73
                65536                 503.67
                131072                500.02
                262144                457.37
                524288                631.29
                1048576               630.67
                """);
        assertThat(logs.headline().sentence()).contains("takes 457 µs at 32 KiB");
        assertThat(logs.findings()).extracting(Finding::sentence)
                .anyMatch(sentence -> sentence.endsWith("Larger sizes are in line again from 512 KiB up."));
    }

    @Test
    void oneSizeThatIsVeryLateIsNews() throws Exception {
        var sentence = new Logs().add("osu_latency.log", """
                # OSU MPI-CUDA Latency Test v7.3
                # Size          Latency (us)
                8                       2.12
                16                      2.12
                32                      2.14
                64                     41.50
                128                     2.31
                256                     2.50
                512                     2.71
                1024                    3.10
                2048                    3.90
                """).headline().sentence();
        assertThat(sentence).contains("takes 41.5 µs at 64 B");
    }

    @Test
    void aSizeThatTakesManyTimesAsLongAsALargerOneIsNamed() throws Exception {
        var sentence = new Logs().add("osu_allreduce.log", """
                # OSU MPI Allreduce Latency Test v7.5
                # Size       Avg Latency(us)
                1024                   18.00
                2048                   16.00
                4096                   20.00
                8192                   96.00
                16384                 350.00
                32768                3200.00
                65536                 160.00
                131072               3700.00
                262144               3700.00
                524288               5000.00
                1048576              3600.00
                """).headline().sentence();
        assertThat(sentence).contains("32 KiB").contains("160 µs");
    }

    @Test
    void copiesBetweenOtherDevicesAreNoAlternatives() throws Exception {
        assertThat(new Logs().add("transferbench.log", """
                Test 1:
                    Transfer 0     │  4.476 GB/s  │   0.234 ms │    1048576 bytes  │  C0 -> C0:4 -> N
                    Transfer 1     │  0.014 GB/s  │  77.359 ms │    1048576 bytes  │  G0 -> C0:4 -> N
                    Transfer 2     │ 48.807 GB/s  │   0.687 ms │   33554432 bytes  │  G0 -> G0:4 -> G1
                """).headline().sentence()).contains("reaches 0.0136 to 48.8 GB/s between 3 pairs");
    }

    @Test
    void ranksThatLookForOneAnotherOverOtherInterfacesAreNamed() throws Exception {
        assertThat(new Logs().add("all_reduce.log", Logs.head("NVIDIA H200", 2, 1, 1 << 20) + """
                node-a:71:71 [0] NCCL INFO Bootstrap : Using ib0:fe80::1:2%ib0<0>
                node-b:72:72 [0] NCCL INFO Bootstrap : Using bond0:10.0.0.2<0>
                """).headline().sentence())
                .isEqualTo("Broke off before the first result: the ranks look for one another over bond0 and ib0. "
                        + "NCCL_SOCKET_IFNAME must name one network for all.");
    }

    @Test
    void variantsOfOneProblemAreARangeFromTheFastestToTheSlowest() throws Exception {
        assertThat(new Logs().add("jacobi.csv", """
                source,section,tool,tool_version,library,library_version,operation,variant,instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,speedup,efficiency_pct,settings,metrics
                a.csv,1,gpucomm,0.9.0,cuda,13.0,jacobi,linked,,NVIDIA H200,1,1,16384x16384,,float,,,,1000,543593.8,,,,,,,,,,,,,copy_share_pct=92.1
                a.csv,1,gpucomm,0.9.0,cuda,13.0,jacobi,nccl,,NVIDIA H200,1,1,16384x16384,,float,,,,1000,546886.4,,,,,,,,,,,,,copy_share_pct=91.5
                a.csv,1,gpucomm,0.9.0,cuda,13.0,jacobi,nccl+graph,,NVIDIA H200,1,1,16384x16384,,float,,,,1000,537820.6,,,,,,,,,,,,,copy_share_pct=93.4
                """).headline().sentence())
                .isEqualTo("3 variants of Jacobi with CUDA on 1 GPU take from 538 ms (nccl+graph) to 547 ms (nccl). "
                        + "The fastest moves memory at 93 % of a copy's rate.");
    }

    @Test
    void aLevelBeforeALeapIsRemarked() throws Exception {
        assertThat(new Logs().add("osu.log", """
                # OSU MPI-CUDA Bandwidth Test v7.5
                # Size      Bandwidth (MB/s)
                1024                 1000.00
                2048                 2000.00
                4096                 3900.00
                8192                 6400.00
                16384                6500.00
                32768                6550.00
                65536                6560.00
                131072               6570.00
                262144              12200.00
                1048576             12280.00
                """).headline().sentence())
                .contains("from 8 KiB to 128 KiB it stays at 6.57 GB/s, and 256 KiB reaches 12.2");
    }

    @Test
    void anInPlaceAllToAllIsNoResultAndNotNamed() throws Exception {
        var sentence = new Logs().add("alltoall.log", """
                #  Rank  0 Group  0 Pid 10 on a device 0 [0x01] NVIDIA H100 80GB HBM3
                #  Rank  1 Group  0 Pid 10 on a device 1 [0x02] NVIDIA H100 80GB HBM3
                # Collective test starting: alltoall_perf
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                  1073741824     134217728     float    none      -1   4294.9  250.00  125.00      0   2147.5  500.00  250.00    N/A
                  2147483648     268435456     float    none      -1   8589.9  250.00  125.00      0   4295.0  500.00  250.00    N/A
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 187.5
                """).headline().sentence();
        assertThat(sentence).contains("reaches 125 GB/s").doesNotContain("in-place");
    }
}
