package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.headline.Headlines;
import org.junit.jupiter.api.Test;

/** What the numbers of a log show by themselves, without a name of its hardware. */
class LineRatesTest {

    @Test
    void aPortWithoutFaultIsNamedByItsRate() throws Exception {
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 98.08))).isEqualTo(
                "Write with ibverbs reaches 12.3 GB/s at 8 MiB. That is 98 % of what one port of 100 Gbit/s carries (12.5 GB/s).");
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 196.4))).contains("one port of 200 Gbit/s");
        assertThat(headline("write.log", perftest("RDMA_Write Bidirectional BW Test", 780.8)))
                .isEqualTo(
                        "Write (bidirectional) with ibverbs reaches 97.6 GB/s both ways at 8 MiB. That is 98 % of what one port "
                                + "of 400 Gbit/s carries each way.");
    }

    @Test
    void aRateThatIsNoPortsLiesBetweenThoseOfTwo() throws Exception {
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 138.4))).isEqualTo(
                "Write with ibverbs reaches 17.3 GB/s at 8 MiB. That is 69 % of one port of 200 Gbit/s, more than one of 100 Gbit/s.");
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 438.4)))
                .as("more than any port").contains("Cannot be judged");
    }

    @Test
    void aRateFarBelowAnyPortIsNoPartOfOne() throws Exception {
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 14.4))).isEqualTo(
                "Write with ibverbs reaches 1.8 GB/s at 8 MiB. That is 14 % of one port of 100 Gbit/s, little for InfiniBand, "
                        + "RoCE or EFA.");
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 32.8)))
                .contains("82 % of one port of 40 Gbit/s");
    }

    /** Without the line of the best, a reader has to assume the call. */
    @Test
    void ofATuningTheBestIsNamedWithItsSettings() throws Exception {
        var tries = new StringBuilder();
        for (int chunk = 4; chunk <= 32; chunk += 4) {
            tries.append("[tuning] SMs 24, NVL chunk 8, RDMA chunk %d: %.2f GB/s (RDMA), %.2f GB/s (NVL) \n"
                    .formatted(chunk, chunk == 28 ? 39.87 : 20 + chunk / 2.0, 60.0 + chunk));
        }
        var files = new EvidenceFiles();
        files.addAssuming(new ByteArrayInputStream(tries.toString().getBytes(StandardCharsets.UTF_8)), "a.log", "a");
        assertThat(headline(files)).contains(
                "reaches 39.9 GB/s, the best of 8 settings (rdma_chunk=28; the worst 22). That is 93 % of the 43 GB/s");
    }

    @Test
    void ofATuningWithItsBestTheSlowTriesAreNoResult() throws Exception {
        var log = """
                [tuning] SMs 24, NVL chunk 4: 300.00 GB/s (NVL), 530.00 us
                [tuning] SMs 24, NVL chunk 8: 280.00 GB/s (NVL), 568.00 us
                [tuning] SMs 24, NVL chunk 16: 250.00 GB/s (NVL), 636.00 us
                [tuning] Best dispatch (BF16): SMs 24, NVL chunk 4, 300.00 GB/s (NVL), t: 530.00 us
                """;
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "a.log", "a");
        assertThat(headline(files))
                .startsWith("Dispatch (intranode+nvl) with DeepEP reaches 300 GB/s, the best of 3 "
                        + "settings (nvl_chunk=4; the worst 250).");
    }

    @Test
    void transfersOfAKnownNodeAreHeldAgainstItsPorts() throws Exception {
        assertThat(ofData("libefaxx/sendrecv.csv")).isEqualTo("Send/Recv (device) with libfabric reaches 6.04 GB/s at "
                + "128 MiB. That is 48 % of what one of the 32 network ports of AWS p5.48xlarge carries (12.5 GB/s).");
        assertThat(ofData("libfabric/ladder_3200gbps.csv")).isEqualTo("Write (lazy-posting) with libfabric reaches "
                + "389 GB/s. That is 97 % of what the 32 network ports of AWS p5.48xlarge carry (400 GB/s).");
    }

    @Test
    void transfersOfHostMemoryAreBetweenProcessesAndNotGpus() throws Exception {
        assertThat(headline("fabric.log", """
                # gpucomm 0.9.0 measures write of libfabric 1.17
                # provider: tcp
                # settings: provider=tcp;nics=1
                # rank 0: host-a, process 41, lo
                # rank 1: host-a, process 41, lo
                #        bytes           variant    time(us)  algbw(GB/s)  busbw(GB/s)   wrong  more
                       4194304              host      957.49         4.38            -       0  -
                     134217728              host    42676.14         3.15            -       0  -
                # wrong results: 0 OK
                """)).contains("on 2 processes").doesNotContain("GPU");
    }

    @Test
    void whatAGpuReadsOfAnotherIsHeldAgainstItsNvlink() throws Exception {
        assertThat(ofData("h200/h200_nvlink_read.csv"))
                .endsWith("of what NVLink of one GPU (H200 host) carries (478 GB/s).");
        assertThat(ofData("libefaxx/nvlink.csv")).as("the fastest of two ways").contains("371 GB/s: 83 %");
    }

    private static String ofData(String file) throws Exception {
        return headline(file, Files.readString(Path.of("../data").resolve(file)));
    }

    @Test
    void ranksThatHaveANodeEachShowThePortBetweenThem() throws Exception {
        assertThat(headline("pair.log", pair("alltoall_perf", 22.4))).isEqualTo(
                "All-to-All with NCCL reaches 22.4 GB/s at 1 GiB. That is 90 % of what one port of 200 Gbit/s carries (25 GB/s).");
        assertThat(headline("pair.log", pair("sendrecv_perf", 14.1))).endsWith(
                "56 % of one port of 200 Gbit/s, more than one of 100 Gbit/s.");
    }

    @Test
    void aReadTakesTheWayThereAndBack() throws Exception {
        assertThat(headline("read.log", """
                                    RDMA_Read Latency Test
                 Dual-port       : OFF\t\tDevice         : mlx5_0
                ---------------------------------------------------------------------------------------
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
                 2       1000          5.11           9.02         5.33               5.37           0.21            6.00                   9.02
                """)).startsWith(
                "Read with ibverbs takes 5.37 µs at 2 B, there and back. That is as over InfiniBand, RoCE or "
                        + "Slingshot (1 to 3 µs)");
    }

    @Test
    void gaudisAreKnownByTheirPortsToOneAnother() throws Exception {
        assertThat(headline("gaudi.log", """
                [BENCHMARK] hcclAllReduce(src!=dst, InputSizeInBytes=268435456, count=67108864, dtype=float, iterations=1000)
                [BENCHMARK]     NW Bandwidth   : 253.100000 GB/s
                [BENCHMARK]     Algo Bandwidth : 144.628571 GB/s
                """))
                .isEqualTo(
                        "All-Reduce with HCCL reaches 253 GB/s at 256 MiB. That is 96 % of what a Gaudi 2's 21 ports of "
                                + "100 Gbit/s carry (263 GB/s).");
    }

    @Test
    void deepEpWithinANodeIsHeldAgainstItsReadme() throws Exception {
        var best = "[tuning] Best dispatch (FP8): SMs 24, NVL chunk 20: %s GB/s (NVL), t: 301.00 us\n";
        assertThat(headline("intranode.log", best.formatted("306.00"))).isEqualTo(
                "Dispatch (intranode+nvl) with DeepEP reaches 306 GB/s, 2 times the 153 GB/s in DeepEP's README.");
        assertThat(headline("intranode.log", best.formatted("76.50"))).contains("50 % of the 153 GB/s");
    }

    @Test
    void smallMessagesShowLatencyAlone() throws Exception {
        assertThat(headline("all_reduce.log", """
                # nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                # Using devices
                #  Rank  0 Group  0 Pid   1001 on one device  0 [000f:01:00] NVIDIA GB10
                #  Rank  1 Group  0 Pid   1002 on two device  0 [000f:01:00] NVIDIA GB10
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                       32768          8192     float     sum      -1    41.20    0.80    0.80      0    41.10    0.80    0.80      0
                       65536         16384     float     sum      -1    66.10    0.99    0.99      0    66.00    0.99    0.99      0
                """)).isEqualTo(
                "All-Reduce with NCCL on 2 GPUs of 2 nodes takes 41.2 µs at 32 KiB. The log was cut. Messages up "
                        + "to 64 KiB show latency alone; larger ones (-e 1G) show the links.");
    }

    @Test
    void moreThanAnyLinkCarriesIsASumOrAMemory() throws Exception {
        assertThat(headline("write.log", perftest("RDMA_Write BW Test", 11364.0)))
                .contains("no link between two GPUs carries more than 900 GB/s");
    }

    @Test
    void theLatencyOfSmallMessagesShowsSockets() throws Exception {
        assertThat(headline("latency.log", latency(24.9))).isEqualTo(
                "Send with MPI takes 24.9 µs at 1 B. That is as over TCP sockets or EFA; InfiniBand and RoCE take 1 to 3 µs.");
        assertThat(headline("latency.log", latency(1.7))).contains("as over InfiniBand, RoCE or Slingshot");
        assertThat(headline("latency.log", latency(6.5))).isEqualTo(
                "Send with MPI on 2 processes takes 6.5 µs at 1 B. Messages up to 8 B show latency alone; larger ones show "
                        + "the links.");
    }

    @Test
    void ranksFollowFromBusbwAndTellThatTwoNodesUsedOnePort() throws Exception {
        assertThat(headline("all_reduce.log", allReduce(16, 44.3))).isEqualTo(
                "All-Reduce with NCCL on 16 GPUs reaches 44.3 GB/s at 1 GiB. That is no more than one port of 400 "
                        + "Gbit/s, 2 of 200 or 4 of 100 carry.");
        assertThat(headline("all_reduce.log", allReduce(16, 3.31)))
                .startsWith("Slow as TCP sockets: All-Reduce with NCCL on 16 GPUs reaches 3.31 GB/s");
        assertThat(headline("all_reduce.log", allReduce(8, 44.3))).isEqualTo(
                "All-Reduce with NCCL on 8 GPUs (computed) reaches 44.3 GB/s at 1 GiB. Cannot be judged without the "
                        + "names of the GPUs, which stand above the table of nccl-tests.");
    }

    @Test
    void anAllToAllShowsWhatEachGpuSendsOffItsNode() throws Exception {
        var log = new StringBuilder(
                "# Collective test starting: alltoall_perf\n# nThread 1 nGpus 1 minBytes 1073741824 "
                        + "maxBytes 1073741824 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0\n# Using devices\n");
        for (int rank = 0; rank < 16; rank++) {
            log.append(
                    "#  Rank %2d Group  0 Pid %6d on node-%d device %2d [0000:19:00] NVIDIA Odd 9000%n".formatted(rank,
                            1000 + rank, rank / 8, rank % 8));
        }
        log.append("""
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                  1073741824      16777216     float    none      -1    13422   80.00   75.00      0    13422   80.00   75.00    N/A
                """);
        assertThat(headline("alltoall.log", log.toString())).isEqualTo(
                "All-to-All with NCCL on 16 GPUs of 2 nodes sends 40 GB/s a GPU off its node. That is 80 % of one port of 400 "
                        + "Gbit/s. The log was cut.");
    }

    @Test
    void aRateThatStillDoublesWithTheSizeIsThatOfNoLink() throws Exception {
        var head = "# OSU MPI Bandwidth Test v7.2\n# Size      Bandwidth (MB/s)\n";
        assertThat(headline("bw.log", head + "1048576   3050.0\n2097152   6100.0\n4194304   12200.0\n"))
                .doesNotContain("Gbit/s");
        assertThat(headline("bw.log", head + "1048576   12100.0\n2097152   12150.0\n4194304   12200.0\n"))
                .contains("98 % of what one port of 100 Gbit/s carries");
    }

    @Test
    void aBandwidthThatIsNeverReachedAgainIsTheHeadline() throws Exception {
        assertThat(headline("bw.log", """
                # OSU MPI-CUDA Bandwidth Test v7.2
                # Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)
                # Size      Bandwidth (MB/s)
                1024 1100.0
                2048 2150.0
                4096 3760.0
                8192 6420.0
                16384 1480.0
                32768 1870.0
                65536 2340.0
                131072 2880.0
                262144 3530.0
                524288 4080.0
                1048576 4030.0
                """))
                .startsWith("Send (cuda+device-to-device) with MPI loses 77 % of its bandwidth from 8 KiB to 16 KiB");
    }

    @Test
    void severalPortsAreCountedWhereOneIsTooFew() throws Exception {
        assertThat(headline("all_reduce.log", allReduce(16, 93.3))).endsWith(
                "no more than 2 ports of 400 Gbit/s or 4 of 200 carry.");
        assertThat(headline("all_reduce.log", allReduce(16, 520))).as("more than eight ports")
                .contains("Cannot be judged");
    }

    @Test
    void publishedRunsThatReachTheSameAreNamedWhereTheLogNamesNoGpus() throws Exception {
        assertThat(headline("all_reduce.log", allReduce(16, 433))).isEqualTo(
                "All-Reduce of 1 GiB on 16 GPUs reaches 433 GB/s, as published runs of 16 H100 over EFA do.");
    }

    @Test
    void lowLatencyKernelsOfDeepEpAreHeldAgainstItsReadme() throws Exception {
        assertThat(headline("low_latency.log", lowLatency(42.2, 42.2, 43.1))).isEqualTo(
                "Dispatch (low-latency+with-combine) with DeepEP reaches 42.2 GB/s, 98 % of the 43 GB/s in DeepEP's README.");
        assertThat(headline("low_latency.log", lowLatency(11.8, 10.9, 12.1)))
                .endsWith("as with one port of 100 Gbit/s a GPU.");
        assertThat(headline("low_latency.log", lowLatency(11.8, 5.9, 32.1))).as("combine shows a faster port")
                .isEqualTo(
                        "Dispatch (low-latency) with DeepEP reaches 5.9 GB/s. That is 82 % less than Combine (low-latency) (32.1 GB/s), as "
                                + "where it waits for the last rank.");
        assertThat(headline("low_latency.log", lowLatency(98.2, 21.3, 127.4)))
                .startsWith(
                        "Dispatch (low-latency) with DeepEP reaches 21.3 GB/s. That is 83 % less than Combine (low-latency)");
    }

    @Test
    void callsThatHangAreSaidBeforeTheBandwidthThatTheyMake() throws Exception {
        var log = new StringBuilder();
        for (int rank = 0; rank < 8; rank++) {
            log.append(
                    "[rank %d] Dispatch + combine bandwidth: 0.26 GB/s, avg_t=83610.61 us, min_t=924.03 us, max_t=377962.68 us%n"
                            .formatted(rank));
        }
        assertThat(headline("low_latency.log", log.toString())).isEqualTo(
                "Dispatch (low-latency+with-combine) with DeepEP takes 90.5 times as long in the mean (83.6 ms) as at its "
                        + "shortest (924 µs; longest 378 ms): few calls that hang make its bandwidth.");
    }

    @Test
    void aCallThatTakesMuchLongerThanTheOthersIsSaidToo() throws Exception {
        var line = "[rank %d] Dispatch + combine bandwidth: 42.30 GB/s, avg_t=1050.00 us, min_t=900.00 us, max_t=2835.00 us%n";
        var log = line.formatted(0) + line.formatted(1) + line.formatted(2) + line.formatted(3);
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "low.log", "low.log");
        assertThat(new LineRates(Profiles.bundled()).examine(files.evidence())).anySatisfy(finding -> assertThat(
                finding.sentence()).endsWith("The slowest call takes 2.7 times as long as the mean one."));
    }

    @Test
    void aRateOverEfaIsNoPortOfInfiniBand() throws Exception {
        var table = "bytes   iters   total       time     MB/sec    usec/xfer   Mxfers/sec\n"
                + "1m      200     200m        0.03s   6892.86     152.12       0.01\n";
        assertThat(headline("tcp.log", "fi_rdm_tagged_bw -p verbs 10.0.0.1\n" + table)).contains("56 Gbit/s");
        assertThat(headline("efa.log", "fi_rdm_tagged_bw -p efa 10.0.0.1\n" + table))
                .contains("55 % of one port of 100 Gbit/s, the slowest of EFA.");
    }

    private static String lowLatency(double both, double dispatch, double combine) {
        var log = new StringBuilder("Allocating buffer size: 2116.291072 MB ...\n");
        for (int rank = 0; rank < 8; rank++) {
            log.append(
                    "[rank %d] Dispatch + combine bandwidth: %.2f GB/s, avg_t=521.97 us, min_t=517.44 us, max_t=527.33 us%n"
                            .formatted(rank, both + 0.01 * rank));
            log.append(
                    "[rank %d] Dispatch bandwidth: %.2f GB/s, avg_t=656.57 us | Combine bandwidth: %.2f GB/s, avg_t=415.20 us%n"
                            .formatted(rank, dispatch, combine));
        }
        return log.toString();
    }

    @Test
    void aDirectionThatIsMuchSlowerThanTheOtherIsSaid() throws Exception {
        assertThat(headline("host.log", hostCopies(35.2, 52.8))).isEqualTo(
                "Memcpy (host_to_device_memcpy_sm) with CUDA reaches 35.2 GB/s. That is 33 % less than Memcpy "
                        + "(device_to_host_memcpy_sm) (52.8 GB/s): the links are slower that way.");
        assertThat(headline("host.log", hostCopies(50.1, 52.8))).contains("84 % of what PCIe 5.0 x16 carries");
    }

    private static String hostCopies(double up, double down) {
        return """
                nvbandwidth Version: v0.8
                Running host_to_device_memcpy_sm.
                memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
                           0         1
                 0    %.2f    %.2f

                SUM host_to_device_memcpy_sm 1.00
                Running device_to_host_memcpy_sm.
                memcpy SM CPU(row) <- GPU(column) bandwidth (GB/s)
                           0         1
                 0    %.2f    %.2f

                SUM device_to_host_memcpy_sm 1.00
                """.formatted(up, up, down, down);
    }

    @Test
    void everyNicAtHalfItsRateIsToldFromOneThatIsMissing() throws Exception {
        assertThat(headline("suite.log", suite(27.1, 219.4)))
                .isEqualTo("Send/Recv with NCCL on 16 GPUs of 2 nodes carries "
                        + "27.1 GB/s a GPU. That is 54 % of a port of 400 Gbit/s.");
        assertThat(headline("suite.log", suite(47.9, 180.2))).doesNotContain("all NICs of a node work");
    }

    @Test
    void copiesBetweenGpusAreHeldAgainstNvlinkOrPcie() throws Exception {
        assertThat(headline("nvbandwidth.log", deviceToDevice(397.2)))
                .contains("88 % of what NVLink of an H100 or H200");
        assertThat(headline("nvbandwidth.log", deviceToDevice(26.9))).contains("85 % of what PCIe 4.0 x16 or 5.0 x8");
    }

    @Test
    void deepEpOverRdmaIsHeldAgainstItsReadme() throws Exception {
        assertThat(headline("internode.log",
                "[tuning] Best dispatch (BF16): SMs 24, NVL chunk 20, RDMA chunk 32: 21.70 GB/s (RDMA), 70.89 GB/s (NVL)\n"))
                .isEqualTo(
                        "Dispatch (internode+rdma) with DeepEP reaches 21.7 GB/s. That is 50 % of the 43 GB/s in DeepEP's "
                                + "README: as with one port of 200 Gbit/s a GPU.");
    }

    private static String perftest(String title, double gigabits) {
        return """
                ---------------------------------------------------------------------------------------
                                    %s
                 Dual-port       : OFF\t\tDevice         : mlx5_0
                 Number of qps   : 1\t\tTransport type : IB
                 Link type       : IB
                ---------------------------------------------------------------------------------------
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 8388608    5000             %.2f             %.2f            0.001460
                ---------------------------------------------------------------------------------------
                """.formatted(title, gigabits, gigabits);
    }

    private static String latency(double micros) {
        return "# OSU MPI Latency Test v7.2\n# Size          Latency (us)\n"
                + "1 %.2f\n2 %.2f\n4 %.2f\n8 %.2f\n".formatted(micros, micros, micros, micros);
    }

    private static String allReduce(int ranks, double busbw) {
        var rows = new StringBuilder("""
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """);
        for (long bytes = 64 << 20; bytes <= 1 << 30; bytes *= 2) {
            double reached = busbw * (bytes == 1 << 30 ? 1 : 0.98);
            double algbw = reached * ranks / (2 * (ranks - 1));
            var half = "%12.1f %7.2f %7.2f      0".formatted(bytes / algbw / 1e3, algbw, reached);
            rows.append("%14d %13d     float     sum      -1 ".formatted(bytes, bytes / 4)).append(half).append(half)
                    .append('\n');
        }
        return rows + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : %.3f\n#\n".formatted(busbw);
    }

    private static String suite(double sendRecv, double allGather) {
        var log = new StringBuilder();
        for (var name : List.of("sendrecv_perf", "all_gather_perf")) {
            log.append(
                    "# nccl-tests version 2.17.1 nccl-headers=22900 nccl-library=22900\n# Collective test starting: ")
                    .append(name).append("\n# Using devices\n");
            for (int rank = 0; rank < 16; rank++) {
                log.append(
                        "#  Rank %2d Group  0 Pid %d on node-%d device  %d [0000:%02d:00] NVIDIA B200\n".formatted(rank,
                                5000 + rank, rank / 8, rank % 8, rank % 8 + 1));
            }
            boolean isPair = name.startsWith("send");
            double busbw = isPair ? sendRecv : allGather;
            log.append("#       size         count      type   redop    root     time   algbw   busbw  #wrong\n");
            for (long bytes = 64 << 20; bytes <= 1 << 30; bytes *= 2) {
                double algbw = isPair ? busbw : busbw * 16 / 15;
                log.append("%14d %13d     float    none      -1 %12.1f %7.2f %7.2f      0\n".formatted(bytes,
                        bytes / 4 / (isPair ? 1 : 16),
                        bytes / algbw / 1e3, algbw, busbw));
            }
            log.append("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : %.3f\n#\n".formatted(busbw));
        }
        return log.toString();
    }

    private static String pair(String program, double busbw) {
        double algbw = program.startsWith("alltoall") ? 2 * busbw : busbw;
        return """
                # nccl-tests version 2.17.1 nccl-headers=22900 nccl-library=22900
                # Collective test starting: %s
                # Using devices
                #  Rank  0 Group  0 Pid   1001 on one device  0 [0000:01:00] NVIDIA Odd 9000
                #  Rank  1 Group  0 Pid   1002 on two device  0 [0000:01:00] NVIDIA Odd 9000
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                    1073741824 %13d     float    none      -1 %12.1f %7.2f %7.2f       0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : %.3f
                """.formatted(program, (1 << 28) / (program.startsWith("alltoall") ? 2 : 1), (1L << 30) / algbw / 1e3,
                algbw, busbw,
                busbw);
    }

    private static String deviceToDevice(double rate) {
        return """
                nvbandwidth Version: v0.5
                Running device_to_device_memcpy_read_ce.
                memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)
                           0         1
                 0       N/A    %1$.2f
                 1    %1$.2f       N/A

                SUM device_to_device_memcpy_read_ce %2$.2f
                """.formatted(rate, 2 * rate);
    }

    private static String headline(String name, String log) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), name, name);
        return headline(files);
    }

    private static String headline(EvidenceFiles files) {
        var evidence = files.evidence();
        return Headlines.of(evidence, evidence, List.<RunFact>of(), new Rules(Profiles.bundled()).examine(evidence))
                .sentence();
    }
}
