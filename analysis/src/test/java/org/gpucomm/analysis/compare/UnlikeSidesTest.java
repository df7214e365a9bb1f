package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.Test;

/** Comparison of sides that have no place in common, but results that can be compared. */
class UnlikeSidesTest {

    private static final String NVBANDWIDTH = """
            nvbandwidth Version: v0.8

            memcpy %s CPU(row) -> GPU(column) bandwidth (GB/s)
                       0         1
             0     %s     %s

            SUM host_to_device_memcpy_%s %s
            """;

    @Test
    void bandwidthsWithoutTimesAreCompared() throws Exception {
        var slow = NVBANDWIDTH.formatted("CE", "13.10", "13.21", "ce", "26.31");
        assertThat(said(slow, NVBANDWIDTH.formatted("CE", "25.20", "26.50", "ce", "51.70"))).isEqualTo(
                "B reaches 1.9 to 2 times as much bandwidth as A in 2 results. The largest difference: Memcpy "
                        + "(host_to_device_memcpy_ce) (column=1, row=0): 26.5 GB/s against 13.2.");
        assertThat(said(NVBANDWIDTH.formatted("CE", "25.20", "26.50", "ce", "51.70"), slow))
                .startsWith("B reaches 48 % to 50 % less bandwidth than A in 2 results.");
        assertThat(said(slow, NVBANDWIDTH.formatted("CE", "13.11", "13.25", "ce", "26.36")))
                .startsWith("A and B reach the same bandwidth within 2 %. Memcpy");
    }

    @Test
    void variantsThatOnlyOneSideHasAreComparedAtTheirBest() throws Exception {
        assertThat(said(NVBANDWIDTH.formatted("CE", "25.20", "25.10", "ce", "50.30"),
                NVBANDWIDTH.formatted("SM", "35.40", "35.30", "sm", "70.70")))
                .isEqualTo("B reaches 40 % more bandwidth than A. Memcpy: 35.4 GB/s against 25.2.");
    }

    @Test
    void bothDirectionsAreNotHeldAgainstOne() throws Exception {
        var matrix = """
                %s P2P=Enabled Bandwidth %sMatrix (GB/s)
                   D\\D     0      1
                     0 835.1  %s
                     1  %s 902.2
                """;
        var one = matrix.formatted("Unidirectional", "(P2P Writes) ", "25.9", "26.0");
        assertThat(said(one, matrix.formatted("Bidirectional", "", "51.0", "52.0")))
                .isEqualTo("B adds both directions: 52 GB/s is 2 times the 26 of A; each keeps its rate.");
        assertThat(said(matrix.formatted("Bidirectional", "", "27.0", "31.2"), one))
                .isEqualTo("A adds both directions: 31.2 GB/s is 1.2 times the 26 of B; both share one rate.");
    }

    @Test
    void bandwidthsAtOtherSizesAreSaidSideBySide() throws Exception {
        var log = """
                $ ./nvbandwidth -t host_to_device_memcpy_sm -b %d
                nvbandwidth Version: v0.8

                Running host_to_device_memcpy_sm.
                memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
                           0
                 0     %s

                SUM host_to_device_memcpy_sm %s
                """;
        assertThat(said(log.formatted(256, "25.10", "25.10"), log.formatted(2048, "25.20", "25.20"))).isEqualTo(
                "Memcpy: A reaches 25.1 GB/s at 256 MiB, B 25.2 GB/s at 2 GiB. They have no large size in common.");
    }

    @Test
    void theBestOfTwoUnlikeBenchmarksIsSaidSideBySide() throws Exception {
        var reduced = """
                # nccl-tests version 2.17.6
                # Collective test starting: all_reduce_perf
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                  1073741824     268435456     float     sum      -1   9000.0  119.30  119.30      0   9001.0  119.29  119.29      0
                  8589934592    2147483648     float     sum      -1  70000.0  122.71  122.71      0  70001.0  122.71  122.71      0
                """;
        var written = """
                ---------------------------------------------------------------------------------------
                                    RDMA_Write BW Test
                 Dual-port       : OFF          Device         : mlx5_0
                ---------------------------------------------------------------------------------------
                 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
                 65536      5000             46500.11            46480.20             0.743683
                ---------------------------------------------------------------------------------------
                """;
        assertThat(said(reduced, written)).isEqualTo("A reaches 123 GB/s at 8 GiB (All-Reduce), B 48.7 GB/s at 64 KiB "
                + "(Write). They have no operation in common.");
    }

    @Test
    void busBandwidthsOfATableWithoutTimesAreCompared() throws Exception {
        var table = "size,busbw\n33554432,%s\n67108864,%s\n";
        assertThat(said(table.formatted("120.0", "150.0"), table.formatted("150.0", "180.0"))).isEqualTo(
                "B reaches 20 % to 25 % more bandwidth than A in 2 results. The largest difference: At 32 MiB (busbw): 150 GB/s "
                        + "against 120.");
    }

    @Test
    void settingsAloneArePartOfAPlaceWhereLibrariesDoNotDifferOnASide() throws Exception {
        var table = "| channels | size | all_reduce (us) |\n|---|---|---|\n| 2 | 1 MiB | %s |\n| 4 | 1 MiB | %s |\n";
        var a = evidence("nccl.md", table.formatted("91.0", "72.0"));
        var b = evidence("own.md", table.formatted("81.0", "60.0"));
        assertThat(Comparison.of(a, b).places()).hasSize(2);
    }

    @Test
    void readsAreComparedWithWrites() throws Exception {
        var table = """
                                    RDMA_%1$s BW Test
                 Dual-port       : OFF          Device         : mlx5_0
                 Number of qps   : 1            Transport type : IB
                ---------------------------------------------------------------------------------------
                 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
                 65536      1000             %2$s             %2$s             %3$s
                ---------------------------------------------------------------------------------------
                """;
        assertThat(
                said(table.formatted("Read", "5000.00", "0.080000"), table.formatted("Write", "10000.00", "0.160000")))
                .isEqualTo("A by Read takes 12.5 µs at 64 KiB, 2 times as long as B by Write (6.25 µs).");
    }

    @Test
    void latenciesAreComparedWithLatenciesAndBandwidthsWithBandwidths() throws Exception {
        var log = "# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n8 %s\n1048576 %s\n\n"
                + "# OSU MPI Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)\n8 %s\n1048576 %s\n";
        var comparison = Comparison.of(evidence("a.log", log.formatted("1.50", "54.0", "40.0", "22000.0")),
                evidence("b.log", log.formatted("1.50", "54.0", "40.0", "11000.0")));
        assertThat(comparison.places()).hasSize(4);
        assertThat(comparison.places().stream().filter(place -> Math.abs(place.effect()) > 0.01)).singleElement()
                .satisfies(place -> assertThat(place.effect()).isCloseTo(1, within(1e-9)));
    }

    @Test
    void theBestOfEachIsSaidWhereNoSizeIsCommon() throws Exception {
        var table = "size_bytes,operation,ranks,time_us,busbw_GBps\n%s\n";
        assertThat(said(table.formatted("1073741824,all_reduce,8,13860,135.5"),
                table.formatted("10737418240,all_reduce,8,80990,232.0")))
                .isEqualTo(
                        "All-Reduce: A reaches 136 GB/s at 1 GiB, B 232 GB/s at 10 GiB. They have no large size in common.");
    }

    @Test
    void theBestOfEachIsSaidWhereOnlySmallSizesAreCommon() throws Exception {
        var log = "# OSU MPI-CUDA Bandwidth Test v5.6.1\n# Size      Bandwidth (MB/s)\n1 %s\n2 %s\n%s\n";
        assertThat(
                said(log.formatted("1.58", "4.46", "1048576 6122.04"), log.formatted("0.70", "0.84", "65536 345.38")))
                .isEqualTo(
                        "Send: A reaches 6.12 GB/s at 1 MiB, B 0.345 GB/s at 64 KiB. They have no large size in common.");
    }

    @Test
    void runsOverPairsOfGpusAreComparedPairByPair() throws Exception {
        var run = """
                export HIP_VISIBLE_DEVICES=%s
                mpirun -n 2 osu_bw -m 16777216:16777216 D D
                # OSU MPI-ROCM Bandwidth Test v7.0
                # Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)
                # Size      Bandwidth (MB/s)
                16777216           %s

                """;
        var kernels = run.formatted("0,1", "142235.39") + run.formatted("0,2", "38963.65")
                + run.formatted("0,3", "36903.57");
        var engines = run.formatted("0,1", "49396.80") + run.formatted("0,2", "41925.00")
                + run.formatted("0,3", "41018.12");
        var comparison = Comparison.of(evidence("kernels.log", kernels), evidence("engines.log", engines));
        assertThat(comparison.places()).extracting(place -> place.subject().run()).containsExactly("GPUs 0,1",
                "GPUs 0,2", "GPUs 0,3");
        assertThat(said(kernels, engines)).startsWith("B against A: takes 2.9 times as long for GPUs 0,1.");
    }

    @Test
    void aTableWithoutAnOperationIsComparedWithTheOnlyOneOfTheOther() throws Exception {
        var table = "| size | latency (us) |\n|---|---|\n| 1024 | %s |\n| 1048576 | %s |\n";
        var comparison = Comparison.of(evidence("all_reduce.md", table.formatted("20.1", "61.0")),
                evidence("night.md", table.formatted("9.8", "44.2")));
        assertThat(comparison.places()).hasSize(2);
    }

    private static String said(String a, String b) throws Exception {
        return new Headline(Comparison.of(evidence("a.log", a), evidence("b.log", b)), "A", "B").sentence();
    }

    private static Evidence evidence(String name, String text) throws Exception {
        var files = new EvidenceFiles(true);
        files.add(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name, name);
        return files.evidence();
    }
}
