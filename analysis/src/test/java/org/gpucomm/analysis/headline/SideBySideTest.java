package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.analysis.evidence.EvidenceFiles;

import org.junit.jupiter.api.Test;

/** Columns, sections and files that were measured to be compared are compared first. */
class SideBySideTest {

    private static final long GIB = 1 << 30;

    @Test
    void columnsThatCrossAreSaidWithTheSizesBetweenWhichTheyDo() throws Exception {
        assertThat(headline("""
                | Size | Ring (us) | Tree (us) |
                |---|---|---|
                | 64K | 52.0 | 40.0 |
                | 1M | 97.5 | 91.0 |
                | 16M | 410.0 | 502.0 |
                | 256M | 5400.0 | 9100.0 |
                """)).isEqualTo(
                "All-Reduce: tree is faster up to 1 MiB (ring 7.1 to 30 % longer), ring from 16 MiB (tree 22 to 69 % "
                        + "longer).");
    }

    @Test
    void columnsInPairsAreComparedWithinEachPair() throws Exception {
        assertThat(headline("""
                | Size | 2.27.3 off (us) | 2.27.3 on (us) | 2.28.1 off (us) | 2.28.1 on (us) |
                |---|---|---|---|---|
                | 128K | 30.1 | 30.3 | 30.2 | 35.4 |
                | 1M | 39.8 | 40.1 | 39.9 | 43.9 |
                | 8M | 118.6 | 119.0 | 118.9 | 123.1 |
                """)).isEqualTo("All-Reduce: 2.28.1-on takes 3.5 to 17 % longer than 2.28.1-off from 128 KiB to 8 MiB. "
                + "2.27.3-off and 2.27.3-on are the same to 2 % from 128 KiB to 8 MiB.");
    }

    @Test
    void versionsAsNamesOfColumnsBelowProseAreRead() throws Exception {
        assertThat(headline("""
                The profiler was off and on.

                | Size | 2.27.3 off (us) | 2.27.3 on (us) | 2.27.3 overhead | 2.28.1 off (us) | 2.28.1 on (us) | 2.28.1 overhead |
                |---|---|---|---|---|---|---|
                | 128K | 30.1 | 30.3 | 0.7% | 30.2 | 35.4 | 17.2% |
                | 1M | 39.8 | 40.1 | 0.8% | 39.9 | 43.9 | 10.0% |
                | 8M | 118.6 | 119.0 | 0.3% | 118.9 | 123.1 | 3.5% |
                """)).isEqualTo("All-Reduce: 2.28.1-on takes 3.5 to 17 % longer than 2.28.1-off from 128 KiB to 8 MiB. "
                + "2.27.3-off and 2.27.3-on are the same to 2 % from 128 KiB to 8 MiB.");
    }

    @Test
    void namesOfWhichOnlySomeHaveTwoPartsAreNoPairs() throws Exception {
        assertThat(headline("""
                | Size | off a (us) | on a (us) | off (us) | on (us) |
                |---|---|---|---|---|
                | 128K | 30.1 | 31.3 | 30.2 | 35.4 |
                | 8M | 118.6 | 122.0 | 118.9 | 133.1 |
                """)).contains("astest is off-a").contains("than the fastest");
    }

    @Test
    void ofSeveralColumnsTheFastestAtEachSizeIsSaid() throws Exception {
        assertThat(headline("""
                | Size | Ring (us) | Tree (us) | Host (us) |
                |---|---|---|---|
                | 64K | 52.0 | 40.0 | 120.0 |
                | 1M | 97.5 | 91.0 | 300.0 |
                | 16M | 410.0 | 502.0 | 2050.0 |
                """)).isEqualTo(
                "All-Reduce: fastest is tree from 64 KiB to 1 MiB and ring at 16 MiB. And host takes 3 to 5 times as "
                        + "long as the fastest.");
    }

    @Test
    void aDifferenceAtSomeSizesOnlyIsSaidWithTheRest() throws Exception {
        DoubleUnaryOperator usual = bytes -> 14 + bytes / 266e3;
        DoubleUnaryOperator slowed = bytes -> usual.applyAsDouble(bytes)
                * (bytes >= 1 << 19 && bytes <= 1 << 22 ? 2.3 : 1.001);
        assertThat(new Logs().add("before.log", Logs.allReduce("NVIDIA H100", 1, 8, GIB, usual))
                .add("after.log", Logs.allReduce("NVIDIA H100", 1, 8, GIB, slowed)).headline().sentence())
                .startsWith(
                        "All-Reduce on 8 GPUs: after.log takes 2.3 times as long as before.log from 512 KiB to 4 MiB. At the "
                                + "other 24 sizes they are the same");
    }

    @Test
    void theGpusOfATableAreComparedAlsoWithoutOuterBars() throws Exception {
        assertThat(assumed("""
                GPU | Dispatch Latency (us) | Combine Latency (us)
                -- | -- | --
                H100 | 120.00 | 200.00
                B200 | 150.00 | 210.00
                """)).isEqualTo("B200 takes 5 to 25 % longer than H100 in both rows. It is the most in Dispatch.");
    }

    @Test
    void configurationsAreComparedWithTheRowThatIsNamedTheDefault() throws Exception {
        var table = """
                | config | time (us) | lockstep (us) | verdict |
                |---|---|---|---|
                | default (x2) | 100.0-100.4 | 120.0 | baseline |
                | NCCL_ALGO=Ring | 100.3 | 120.2 | neutral |
                | NCCL_ALGO=Tree | 150.0 | 170.1 | worse |
                | NCCL_MIN_NCHANNELS=4 | 90.0 / 90.2 (x2) | 110.4 | better |
                | MIN=4 + MAX=4 | 89.8 | 110.0 | the same |
                """;
        assertThat(assumed(table)).isEqualTo("NCCL_MIN_NCHANNELS=4 takes 10 % less than default (x2); "
                + "NCCL_ALGO=Tree takes 50 % more. 1 other is as good to 2 %. 1 other is within 2 % of default (x2).");
        // Rows below another default were measured under other conditions.
        assertThat(
                assumed(table + "| 20 KB default | 60.0 | 80.0 | baseline |\n| 20 KB, MIN=4 | 59.0 | 79.0 | same |\n"))
                .contains("NCCL_MIN_NCHANNELS=4 takes 10 % less than default (x2)");
    }

    @Test
    void aRowNamedBaselineIsOne() throws Exception {
        assertThat(assumed("""
                | Configuration | Network | Bandwidth |
                |---|---|---|
                | Baseline | EFA | 12.0 GB/s |
                | Sockets | TCP | 1.5 GB/s |
                """)).isEqualTo("Sockets is 8 times slower than Baseline.");
    }

    @Test
    void filesWithOneRunOfEachTestAreNamedWithoutIt() throws Exception {
        DoubleUnaryOperator usual = bytes -> 2.5 + bytes / 23e3;
        var fast = osu(usual);
        var slow = osu(bytes -> 2 * usual.applyAsDouble(bytes));
        assertThat(new Logs().add("a.log", "Modules loaded:\n" + fast).add("b.log", "Where it ran:\n" + slow).headline()
                .sentence()).isEqualTo(
                        "Send on 2 processes: b.log takes 2 times as long as a.log from 8 B to 1 MiB.");
    }

    @Test
    void aTestOfLatencyAndOneOfBandwidthAreNoAlternatives() throws Exception {
        var both = new StringBuilder("# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n");
        for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
            both.append(bytes).append(' ').append(Math.round(250 + bytes / 190.0) / 100.0).append('\n');
        }
        both.append("\n# OSU MPI Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)\n");
        for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
            both.append(bytes).append(' ').append(Math.round(100 * bytes / (0.3 + bytes / 23.2e3)) / 100.0)
                    .append('\n');
        }
        assertThat(new Logs().add("both.log", both.toString()).headline().sentence()).startsWith(
                "Send with MPI reaches 23 GB/s at 1 MiB. That is 92 % of");
    }

    @Test
    void runsOnOtherGpusAreNamedByThem() throws Exception {
        var run = "export HIP_VISIBLE_DEVICES=0,%d\nmpirun -n 2 osu_bw -m 16777216:16777216 D D\n"
                + "# OSU MPI-ROCM Bandwidth Test v7.0\n# Size      Bandwidth (MB/s)\n16777216           %s\n\n";
        assertThat(new Logs().add("gcd.log", run.formatted(1, "141000.0") + run.formatted(2, "38900.0")
                + run.formatted(3, "36800.0") + run.formatted(4, "37000.0")).headline().sentence())
                .isEqualTo(
                        "Send (rocm) on 2 GPUs: GPUs 0,2 and 2 like it reaches 74 % less than GPUs 0,1. That holds at 16 MiB.");
    }

    @Test
    void rowsThatNothingTellsApartAreNotCompared() throws Exception {
        assertThat(assumed("""
                | op | torch (ms) | flux (ms) |
                |---|---|---|
                | all_gather | 0.247 | 0.250 |
                | all_gather | 0.867 | 0.673 |
                | all_gather | 6.831 | 5.819 |
                """)).doesNotContain("flux takes").doesNotContain("torch takes");
    }

    @Test
    void bothEndsOfATransferAreOneRun() throws Exception {
        var rows = "bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec\n"
                + "64k     10      =10      1.2m        0.00s   4566.97      14.35       0.07\n"
                + "1m      10      =10      20m         0.00s  15397.59      68.10       0.01\n";
        assertThat(new Logs().add("efa.log", "Server Log:\n" + rows + "Client Log:\n" + rows.replace("14.35", "14.75")
                .replace("4566.97", "4443.12")).headline().sentence()).doesNotContain("Server")
                .doesNotContain("Client");
    }

    @Test
    void aTitleMayStandBetweenTwoRules() throws Exception {
        var frame = "=====================\n  Affinity: %s\n=====================\n--- osu_latency (D D) ---\n"
                + "# OSU MPI-ROCM Latency Test v7.5\n# Size       Avg Latency(us)\n4 %s\n64 %s\n256 %s\n1024 %s\n";
        assertThat(new Logs().add("apu.log", frame.formatted("near", "0.31", "0.35", "0.36", "8.43")
                + frame.formatted("far", "2.00", "2.59", "2.47", "17.41")).headline().sentence())
                .startsWith(
                        "Send (rocm) on 2 GPUs: Affinity: far, osu_latency takes 2.07 to 7.4 times as long as ");
    }

    /** Latency, then bandwidth. */
    private static String osu(DoubleUnaryOperator micros) {
        var latency = new StringBuilder("# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n");
        var bandwidth = new StringBuilder(
                "# OSU MPI Bi-Directional Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)\n");
        for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
            latency.append(bytes).append(' ').append(Math.round(100 * micros.applyAsDouble(bytes)) / 100.0)
                    .append('\n');
            bandwidth.append(bytes).append(" 100.0\n");
        }
        return latency + "\n" + bandwidth;
    }

    @Test
    void runsOfOneFileAreNamedByWhatDiffersInTheirCommands() throws Exception {
        var run = """
                $ mpirun -n 2 --map-by pe-list=%s osu_latency -m 1:1 -d cuda D H
                # OSU MPI-CUDA Latency Test v7.5
                # Size       Avg Latency(us)
                1                       %s
                """;
        assertThat(new Logs().add("cores.log", run.formatted("9,8", "1.20") + run.formatted("9,0", "1.50")
                + run.formatted("9,32", "1.80")).headline().sentence()).isEqualTo(
                        "Send (cuda) on 2 GPUs: fastest is pe-list=9,8 at 1 B. And pe-list=9,0 takes 25 % longer than the "
                                + "fastest; pe-list=9,32 takes 50 % longer than the fastest.");
    }

    @Test
    void proseAboveTablesNamesThem() throws Exception {
        var header = "# OSU MPI Bi-Directional Bandwidth Test v5.7\n# Size      Bandwidth (MB/s)\n";
        assertThat(new Logs().add("versions.md", "This is what we had with UCX 1.9:\n" + header
                + "1 5.95\n2 12.49\n4 24.88\n8 52.27\nAnd now with UCX 1.10:\n" + header
                + "1 1.52\n2 3.35\n4 7.05\n8 14.34\n").headline().sentence()).isEqualTo(
                        "Send (bidirectional) on 2 processes: UCX 1.10 reaches 72 to 74 % less than UCX 1.9. "
                                + "That holds from 1 B to 8 B.");
    }

    @Test
    void runsOfTwoVersionsAreNoRepetitionsAndTwoTrialsAre() throws Exception {
        var logs = Logs.allReduce("NVIDIA H100", 1, 8, 1 << 14, bytes -> 22.4);
        var slower = Logs.allReduce("NVIDIA H100", 1, 8, 1 << 14, bytes -> 23.4);
        assertThat(new Logs().add("both.log", "==== NCCL 2.28.3 ====\n" + logs + "==== NCCL 2.29.7 ====\n" + slower)
                .headline().sentence()).contains("NCCL 2.29.7 takes 4.5 % longer than NCCL 2.28.3");
        assertThat(new Logs().add("both.log", "==== trial 1 ====\n" + logs + "==== trial 2 ====\n" + slower)
                .headline().sentence()).doesNotContain("trial");
    }

    @Test
    void latenciesOfOneSizeThatDifferTwofoldAreComparedToo() throws Exception {
        var table = "# OSU MPI-CUDA Allreduce Latency Test v7.3\n# Size       Avg Latency(us)\n2048   ";
        assertThat(new Logs().add("two.log", table + "17.74\n" + table + "61.02\n").headline().sentence())
                .startsWith("All-Reduce (cuda): run 2 takes 3.44 times as long as run 1 at 2 KiB");
    }

    @Test
    void sectionsAreCalledAsTheBannersAboveThem() throws Exception {
        var on = Logs.allReduce("NVIDIA H100", 1, 8, GIB, bytes -> 14 + bytes / 266e3);
        var off = Logs.allReduce("NVIDIA H100", 1, 8, GIB, bytes -> 14 + bytes / 240e3);
        assertThat(new Logs().add("both.log", "==== NVLS on ====\n" + on + "==== NVLS off ====\n" + off).headline()
                .sentence())
                .contains("NVLS off takes 2.4 to 11 % longer than NVLS on");
    }

    /** Repetitions in columns of their own are one side; what a column remarks on each size, and a small second table, change nothing. */
    @Test
    void repeatedColumnsAndRemarksAreNoFurtherAlternatives() throws Exception {
        assertThat(headline("""
                | Size | Base r1 (us) | Base r2 (us) | Wide r1 (us) | Wide r2 (us) | Verdict |
                |---|---|---|---|---|---|
                | 1M | 200.0 | 204.0 | 151.0 | 149.0 | much better |
                | 4M | 402.0 | 398.0 | 363.0 | 357.0 | better |
                | 16M | 1001.0 | 999.0 | 1003.0 | 997.0 | same |

                | Setting | Time (us) |
                |---|---|
                | Base | 400.0 |
                | Wide | 360.0 |
                """))
                .isEqualTo("All-Reduce: base takes 11 to 35 % longer than wide from 1 MiB to 4 MiB. At the other "
                        + "size they are the same.");
    }

    @Test
    void manySlowerColumnsAreOneRange() throws Exception {
        assertThat(headline("""
                | Size | A (us) | B (us) | C (us) | D (us) |
                |---|---|---|---|---|
                | 1M | 10.0 | 12.0 | 15.0 | 40.0 |
                | 4M | 20.0 | 22.0 | 35.0 | 60.0 |
                """))
                .isEqualTo("All-Reduce: fastest is a from 1 MiB to 4 MiB. The others take 1.1 to 4 times as long as "
                        + "the fastest (d the most).");
    }

    @Test
    void runsOfATableAreCalledByTheColumnThatPartsThem() throws Exception {
        assertThat(headline("""
                | Allocator | Path | Size | busbw (GB/s) |
                |---|---|---|---|
                | plain | zero-copy ipc | 1M | 180.0 |
                | growing | plain tcp | 1M | 0.3 |
                """)).isEqualTo(
                "All-Reduce: growing is 600 times slower than plain at 1 MiB; plain reaches 180, growing "
                        + "0.3 GB/s.");
    }

    /** A median over rows of different quantities would be the ratio of none. */
    @Test
    void rowsThatAreDifferentQuantitiesAreComparedRowByRow() throws Exception {
        assertThat(assumed("""
                | Metric | new nodes | old nodes |
                |---|---|---|
                | Dispatch and combine, p50 of all ranks | 600us | 950us |
                | Dispatch kernel, mean of all ranks | 280us | 490us |
                | Combine kernel, mean of all ranks | 340us | 440us |
                """)).isEqualTo(
                "old-nodes takes 29 to 75 % longer than new-nodes in all 3 rows. It is the most in Dispatch kernel, mean "
                        + "of all ranks.");
    }

    @Test
    void aBandwidthIsOfTheThingWhoseNameItShortens() throws Exception {
        assertThat(headline("""
                | size | nano-nccl time (us) | nano busbw (GB/s) | NCCL time (us) | NCCL busbw (GB/s) |
                |---|---|---|---|---|
                | 256 KiB | 4200.0 | 0.109 | 4000.0 | 0.115 |
                | 4 MiB | 66700.0 | 0.110 | 63200.0 | 0.116 |
                """)).startsWith("All-Reduce: nano-nccl takes 5 to 5.5 % longer than nccl from 256 KiB to 4 MiB");
    }

    @Test
    void aMultipleIsASumOrCountedTwice() throws Exception {
        var table = "| Size | B/W (GB/s) | Aggregate (GB/s) |\n|---|---|---|\n| 64M | %s | %s |\n";
        assertThat(assumed(table.formatted("24.40", "195.20"))).isEqualTo(
                "aggregate is 8 times the other column at 64 MiB: a sum over 8, each at 98 % of one port of 200 Gbit/s.");
        assertThat(assumed(table.formatted("195.20", "1561.60"))).isEqualTo(
                "aggregate is 8 times the other column at 64 MiB: 195 GB/s is 8 times 98 % of one port of 200 "
                        + "Gbit/s already.");
    }

    @Test
    void aSentenceAboveARunIsNoName() throws Exception {
        var table = "# OSU MPI-CUDA Allreduce Latency Test v7.3\n# Size       Avg Latency(us)\n2048   ";
        assertThat(new Logs().add("two.log", "If we start another pair of hosts, it gets slower:\n" + table + "61.02\n"
                + "On hosts that are idle:\n" + table + "17.74\n").headline().sentence())
                .startsWith("All-Reduce (cuda): run 1 takes 3.44 times as long as On hosts that are idle at 2 KiB");
    }

    private static String assumed(String table) throws Exception {
        var files = new EvidenceFiles(true);
        files.add(new ByteArrayInputStream(table.getBytes(StandardCharsets.UTF_8)), "nightly.md", "nightly.md");
        var evidence = files.evidence();
        return Headlines.of(evidence, evidence, List.of(), List.of()).sentence();
    }

    @Test
    void thingsAreCalledByTheColumnThatNamesThem() throws Exception {
        assertThat(assumed("""
                | Device | Test | Bandwidth |
                |---|---|---|
                | two A100 | plain | 40.0 GB/s |
                | the same | tuned | 0.5 GB/s |
                """)).isEqualTo("tuned is 80 times slower than plain.");
    }

    @Test
    void rowsAreCalledByAllColumnsInWhichTheyDiffer() throws Exception {
        assertThat(assumed("""
                | NCCL_ALGO | channels | busbw (GB/s) |
                |---|---|---|
                | Ring | 16 | 182.4 |
                | Tree | 16 | 231.8 |
                | Tree | 32 | 236.0 |
                """)).startsWith("Fastest is Tree nchannels=32. ");
    }

    @Test
    void columnsAreComparedWithinRowsOfOneName() throws Exception {
        assertThat(assumed("""
                | call | Size | NCCL (us) | ours (us) |
                |---|---|---|---|
                | norm | 2 KiB | 30.9 | 10.2 |
                | norm | 4 KiB | 31.5 | 10.4 |
                | proj | 2 KiB | 33.0 | 22.0 |
                | proj | 96 MiB | 554.2 | 480.4 |
                """)).isEqualTo("nccl takes 15 to 50 % longer than ours from 2 KiB to 96 MiB.");
    }

    @Test
    void oneFarBehindOthersThatAgreeIsNamed() throws Exception {
        assertThat(assumed("""
                node        busbw (GB/s)
                a001        372.1
                a002        371.8
                a003        188.3
                a004        370.9
                """)).isEqualTo("a003 reaches 49 % less than a001; the others are within 0.32 % of it.");
    }

    @Test
    void rowsWithoutSizesAreCounted() throws Exception {
        var table = """
                | Shape | raw (us) | fused (us) | tree (us) |
                |---|---|---|---|
                | 1x4096 | 14.2 | 18.1 | 19.0 |
                | 64x4096 | 15.9 | 21.7 | 16.6 |
                | 512x4096 | 48.8 | 61.2 | 40.1 |
                """;
        assertThat(assumed(table))
                .isEqualTo(
                        "raw is fastest in 2 of 3 rows, tree in 512x4096. And fused takes 27 to 53 % longer than the "
                                + "fastest.");
        assertThat(assumed(table.replace("40.1", "60.1")))
                .isEqualTo("raw is fastest in all 3 rows; the others take 4.4 to 36 % longer.");
    }

    @Test
    void rowsWithOneSizeEachAreCountedToo() throws Exception {
        assertThat(assumed("""
                | ID | Block | Thr | Mooncake GB/s | NIXL GB/s |
                |---|---|---|---|---|
                | p01 | 64 KB | 4 | 27.72 | 32.34 |
                | p02 | 256 KB | 4 | 88.63 | 45.18 |
                | p03 | 256 KB | 8 | 147.00 | 93.92 |
                | p04 | 1 MB | 4 | 163.46 | 134.23 |
                """)).isEqualTo("mooncake is fastest in 3 of 4 rows (nixl reaches 18 to 49 % less), "
                + "nixl in p01 (mooncake reaches 14 % less).");
    }

    @Test
    void ratesAreNoNames() throws Exception {
        assertThat(assumed("""
                | transport | ACK window | sender IOPS | wire Gbit/s | receiver IOPS |
                |---|---|---|---|---|
                | EFA | 16 | 2.32M | 152.4 | 2.38M / 2.56M |
                | EFA | 32 | 1.80M | 117.7 | 1.80M / 1.88M |
                | TCP | 16 | 1.16M | 76.3 | 1.17M / 1.19M |
                """)).startsWith("Fastest is ACK_window=16 EFA. ACK_window=32 EFA reaches 23 % less");
    }

    @Test
    void numbersBelowALineWithAQuantityAreThoseOfRanks() throws Exception {
        assertThat(assumed("""
                `all_reduce` busbw at 8 GiB, all configs:

                | N | default | tree | ring |
                |---|---|---|---|
                | 2 | 61.24 | 28.39 | 61.01 |
                | 4 | 168.59 | 81.52 | 169.25 |
                """))
                .startsWith("All-Reduce on 2 GPUs: fastest is default at 8 GiB. And tree reaches 54 % less");
    }

    @Test
    void rowsWhoseFastestColumnsAreEqualCountForNone() throws Exception {
        assertThat(assumed("""
                | Shape | raw (us) | fused (us) | tree (us) |
                |---|---|---|---|
                | 1x4096 | 14.2 | 18.1 | 19.0 |
                | 8x4096 | 14.9 | 19.2 | 19.5 |
                | 64x4096 | 15.9 | 21.7 | 16.0 |
                """))
                .isEqualTo("raw is fastest in 2 of 3 rows, none in 64x4096. The others take 27 to 36 % longer than the "
                        + "fastest.");
    }

    @Test
    void theTotalOfManyCallsIsNoTimeOfOne() throws Exception {
        var table = """
                **%s:**
                | Kernel | Count | Total (s) | Avg (ms) |
                |---|---|---|---|
                | ncclDevKernel_SendRecv(ncclDevKernelArgs | 70000 | 28.0 | %s |
                | ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgs | 200 | 0.03 | 0.15 |

                """;
        assertThat(assumed(table.formatted("Before", "0.40")))
                .isEqualTo("Send/Recv takes 400 µs, All-Gather 150 µs. Cannot be judged: "
                        + "neither a published value nor a limit of the hardware applies.");
        assertThat(assumed(table.formatted("Before", "0.40") + table.formatted("After", "0.60")))
                .isEqualTo("After takes 50 % longer than Before in Send/Recv; they are the same in All-Gather.");
    }

    @Test
    void severalColumnsThatAreAlikeAreSaidToBe() throws Exception {
        assertThat(assumed("""
                | size | NCCL (us) | MSCCL (us) | ours (us) |
                |---|---|---|---|
                | 1 KiB | 20.0 | 20.3 | 20.6 |
                | 1 MiB | 80.1 | 80.0 | 81.2 |
                """)).isEqualTo("All 3 are within 3 % of one another from 1 KiB to 1 MiB.");
    }

    @Test
    void runsThatDifferManifoldAtAllSizesAreNoRepetitions() throws Exception {
        var header = "bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec\n";
        var rows = "64 10 =10 1.2k 0.00s %s %s 0.01\n256 10 =10 5k 0.00s %s %s 0.01\n1k 10 =10 20k 0.00s %s %s 0.01\n"
                + "4k 10 =10 80k 0.00s %s %s 0.01\n64k 10 =10 1.2m 0.00s %s %s 0.01\n";
        var log = "host$ fi_pingpong -p tcp -e rdm\n" + header
                + rows.formatted("0.06", "1130.70", "10.39", "24.65", "53.75", "19.05", "208.98", "19.60", "479.77",
                        "136.60")
                + "host$ fi_pingpong -p tcp -e msg\n" + header
                + rows.formatted("2.69", "23.75", "27.38", "9.35", "113.78", "9.00", "395.75", "10.35", "1724.63",
                        "38.00")
                + "host$ fi_pingpong -p tcp -e msg -d eno1\nfi_getinfo: -61\n";
        assertThat(new Logs().add("tcp.log", log).headline().sentence()).isEqualTo(
                "Send (pingpong) on 2 processes: rdm takes 1.89 to 47.6 times as long as msg. That holds from 64 B to 64 KiB.");
    }

    @Test
    void latenciesAreNotComparedWithBandwidths() throws Exception {
        assertThat(assumed("""
                #### latency

                | Size | node A (us) | node B (us) |
                |---|---|---|
                | 1024 | 3.6 | 2.9 |
                | 1048576 | 75.2 | 140.8 |

                #### bandwidth

                | Size | node A (MB/s) | node B (MB/s) |
                |---|---|---|
                | 1024 | 2441.0 | 1129.0 |
                | 1048576 | 14100.0 | 8300.0 |
                """)).doesNotContain("latency").doesNotContain("bandwidth");
    }

    @Test
    void mediansAreComparedToo() throws Exception {
        assertThat(assumed("""
                | Size | NCCL median (us) | ours median (us) |
                |---|---|---|
                | 2 KiB | 30.9 | 10.2 |
                | 4 KiB | 31.5 | 10.4 |
                """)).isEqualTo("nccl takes 3.03 times as long as ours from 2 KiB to 4 KiB.");
    }

    @Test
    void columnsWithTheSameNumberAreCompared() throws Exception {
        assertThat(assumed("""
                | size | own2 (us) | nccl2 (us) | own4 (us) | nccl4 (us) |
                |---|---|---|---|---|
                | 1 MiB | 40.0 | 20.0 | 60.0 | 20.0 |
                | 16 MiB | 400.0 | 300.0 | 450.0 | 300.0 |
                """)).isEqualTo("own4 takes 1.5 to 3 times as long as nccl4 from 1 MiB to 16 MiB. "
                + "And own2 takes 1.33 to 2 times as long as nccl2 from 1 MiB to 16 MiB.");
    }

    @Test
    void pairsOfColumnsAreComparedInAllRowsOfATableWithoutSizes() throws Exception {
        assertThat(assumed("""
                | Rows | H4096 NCCL (us) | H4096 ours (us) | H6144 NCCL (us) | H6144 ours (us) |
                |---:|---:|---:|---:|---:|
                | 1 | 8.3 | 4.1 | 8.5 | 4.0 |
                | 16 | 16.7 | 6.1 | 23.0 | 7.6 |
                | 256 | 76.0 | 46.2 | 105.0 | 67.5 |
                """))
                .isEqualTo("h4096-nccl takes 1.65 to 2.74 times as long as h4096-ours in all 3 rows. It is the most in "
                        + "Rows=16. h6144-nccl takes 1.56 to 3.03 times as long as h6144-ours in all 3 rows. It is the most in "
                        + "Rows=16.");
    }

    @Test
    void aLeadOfLessThanTwoPercentChangesNoLeader() throws Exception {
        assertThat(assumed("""
                | size | default (GB/s) | four (GB/s) | eight (GB/s) |
                |---|---|---|---|
                | 8 MiB | 1.91 | 1.80 | 1.77 |
                | 16 MiB | 2.20 | 2.21 | 2.00 |
                | 32 MiB | 2.25 | 1.87 | 2.06 |
                """)).startsWith("Fastest is default from 8 MiB to 32 MiB.");
    }

    @Test
    void columnsAreComparedUnderEachReduction() throws Exception {
        assertThat(assumed("""
                #### Sum

                | Size | ours (us) | NCCL (us) |
                |---|---|---|
                | 1 MiB | 243.7 | 263.4 |
                | 4 MiB | 717.8 | 655.3 |

                #### Max

                | Size | ours (us) | NCCL (us) |
                |---|---|---|
                | 1 MiB | 236.1 | 267.5 |
                | 4 MiB | 714.8 | 661.4 |
                """)).isEqualTo("ours is faster up to 1 MiB (nccl 8.1 % longer), nccl from 4 MiB (ours 9.5 % longer).");
    }

    @Test
    void columnsThatTransferTheSameWayAreCompared() throws Exception {
        assertThat(assumed("""
                | Size | NVSHMEM Push BW (GB/s) | NVSHMEM Pull BW (GB/s) | Own Push BW (GB/s) | Own Pull BW (GB/s) |
                |---|---|---|---|---|
                | 2 KiB | 0.168 | 0.20 | 0.063 | 0.19 |
                | 4 MiB | 10.66 | 2.28 | 11.91 | 2.27 |
                """))
                .isEqualTo("nvshmem-push is faster up to 2 KiB (own-push 63 % less), own-push from 4 MiB (nvshmem-push "
                        + "10 % less). And own-pull reaches 5 % less than nvshmem-pull at 2 KiB; at the other size they are the same.");
    }

    @Test
    void columnsOfTablesWithoutTitlesAreComparedAndNotTheTables() throws Exception {
        assertThat(assumed("""
                #### result

                | size | NCCL (ms) | gloo (ms) |
                |---|---|---|
                | 1KB | 0.16 | 0.04 |
                | 256KB | 0.13 | 20.16 |

                #### result

                | size | NCCL (ms) | gloo (ms) |
                |---|---|---|
                | 1KB | 1.70 | 1.60 |
                | 256KB | 3.90 | 8.00 |
                """)).isEqualTo(
                "Run 1: gloo is faster up to 1 KiB (nccl 4 times as long), nccl from 256 KiB (gloo 155 times as "
                        + "long).");
    }

    @Test
    void rowsThatShareTheirFirstCellAreCompared() throws Exception {
        assertThat(assumed("""
                | Concurrency | Connector | Bandwidth (GB/s) |
                |---|---|---|
                | C1 | file | 2.6 |
                | C1 | own | 3.1 |
                | C8 | file | 5.5 |
                | C8 | own | 6.6 |
                """)).isEqualTo("C8 file reaches 17 % less than C8 own; C1 file reaches 16 % less than C1 own.");
    }

    @Test
    void aPlainLineAboveATableIsItsTitle() throws Exception {
        assertThat(headline("""
                old

                | Size | Time (us) |
                |---|---|
                | 1MB | 40.0 |
                | 4MB | 80.0 |

                new

                | Size | Time (us) |
                |---|---|
                | 1MB | 30.0 |
                | 4MB | 60.0 |
                """)).isEqualTo("All-Reduce: old takes 33 % longer than new from 1 MiB to 4 MiB.");
    }

    @Test
    void rowsBelowAnEmptyHeaderAreNames() throws Exception {
        assertThat(assumed("""
                Measured on one host:

                  | Config | BW (GB/s) | Latency (us)
                -- | -- | -- | --
                Dispatch | SMs 24, chunk 16 | 160 | 700
                Combine | SMs 24, chunk 16 | 128 | 875
                """)).isEqualTo("Dispatch reaches 160 GB/s, Combine 128 GB/s. Cannot be judged: "
                + "neither a published value nor a limit of the hardware applies.");
    }

    @Test
    void aNumberOfGpusMayNameTheirModel() throws Exception {
        assertThat(assumed("""
                | Num B200s | old allgather+reduce (ms) | new (ms) |
                |---|---|---|
                | 2 | 6.0 | 5.0 |
                | 4 | 6.0 | 4.0 |
                """)).isEqualTo("On 4 GPUs: old-allgather-reduce takes 50 % longer than new.");
    }

    @Test
    void bothRowsAreCompared() throws Exception {
        assertThat(assumed("""
                | mode | eager | fused |
                |---|---|---|
                | dispatch | 800.5 us | 80.05 us |
                | combine | 160.5 us | 80.25 us |
                """)).isEqualTo("eager takes 2 to 10 times as long as fused in both rows. It is the most in Dispatch.");
    }

    @Test
    void theBestAndWorstOfAThingAreNotItsRivals() throws Exception {
        assertThat(assumed("""
                | Mode | Best (GB/s) | Worst (GB/s) | Avg (GB/s) |
                |---|---|---|---|
                | native | 70.0 | 1.4 | 48.0 |
                | proxy | 56.0 | 36.0 | 40.0 |
                """)).isEqualTo("proxy reaches 17 % less than native.");
    }

    @Test
    void aLowLatencyIsAName() throws Exception {
        assertThat(headline("""
                | Size | deepep low latency | own main |
                |---|---|---|
                | 64K | 50.0 us | 61.0 us |
                | 128K | 75.0 us | 92.0 us |
                """)).contains("deepep-low-latency");
    }

    @Test
    void columnsThatAreTheSameInAllRowsAreNamedTogether() throws Exception {
        var table = """
                | Batch | alpha | beta | gamma |
                |---|---|---|---|
                | 16 | 32.1 µs | 38.4 µs | 32.5 µs |
                | 64 | 49.4 µs | 61.1 µs | 49.7 µs |
                | 512 | 229.3 µs | 248.6 µs | 228.1 µs |
                """;
        assertThat(assumed(table))
                .isEqualTo("alpha and gamma are the same in all 3 rows; beta takes 9 to 24 % longer.");
    }

    @Test
    void aRowThatIsTheSameIsNamedAfterOneThatDiffers() throws Exception {
        assertThat(assumed("""
                | step | old | new |
                |---|---|---|
                | transfer | 38.7 ms | 39.0 ms |
                | post | 6.7 ms | 11.9 ms |
                """)).isEqualTo("new takes 78 % longer than old in post; they are the same in transfer.");
    }

    @Test
    void rowsOfOtherQuantitiesAreLeftOut() throws Exception {
        assertThat(assumed("""
                | Metric | ours | RCCL | Won by |
                |---|---|---|---|
                | one alone | 400 GB/s | 300 GB/s | +33 % |
                | another alone | 360 GB/s | 330 GB/s | +9 % |
                | with a GEMM | 1.34x | 1.25x | better |
                | with another | 1.41x | 1.23x | better |
                """)).isEqualTo("rccl reaches 8.3 to 25 % less than ours in both rows. It is the most in one alone.");
    }

    @Test
    void aColumnsNameMayBeginWithASize() throws Exception {
        assertThat(assumed("""
                Measured with one channel a NIC:

                | Template | NICs | 8 GB busbw | Avg busbw |
                |---|---|---|---|
                | near | 1 | 50.0 GB/s | 49.5 GB/s |
                | both | 2 | 100.0 GB/s | 99.0 GB/s |
                """)).isEqualTo("near reaches 50 % less than both; near reaches 50, both 100 GB/s.");
    }

    @Test
    void rowsMayHaveTheUnitInTheirNames() throws Exception {
        assertThat(assumed("""
                | metric | main | patched |
                |---|---|---|
                | transfer (ms) | 38.7 | 39.0 |
                | post (ms) | 6.7 | 11.9 |
                | descriptors | 1785 | 1799 |
                """))
                .isEqualTo("patched takes 78 % longer than main in post (ms); they are the same in transfer (ms).");
    }

    @Test
    void aRowInTheMiddleIsNoHeader() throws Exception {
        assertThatThrownBy(() -> assumed("""
                decode | main | patched
                -- | -- | --
                average requests | 38.7 | 39.4
                average MB per transfer | 167 | 168
                average descriptors | 1785 | 1799
                """)).hasMessageContaining("patched");
    }

    @Test
    void cellsThatSpanRowsBelongToEachOfThem() throws Exception {
        assertThat(assumed("""
                | GPUs | Size | NCCL (us) | ours (us) |
                |---|---|---|---|
                | 8 | 1M | 44.0 | 40.0 |
                |   | 16M | 186.0 | 160.0 |
                | 16 | 1M | 96.0 | 48.0 |
                |   | 16M | 384.0 | 160.0 |
                """)).isEqualTo("On 16 GPUs: nccl takes 2 to 2.4 times as long as ours from 1 MiB to 16 MiB.");
    }

    @Test
    void namesOfGroupsMayStandAboveThoseOfColumns() throws Exception {
        assertThat(assumed("""
                | Size | NCCL | | NVSHMEM | |
                |---|---|---|---|---|
                | | time (us) | busbw (GB/s) | time (us) | busbw (GB/s) |
                | 1M | 45.0 | 40.8 | 30.0 | 61.2 |
                | 16M | 185.0 | 158.7 | 195.0 | 150.6 |
                """))
                .isEqualTo("nvshmem is faster up to 1 MiB (nccl 50 % longer), nccl from 16 MiB (nvshmem 5.4 % longer). "
                        + "At 16 MiB nccl reaches 159, nvshmem 151 GB/s.");
    }

    @Test
    void sizesAsNamesOfColumnsMayHaveAUnit() throws Exception {
        assertThat(assumed("""
                | Backend | 1 MiB (us) | 16 MiB (us) |
                |---|---|---|
                | NCCL | 45.0 | 180.0 |
                | ours | 22.5 | 160.0 |
                """)).isEqualTo("NCCL takes 1.13 to 2 times as long as ours from 1 MiB to 16 MiB.");
    }

    @Test
    void rowsOfTwoLibrariesAreComparedForEachOperation() throws Exception {
        assertThat(assumed("""
                | Stage | Library | Time (us) |
                |---|---|---|
                | dispatch | DeepEP | 120 |
                |  | pplx | 150 |
                | combine | DeepEP | 187 |
                |  | pplx | 170 |
                """)).isEqualTo("DeepEP is fastest in Dispatch (pplx takes 25 % longer), "
                + "pplx in Combine (DeepEP takes 10 % longer).");
    }

    @Test
    void aParameterInATitleIsASettingOfTheRowsBelowIt() throws Exception {
        assertThat(assumed("""
                ### Configuration: seq_len=32, with residual

                | Operation | Time (ms) |
                |---|---|
                | Plain allreduce | 0.010 |
                | Fused allreduce | 0.012 |

                ### Configuration: seq_len=64, with residual

                | Operation | Time (ms) |
                |---|---|
                | Plain allreduce | 0.012 |
                | Fused allreduce | 0.018 |
                """))
                .isEqualTo("All-Reduce: Fused allreduce takes 20 to 50 % longer than Plain allreduce in both rows. "
                        + "It is the most in seq_len=64.");
    }

    @Test
    void namesOfRowsMayHaveNoHeader() throws Exception {
        assertThat(assumed("""
                                     before      after
                all_reduce (8 GPUs)  12.6 ms     10.5 ms
                all_gather (8 GPUs)  8.3 ms      8.2 ms
                """)).isEqualTo("before takes 20 % longer than after in All-Reduce; they are the same in All-Gather.");
    }

    @Test
    void aCellMayHaveATimeAndItsBandwidth() throws Exception {
        assertThat(assumed("""
                | size | NCCL | custom |
                |---|---|---|
                | 1 MB | 45.0 us / 23.3 GB/s | 30.0 us / 35.0 GB/s |
                | 4 MB | 84.0 us / 49.9 GB/s | 60.0 us / 69.9 GB/s |
                """)).isEqualTo("nccl takes 40 to 50 % longer than custom from 1 MiB to 4 MiB.");
    }

    @Test
    void aCellMayHaveATimeAndAShare() throws Exception {
        assertThat(assumed("""
                | GPUs | baseline (ms / % peak) | fused (ms / % peak) |
                |---|---|---|
                | 8 | 1.20 / 45% | 0.96 / 56% |
                | 16 | 2.40 / 41% | 1.60 / 58% |
                """)).isEqualTo("On 16 GPUs: baseline takes 50 % longer than fused.");
    }

    @Test
    void aColumnMayHaveTwoQuantities() throws Exception {
        assertThat(assumed("""
                | EP size | dispatch BW / latency | combine BW / latency |
                |---|---|---|
                | 8 | 98 GB/s / 77 us | 126 GB/s / 114 us |
                | 16 | 63 GB/s / 118 us | 74 GB/s / 195 us |
                """)).isEqualTo(
                "From 8 to 16 GPUs Combine falls most, from 126 to 74 GB/s. Dispatch falls from 98 to 63 GB/s.");
    }

    @Test
    void someColumnsShowTheUnitOfAll() throws Exception {
        assertThat(assumed("""
                | size | plain | packed |int4 |
                |---|---|---|---|
                | 2.0KB | 7.2 | 80.1 | 21.0 |
                | 64.0KB | 8.1 | 81.0 | 21.3 |
                | 512.0KB | 14.5 | 82.2 | 23.7 |
                | 1.0MB | 22.8 | 83.1 | 24.8 |
                | 4.0MB | 64.1 | 109.0 | 37.6 |
                | 8.0MB | 118.0 | 168.0 | 64.3 |
                """)).isEqualTo("Fastest is plain from 2 KiB to 1 MiB and int4 from 4 MiB to 8 MiB. "
                + "And packed takes 2.61 to 11.1 times as long as the fastest.");
    }

    @Test
    void tIsTheTimeOfAnOperation() throws Exception {
        assertThat(assumed("""
                | Stack | Dispatch BW | Dispatch t | Combine BW | Combine t |
                |---|---:|---:|---:|---:|
                | old | 320 GB/s | 500 us | 320 GB/s | 960 us |
                | new | 300 GB/s | 550 us | 312 GB/s | 984 us |
                """)).isEqualTo("new takes 2.5 to 10 % longer than old in both rows. It is the most in Dispatch.");
    }

    @Test
    void resultsOfSettingsAreSaidWithBothEnds() throws Exception {
        assertThat(assumed("""
                | tokens | dispatch | combine |
                |---|---|---|
                | 128 | 45.0 us | 60.0 us |
                | 256 | 65.0 us | 90.0 us |
                | 4096 | 445 us | 560 us |
                """)).startsWith("Dispatch takes 45 µs to 445 µs (tokens=128 to 4096), Combine 60 µs to 560 µs.");
    }

    @Test
    void columnsThatAreMostlyTheSameAreSaidToBe() throws Exception {
        assertThat(assumed("""
                | tokens | old (us) | new (us) | other (us) |
                |---|---|---|---|
                | 1 | 20.0 | 20.1 | 24.0 |
                | 2 | 21.0 | 21.2 | 24.1 |
                | 4 | 22.0 | 22.1 | 24.2 |
                | 8 | 22.0 | 24.0 | 26.0 |
                """)).isEqualTo(
                "The fastest are the same in 3 of 4 rows. And old alone is fastest in tokens=8; the others take 9.1 "
                        + "to 20 % longer than the fastest.");
    }

    @Test
    void numbersWithoutAUnitAreWhatTheirRatioSays() throws Exception {
        assertThat(assumed("""
                | size | main (`c0ffee`) | with this fix | ratio |
                |---|---|---|---|
                | 1 MiB | 15.0 GB/s | 36.0 | 2.4x |
                | 64 MiB | 24.0 GB/s | 252.0 | 10.5x |
                """)).isEqualTo("main is 2.4 to 10.5 times slower than with-this-fix from 1 MiB to 64 MiB.");
    }

    @Test
    void neighboursAreComparedAlsoIfTheirLastWordsAreTheSame() throws Exception {
        assertThat(assumed("""
                | max_tokens | own_d_us | lib_d_us | speedup | own_c_us | lib_c_us |
                |---|---|---|---|---|---|
                | 4 | 10.0 | 15.0 | 1.5x | 14.0 | 21.0 |
                | 64 | 20.0 | 25.0 | 1.25x | 30.0 | 27.0 |
                | 1024 | 160.0 | 168.0 | 1.05x | 330.0 | 300.0 |
                """))
                .isEqualTo("lib-d takes 5 to 50 % longer than own-d in all 3 rows. It is the most in max_tokens=4. "
                        + "lib-c is fastest in max_tokens=64 and max_tokens=1024 (own-c takes 10 to 11 % longer), own-c in "
                        + "max_tokens=4 (lib-c takes 50 % longer).");
    }

    @Test
    void versionsAloneMayBeNamesOfColumns() throws Exception {
        assertThat(assumed("""
                busbw (GB/s) by version

                | size | 2.18.5 | 2.19.4 | 2.20.5 | 2.21.5 |
                |---|---|---|---|---|
                | 128M | 310 | 312 | 250 | 315 |
                | 8G | 371 | 372 | 290 | 374 |
                """)).isEqualTo("Fastest is 2.21.5 from 128 MiB to 8 GiB. The others reach 0.53 to 22 % less than the "
                + "fastest (2.20.5 the most).");
    }

    @Test
    void percentilesAreOfOneThing() throws Exception {
        assertThat(assumed("""
                Latency (us)

                | size | p50 | p99 |
                |---|---|---|
                | 8 | 14.0 | 60.0 |
                | 1024 | 15.0 | 61.0 |
                | 65536 | 30.0 | 90.0 |
                """)).startsWith("Unnamed operation takes 14 µs at 8 B in the median, the slowest of a hundred 60 µs");
    }

    @Test
    void whatALinkIsMadeForIsNoRival() throws Exception {
        assertThat(assumed("""
                | Benchmark | busbw (GB/s) | PCIe link spec (GB/s) | % of spec |
                |---|---|---|---|
                | sendrecv | 13.0 | 63 | 21% |
                | broadcast | 17.6 | 63 | 28% |
                """)).startsWith("Send/Recv reaches 13 GB/s, Broadcast 17.6 GB/s.");
    }

    @Test
    void aTimeFarBelowThatOfHalfTheSizeIsNone() throws Exception {
        assertThat(assumed("""
                | Size | A (ms) | B (ms) |
                |---|---|---|
                | 256M | 1.60 | 2.00 |
                | 512M | 3.20 | 4.00 |
                | 1G | 6.40 | 8.00 |
                | 2G | 12.80 | 0.005 |
                """)).isEqualTo("b takes 25 % longer than a from 256 MiB to 1 GiB.");
    }

    @Test
    void theTimeAfterThatOfAWarmUpIsNotLeftOut() throws Exception {
        assertThat(assumed("""
                | Size | A (us) | B (us) | C (us) |
                |---|---|---|---|
                | 1K | 5000 | 6000 | 7000 |
                | 2K | 20 | 30 | 40 |
                | 4K | 20 | 30 | 40 |
                | 8K | 20 | 30 | 40 |
                """)).isEqualTo("Fastest is a from 1 KiB to 8 KiB. And b takes 20 to 50 % longer than the fastest; "
                + "c takes 1.4 to 2 times as long as the fastest.");
    }

    @Test
    void oneTableUnderTwoTitlesIsOneCurve() throws Exception {
        assertThat(headline("""
                ### Small messages

                | Size | avg_us | busBW (GB/s) |
                |---|---|---|
                | 1 MB | 84.0 | 18.7 |
                | 2 MB | 158.0 | 19.9 |

                ### Large messages

                | Size | avg_us | busBW (GB/s) |
                |---|---|---|
                | 8 MB | 506.0 | 24.9 |
                | 256 MB | 14450.0 | 27.9 |
                """)).matches("All-Reduce.* reaches 27\\.9 GB/s at 256 MiB\\..*");
    }

    @Test
    void numbersInAColumnOfGpusCountThem() throws Exception {
        assertThat(assumed("""
                | run | GPU | all_reduce busbw (GB/s) |
                |---|---|---|
                | one node | 4 | 680 |
                | four nodes | 16 | 340 |
                """)).startsWith("All-Reduce on 4 GPUs reaches 680 GB/s, 340 GB/s on 16.");
    }

    @Test
    void rowsAreNamedByWhatDiffersBetweenThem() throws Exception {
        assertThat(assumed("""
                Two GPUs, `EP_ROUNDS=5`:

                | Mode | host (us) | device (us) |
                |---|---|---|
                | cold | 130.1 | 91.0 |
                | warm | 120.4 | 60.2 |
                | hot | 118.9 | 60.1 |
                """)).contains("in warm").doesNotContain("EP_ROUNDS");
    }

    @Test
    void theValuesOfAVariableAreCompared() throws Exception {
        assertThat(assumed("""
                | UCX_RNDV_SCHEME2_SHORT | path | busbw |
                |---|---|---|
                | 1 | sdma_copy | 48.1 GB/s |
                | 1 | cu_kernel | 310.2 GB/s |
                | 0 | sdma_copy | 322.9 GB/s |
                | 0 | cu_kernel | 311.0 GB/s |
                """)).contains("UCX_RNDV_SCHEME2_SHORT=1 sdma_copy is 6.71 times slower than "
                + "UCX_RNDV_SCHEME2_SHORT=0 sdma_copy");
    }

    @Test
    void columnsOfOneBandwidthInTwoUnitsAreNoRivals() throws Exception {
        assertThat(headline("""
                ### NCCL_CROSS_NIC=0

                | Size | time | busbw | busbw (Gb/s) |
                |---|---|---|---|
                | 1 GB | 201.1 ms | 4.99 GB/s | 39.94 |
                | 4 GB | 801.3 ms | 5.01 GB/s | 40.09 |

                ### NCCL_CROSS_NIC=1

                | Size | time | busbw | busbw (Gb/s) |
                |---|---|---|---|
                | 1 GB | 101.1 ms | 9.92 GB/s | 79.40 |
                | 4 GB | 401.3 ms | 10.01 GB/s | 80.10 |
                """)).contains("NCCL_CROSS_NIC=0 reaches", "than NCCL_CROSS_NIC=1").doesNotContain("busbw-2");
    }

    @Test
    void quantitiesAboveNamesArePartsOfTheirColumns() throws Exception {
        assertThat(headline("""
                | | Latency (us) | | BusBW (GB/s) | |
                |---|---|---|---|---|
                | **Size** | **main** | **patch** | **main** | **patch** |
                | 1M | 120.1 | 101.2 | 16.4 | 19.4 |
                | 4M | 180.2 | 150.4 | 43.6 | 52.3 |
                | 16M | 350.9 | 300.1 | 89.7 | 104.8 |
                | 64M | 900.2 | 800.1 | 139.8 | 157.3 |
                """)).contains("main takes 13 to 20 % longer than patch from 1 MiB to 64 MiB")
                .contains("At 64 MiB main reaches 140, patch 157 GB/s");
    }

    @Test
    void theOperationOfOneOfTwoColumnsIsThatOfBoth() throws Exception {
        assertThat(assumed("""
                | Per peer | NCCL BW (GB/s) | A2A BW (GB/s) | Speedup |
                |---|---|---|---|
                | 256KB | 187.0 | 135.6 | 0.72x |
                | 1MB | 410.6 | 392.7 | 0.96x |
                | 16MB | 676.7 | 643.6 | 0.95x |
                | 1GB | 788.2 | 789.1 | 1.00x |
                """)).startsWith("All-to-All: a2a reaches 4.4 to 27 % less than nccl");
    }

    @Test
    void theColumnThatIsFarBehindIsNamedBeforeChangingLeads() throws Exception {
        assertThat(assumed("""
                | size | ucx | ucx (no eager) | shm |
                |---|---|---|---|
                | 8 | 14.1 MB/s | 10.7 MB/s | 5.3 MB/s |
                | 64 | 56.0 MB/s | 59.1 MB/s | 21.8 MB/s |
                | 512 | 446.3 MB/s | 339.2 MB/s | 170.5 MB/s |
                | 4096 | 958.5 MB/s | 1118.1 MB/s | 512.7 MB/s |
                | 65536 | 21946 MB/s | 22466 MB/s | 22526 MB/s |
                | 1048576 | 23412 MB/s | 23249 MB/s | 23403 MB/s |
                """)).startsWith("shm reaches 54 to 63 % less than the fastest from 8 B to 4 KiB");
    }

    private static String headline(String table) throws Exception {
        return new Logs().add("all_reduce.md", table).headline().sentence();
    }
}
