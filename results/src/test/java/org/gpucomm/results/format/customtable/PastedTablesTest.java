package org.gpucomm.results.format.customtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

/** Tables and lines as people paste them, read by what is likely. */
class PastedTablesTest {

    @Test
    void columnsMayBeNumbersOfGpus() throws Exception {
        assertThat(said("""
                Bus bandwidth in GB/s (8 GiB message):

                | Collective | 2 GPUs | 4 GPUs |
                |---|---|---|
                | all_reduce | 361.2 | 370.4 |
                | alltoall | 310.4 | n/a |
                """)).containsExactly("ALL_REDUCE null 8 GiB 2 null null null 361.2 GB/s",
                "ALL_REDUCE null 8 GiB 4 null null null 370.4 GB/s",
                "ALLTOALL null 8 GiB 2 null null null 310.4 GB/s");
    }

    @Test
    void columnsMayBeNumbersOfNodesOrSizes() throws Exception {
        assertThat(said("""
                Latency (us)
                Operation      1 node   nodes=2
                AllReduce        12.1      28.9
                Broadcast         9.8      20.2
                """)).contains("ALL_REDUCE null null null 2 28.9 \u00b5s null null",
                "BROADCAST null null null 1 9.8 \u00b5s null null");
        assertThat(said("""
                Bandwidth (GB/s)  1MB    256MB
                all_reduce        22.1   231.0
                all_gather        19.0   210.4
                """)).contains("ALL_GATHER null 256 MiB null null null 210.4 GB/s null");
    }

    @Test
    void rowsUnderSizesMayBeCalledByNumbersAndPairs() throws Exception {
        assertThat(said("""
                `all_reduce_perf` (out-of-place busbw GB/s):

                | channels | 1M | 64M |
                |:---|---:|---:|
                | 1 | 8.04 | 11.94 |
                | **4** | **9.21** | 12.91 |
                """)).contains("ALL_REDUCE null 1 MiB null null null null 9.21 GB/s");
        assertThat(said("""
                Two nodes, all_gather_perf, 16GiB

                | Pair | busbw |
                |---|---:|
                | 5-6 | `23.30 GB/s` |
                | 6-7 | `24.24 GB/s` |
                """)).hasSize(2);
    }

    @Test
    void bareNumbersAboveColumnsAreRanksOnlyIfALineSaysSo() throws Exception {
        var table = "size      2      4\n1M     18.2   15.1\n16M    88.4   80.1\n";
        assertThat(said("allreduce busbw [GB/s]\n" + table))
                .contains("ALL_REDUCE 2 1 MiB null null null null 18.2 GB/s");
        assertThat(said("allreduce busbw [GB/s] by GPUs\n" + table))
                .contains("ALL_REDUCE null 1 MiB 2 null null null 18.2 GB/s");
        assertThat(said("allreduce\n" + table)).isEmpty();
    }

    @Test
    void columnsOfDevicesAreNoNumbersOfThem() throws Exception {
        assertThat(said("Bandwidth (GB/s)\nGPU     1      2\n1     800.1   24.5\n2      24.4  801.0\n")).isEmpty();
    }

    @Test
    void numbersThatDoNotAscendAreNoCountsAboveColumns() throws Exception {
        assertThat(said("Bandwidth (MB/s) of hosts\nnode one  20136  103\nnode two  20939  104\n")).isEmpty();
    }

    @Test
    void anAnswerWhetherAResultIsCorrectCountsAsErrors() throws Exception {
        assertThat(rows("""
                | configuration | algbw | result correct? |
                |---|---|---|
                | default | 13.1 GB/s | yes |
                | larger chunks | 87.6 GB/s | **no** (many) |
                """)).extracting(row -> String.valueOf(row.outcome().wrong())).containsExactly("0", "1");
    }

    @Test
    void aRangeInBracketsIsOfTheNumberBeforeIt() throws Exception {
        assertThat(
                said("| size | busbw GB/s |\n|---|---|\n| 1M | 82.09 [79.76, 87.30] |\n| 2M | 90.50 [88.1, 92.0] |\n"))
                .contains("UNNAMED null 2 MiB null null null null 90.50 GB/s");
    }

    @Test
    void linesWithOtherNamesAreNoRowsOfOneTable() throws Exception {
        assertThat(said("""
                push (NVL): 149.24 GB/s, avg_t=2638.9 us
                pull (NVL): 119.84 GB/s, t: 3305.4 us
                """)).isEmpty();
    }

    @Test
    void aLineOfUnitsBelowTheHeaderIsOfTheColumns() throws Exception {
        assertThat(said("""
                #       size     time   busbw
                #       (MB)     (ms)  (GB/s)

                           1     0.05   33.29
                ...
                          16     0.18  162.93
                """)).containsExactly("UNNAMED null 1 MiB null null 50 \u00b5s null 33.29 GB/s",
                "UNNAMED null 16 MiB null null 180 \u00b5s null 162.93 GB/s");
    }

    @Test
    void singleSpacesPartTheCellsOfARowToo() throws Exception {
        assertThat(said("size(B)  busbw\n1048576  11.2\n16777216 48.1\n")).hasSize(2)
                .contains("UNNAMED null 16 MiB null null null null 48.1 GB/s");
    }

    @Test
    void numbersThatAloneTellRowsApartAreSettings() throws Exception {
        var rows = rows("""
                | algo | channels | size | count | busbw (GB/s) |
                |---|---|---|---|---|
                | Ring | 16 | 1G | 268435456 | 182.4 |
                | Tree | 16 | 1G | 268435456 | 231.8 |
                | Tree | 32 | 1G | 268435456 | 236.0 |
                """);
        assertThat(rows).extracting(row -> row.settings().toString()).containsExactly("algorithm=Ring;nchannels=16",
                "algorithm=Tree;nchannels=16", "algorithm=Tree;nchannels=32");
        assertThat(rows).allSatisfy(row -> assertThat(row.outcome().metrics()).hasToString("count=268435456"));
    }

    @Test
    void aChoiceThatTheSizeDecidesIsNoSetting() throws Exception {
        assertThat(rows("| size | algo | busbw (GB/s) |\n|---|---|---|\n| 1M | Tree | 82.4 |\n| 1G | Ring | 231.8 |\n"))
                .extracting(row -> row.settings().toString()).containsExactly("algo=Tree", "algo=Ring");
    }

    @Test
    void aShapeThatSaysTheSizeInOtherWordsIsIgnored() throws Exception {
        assertThat(rows("| call | Shape | Size | NCCL (us) |\n|---|---|---|---|\n| A | (4, 2) | 32 B | 48.1 |\n"
                + "| B | (4, 3072) | 24 KiB | 36.0 |\n| C | (4, 3072) | 24 KiB | 36.1 |\n"))
                .extracting(row -> row.settings().toString()).containsExactly("call=A", "call=B", "call=C");
    }

    @Test
    void ofABandwidthAndItsExtremesOneIsMeasured() throws Exception {
        var rows = rows("| op | busbw (GB/s) | max_busbw (GB/s) |\n|---|---|---|\n| all_reduce | 80.1 | 93.2 |\n"
                + "| all_gather | 70.2 | 88.0 |\n");
        assertThat(rows).extracting(PastedTablesTest::said)
                .contains("ALL_REDUCE null null null null null null 80.1 GB/s");
        assertThat(rows).hasSize(2);
    }

    @Test
    void linesThatNameTheirNumbersAreRows() throws Exception {
        assertThat(said("""
                size=1048576 time=120.4us busbw=15.2 GB/s
                size=16777216 time=520.1us busbw=56.4 GB/s
                """)).containsExactly("UNNAMED null 1 MiB null null 120.4 \u00b5s null 15.2 GB/s",
                "UNNAMED null 16 MiB null null 520.1 \u00b5s null 56.4 GB/s");
        assertThat(said("""
                Running all_reduce benchmark on 8 ranks
                Message size: 1 MB, latency: 92.1 us, bandwidth: 11.4 GB/s
                Message size: 8 MB, latency: 180.3 us, bandwidth: 46.5 GB/s
                """)).contains("ALL_REDUCE null 1 MiB 8 null 92.1 \u00b5s 11.4 GB/s null");
        assertThat(said("{\"op\": \"all_gather\", \"size_bytes\": 1048576, \"time_us\": 78.1, \"busbw_gbps\": 23.5}\n"))
                .containsExactly("ALL_GATHER null 1 MiB null null 78.1 \u00b5s null 23.5 GB/s");
    }

    @Test
    void namesWithValuesAreNoHeader() throws Exception {
        assertThat(said("best:  time: 49.1\nother:  time: 52.0\nthird:  time: 50.0\n")).isEmpty();
    }

    @Test
    void aKindOfBandwidthMayStandBehindIt() throws Exception {
        assertThat(said("allreduce size=1MiB: 34.2 GB/s (algo), 59.9 GB/s (bus)\n"))
                .containsExactly("ALL_REDUCE null 1 MiB null null null 34.2 GB/s 59.9 GB/s");
        assertThat(said("allreduce size=1MiB ranks=32 algbw=41.2GB/s busbw=79.8GB/s\n"))
                .containsExactly("ALL_REDUCE null 1 MiB 32 null null 41.2 GB/s 79.8 GB/s");
    }

    @Test
    void theSizeAndTheRanksOfLinesMayStandAboveThem() throws Exception {
        assertThat(said("""
                NCCL test: AllReduce
                Nodes: 4
                GPUs per node: 8
                Message size: 2 GiB
                Bus bandwidth: 362.7 GB/s
                """)).containsExactly("ALL_REDUCE null 2 GiB null 4 null null 362.7 GB/s");
    }

    @Test
    void whatStandsBeforeANumberNamesTheRow() throws Exception {
        assertThat(rows("mlx5_0: 392.01 Gb/s\nmlx5_1: 98.32 Gb/s\n")).extracting(row -> row.settings().toString())
                .containsExactly("name=mlx5_0", "name=mlx5_1");
        assertThat(rows("[rank 0] bandwidth: 23.4 GB/s\n[rank 1] bandwidth: 11.9 GB/s\n"))
                .extracting(row -> row.settings().toString()).containsExactly("writer=rank 0", "writer=rank 1");
    }

    @Test
    void aWordWithAnEqualsSignIsAColumn() throws Exception {
        assertThat(said("gpu=0 h2d=24.9GB/s d2h=12.1GB/s\n")).containsExactly(
                "UNNAMED h2d null null null null 24.9 GB/s null", "UNNAMED d2h null null null null 12.1 GB/s null");
    }

    @Test
    void rowsOfAMatrixHaveTheirNames() throws Exception {
        assertThat(rows("| | 1 MiB | 16 MiB |\n|---|---|---|\n| NCCL busbw (GB/s) | 22.1 | 180.3 |\n"
                + "| ours busbw (GB/s) | 25.2 | 190.2 |\n")).extracting(row -> row.settings().toString())
                .containsExactly("name=NCCL busbw (GB/s)", "name=NCCL busbw (GB/s)", "name=ours busbw (GB/s)",
                        "name=ours busbw (GB/s)");
    }

    @Test
    void twoResultsOfOneKindInALineAreNone() throws Exception {
        assertThat(said("allreduce 1MiB: copy 41.2 us, all-gather 60.3 us\n")).isEmpty();
    }

    @Test
    void whatHardwareIsMadeForIsNoResult() throws Exception {
        assertThat(said("Speed: 200000Mb/s\n")).isEmpty();
        assertThat(said("         Link 0: 26.562 GB/s\n         Link 1: 26.562 GB/s\n")).isEmpty();
    }

    @Test
    void proseAndTrainingsAreNoResults() throws Exception {
        assertThat(said("We see only 12 GB/s between the two nodes although each has 4x 200Gb/s NICs.\n")).isEmpty();
        assertThat(said("step 100: loss 2.31, 412 ms/step, 18.2k tok/s, lr 0.1\nstep 200: loss 2.11, 418 ms/step\n"))
                .isEmpty();
        assertThat(said("Device 0: NVIDIA H100 80GB HBM3\nelapsed: 12 s\n")).isEmpty();
    }

    @Test
    void ofATableOfRatiosTheRangeOfEachColumnIsAFact() throws Exception {
        assertThat(ratios("""
                | world size | speedup vs untuned | speedup vs NCCL |
                |---|---|---|
                | 2 | +4.5% | 2.77x |
                | 8 | +9.5% | 3.24x |
                """)).containsExactly("speedup vs untuned is +4.5% (world size 2) to +9.5% (world size 8); "
                + "speedup vs NCCL is 2.77x (world size 2) to 3.24x (world size 8)");
        assertThat(ratios("""
                Speedup of our all-to-all over NCCL:

                | Message size | 8 GPUs | 16 GPUs |
                |---|---|---|
                | 64 KB | 2.31x | 1.98x |
                | 16 MB | 1.08x | 0.91x |
                """)).containsExactly(
                "speedup of our all-to-all over NCCL is 0.91x (16 MB, 16 GPUs) to 2.31x (64 KB, 8 GPUs)");
    }

    @Test
    void barsMayPartGroupsOfColumnsAndTimesOfSmallMessagesAreNearlyAlike() throws Exception {
        var rows = rows("""
                        size |   new_oop   old_oop   gain |   new_inp   old_inp   gain
                -------------+----------------------------+---------------------------
                          64 |     21.40     48.90  2.29x |     20.70     47.10  2.28x
                         256 |     21.90     47.70  2.18x |     21.20     49.80  2.35x
                        1024 |     22.60     51.30  2.27x |     22.10     50.60  2.29x
                        4096 |     25.20     58.80  2.33x |     24.40     57.90  2.37x
                       65536 |     61.70     94.10  1.53x |     60.30     95.20  1.58x
                """);
        assertThat(rows).hasSize(20);
        assertThat(rows.subList(0, 4))
                .extracting(row -> row.workload().variant() + " " + row.workload().placement() + " "
                        + row.outcome().time())
                .containsExactly("new OUT_OF_PLACE 21.40 µs", "old OUT_OF_PLACE 48.90 µs", "new IN_PLACE 20.70 µs",
                        "old IN_PLACE 47.10 µs");
    }

    @Test
    void columnsWithOneNameAreMeasurementsOfTheirOwn() throws Exception {
        assertThat(rows("size,nccl (us),mine (us),nccl (us)\n1024,20.1,10.2,20.4\n2048,20.5,10.6,20.9\n"))
                .extracting(row -> row.workload().variant() + " " + row.outcome().time())
                .containsExactly("nccl 20.1 µs", "mine 10.2 µs", "nccl-2 20.4 µs", "nccl 20.5 µs", "mine 10.6 µs",
                        "nccl-2 20.9 µs");
    }

    @Test
    void aCaptionMaySayTheStatisticAndTheUnit() throws Exception {
        assertThat(rows("""
                median kernel time us:

                | Shape | Ring raw | Ring fused | Tree |
                |---|---|---|---|
                | 1x4096 | 14.2 | 18.1 | n/a |
                | 64x4096 | 15.9 | 21.7 | 13.3 |
                """)).extracting(row -> row.workload().variant() + " " + row.settings().values().get("Shape") + " "
                + row.outcome().timeP50())
                .containsExactly("ring-raw 1x4096 14.2 µs", "ring-fused 1x4096 18.1 µs", "ring-raw 64x4096 15.9 µs",
                        "ring-fused 64x4096 21.7 µs", "tree 64x4096 13.3 µs");
    }

    @Test
    void aUnitMayStandBetweenANameAndItsNumberOrBeforeANameInParentheses() throws Exception {
        assertThat(said("""
                [0] Transfer size (B):          8, Transfer Time (s):     0.000014462, Bandwidth (GB/s):     0.000515183
                [0] Transfer size (B):         16, Transfer Time (s):     0.000013622, Bandwidth (GB/s):     0.001093902
                """)).hasSize(2).first().asString().contains(" 8 B ").contains("14.462 ");
        assertThat(rows("""
                | #bytes | Mbytes/sec (Ring) | Mbytes/sec (Tree) |
                |--------|-------------------|-------------------|
                | 64     | 255.81            | 181.23            |
                | 128    | 500.49            | 391.98            |
                """)).extracting(row -> row.workload().variant()).containsExactly("ring", "tree", "ring", "tree");
    }

    @Test
    void whatIsNoUnitInParenthesesNamesTheColumn() throws Exception {
        assertThat(rows("""
                Latency in us

                | Size (B) | Box (east) | Box (west) |
                |---|---|---|
                | 64   | 3.4 | 2.5 |
                | 4096 | 4.3 | 6.1 |
                """)).extracting(row -> row.workload().variant()).containsExactly("box-east", "box-west", "box-east",
                "box-west");
    }

    @Test
    void aHeadingMayNameHalfOfAnExchange() throws Exception {
        assertThat(rows("""
                ## 1. DISPATCH (FP8)
                | tok/rank | old | new |
                |---:|---:|---:|
                | 1 | 23.70 | 20.77 |
                | 16 | 24.67 | 21.82 |
                | 128 | 28.56 | 26.18 |
                | 1024 | 55.73 | 44.80 |
                """)).hasSize(8).allMatch(row -> row.workload().operation() == Operation.DISPATCH
                && row.outcome().time() != null);
    }

    @Test
    void whatElseLinesNameAreSettings() throws Exception {
        var lines = """
                [0] bufSize 64, nThreads 1, part 64, time 0.0213, bandwidth 8.114 MB/s
                [0] bufSize 64, nThreads 4, part 16, time 0.0502, bandwidth 3.402 MB/s
                [0] bufSize 128, nThreads 1, part 128, time 0.0219, bandwidth 15.870 MB/s
                [0] bufSize 128, nThreads 4, part 32, time 0.0511, bandwidth 6.733 MB/s
                """;
        assertThat(rows(lines)).extracting(row -> row.workload().messageSize() + " "
                + row.settings().get("nThreads").orElse("") + " " + row.outcome().algbw())
                .containsExactly("64 B 1 0.008114 GB/s", "64 B 4 0.003402 GB/s",
                        "128 B 1 0.015870 GB/s",
                        "128 B 4 0.006733 GB/s");
        assertThat(rows("""
                size=64 channels=2 rank=0 time=9.1 us
                size=64 channels=4 rank=1 time=7.2 us
                """)).extracting(row -> row.settings().toString()).containsExactly("nchannels=2", "nchannels=4");
    }

    @Test
    void twoValuesInACellAreTwoColumns() throws Exception {
        assertThat(said("""
                | hidden | msg size | all-gather off \u2192 on | speedup |
                |---:|---:|---:|:---:|
                | 512 | 1 MiB | 14.2 \u2192 8.1 \u00b5s | 1.75\u00d7 |
                | 1024 | 4 MiB | 33.0 \u2192 21.5 \u00b5s | 1.53\u00d7 |
                """)).containsExactly("ALL_GATHER all-gather-off 1 MiB null null 14.2 \u00b5s null null",
                "ALL_GATHER all-gather-on 1 MiB null null 8.1 \u00b5s null null",
                "ALL_GATHER all-gather-off 4 MiB null null 33.0 \u00b5s null null",
                "ALL_GATHER all-gather-on 4 MiB null null 21.5 \u00b5s null null");
        assertThat(said("""
                | size | GPU0 -> GPU1 (us) | GPU0 -> GPU2 (us) |
                |---|---|---|
                | 1 MiB | 61.0 | 88.2 |
                | 2 MiB | 98.1 | 150.3 |
                """)).hasSize(4).allMatch(row -> row.contains("GPU") || row.contains("gpu"));
    }

    @Test
    void valuesPartedBySlashesAreRows() throws Exception {
        assertThat(rows("""
                | tp size | size | latency(ms) |
                |---|---|---|
                | 2/4/8 | 512 | 0.0041/0.0052/0.0060 |
                | 2/4/8 | 65536 | 0.0055/0.0071/0.0090 |
                """))
                .extracting(row -> row.settings() + " " + row.workload().messageSize() + " " + row.outcome().time())
                .containsExactly("tp_size=2 512 B 4.1 \u00b5s", "tp_size=4 512 B 5.2 \u00b5s",
                        "tp_size=8 512 B 6.0 \u00b5s",
                        "tp_size=2 64 KiB 5.5 \u00b5s", "tp_size=4 64 KiB 7.1 \u00b5s", "tp_size=8 64 KiB 9.0 \u00b5s");
    }

    @Test
    void aResultBesidePartedCellsStaysOne() throws Exception {
        assertThat(rows("""
                | nodes | CUDA | size | latency (us) |
                |---|---|---|---|
                | 1/2 | 12.4/12.6 | 512 | 35.2 |
                | 1/2 | 12.4/12.6 | 1024 | 36.1 |
                """)).hasSize(2);
    }

    @Test
    void equalTablesSideBySideAreOne() throws Exception {
        assertThat(rows("""
                | Rank | Node | Busbw (GB/s) | | Rank | Node | Busbw (GB/s) |
                |------|------|------|---|------|------|------|
                | #1 | n07 | 484.6 | | #3 | n02 | 480.3 |
                | #2 | n05 | 484.1 | | #4 | n11 | **435.5** |
                | #5 | n01 | 430.0 | | | *ref: n00* | |
                """)).extracting(row -> row.settings() + " " + row.outcome().busbw()).containsExactly(
                "Rank=#1;Node=n07 484.6 GB/s", "Rank=#3;Node=n02 480.3 GB/s", "Rank=#2;Node=n05 484.1 GB/s",
                "Rank=#4;Node=n11 435.5 GB/s", "Rank=#5;Node=n01 430.0 GB/s");
    }

    @Test
    void tablesOfOneHeaderUnderHeadingsAreSeveral() throws Exception {
        var table = """
                | Size | Custom (us) | NCCL (us) |
                |---|---|---|
                | 4 KB | %s | 15.4 |
                | 8 KB | 9.4 | 16.1 |

                """;
        assertThat(rows("### AllReduce (4 GPU, fp16)\n\n" + table.formatted("7.4") + "### AllReduce (8 GPU, fp16)\n\n"
                + table.formatted("39.5"))).extracting(row -> row.section() + " " + row.platform().ranks())
                .containsExactly("1 4", "1 4", "1 4", "1 4", "2 8", "2 8", "2 8", "2 8");
    }

    @Test
    void repetitionsUnderHeadingsAreThoseOfSeveralThings() throws Exception {
        var table = "\n| Run | busbw (GB/s) |\n|-----|-----|\n| 1 | %s |\n| 2 | 565.04 |\n| 3 | 565.91 |\n\n";
        assertThat(rows("## Without a plugin\n" + table.formatted("565.34") + "## With a policy\n"
                + table.formatted("566.01"))).extracting(row -> row.section() + " " + row.outcome().busbw())
                .containsExactly("1 565.34 GB/s", "1 565.04 GB/s", "1 565.91 GB/s", "2 566.01 GB/s", "2 565.04 GB/s",
                        "2 565.91 GB/s");
    }

    @Test
    void columnsNumberedFromZeroAreDevicesAndNoCounts() throws Exception {
        assertThat(rows("""
                Host/Device Bandwidth Matrix (GB/s), memory=Pinned
                   Dir\\D       0      1      2
                   D2H     56.83  57.12  57.14
                   BiDir  101.26  43.62   7.25
                """)).hasSize(6).allMatch(row -> row.platform().nodes() == null && row.workload().messageSize() == null)
                .extracting(row -> row.workload().variant()).startsWith("device 0", "device 1", "device 2");
    }

    @Test
    void numbersWithoutAUnitHaveTheOneThatTheirGrowthAllows() throws Exception {
        assertThat(said("""
                | msg_size  | eager | graph |
                |-----------|-------|-------|
                | 4.0 KiB   | 17.24 | 5.98  |
                | 8.0 KiB   | 18.60 | 6.00  |
                | 16.0 KiB  | 22.43 | 6.37  |
                | 64.0 KiB  | 18.81 | 8.20  |
                | 1.0 MiB   | 25.88 | 14.01 |
                """)).hasSize(10).allMatch(row -> row.contains("\u00b5s"));
        assertThat(said("""
                | Size    | one rail | two rails |
                |---------|----------|-----------|
                | 256 KiB | 8.35     | 8.21      |
                | 1 MiB   | 11.00    | 19.14     |
                | 4 MiB   | 11.88    | 22.90     |
                | 16 MiB  | 12.16    | 24.08     |
                | 64 MiB  | 12.23    | 24.40     |
                """)).hasSize(10).allMatch(row -> row.contains("GB/s"));
        // Only one column shows the unit; the other has numbers of its magnitude.
        assertThat(said("""
                | Size    | one-stage | symm  |
                |---------|-----------|-------|
                | 0.50 MB | 0.010     | 0.017 |
                | 1.00 MB | 0.014     | 0.019 |
                | 1.50 MB | 0.019     | 0.020 |
                | 2.00 MB | 0.023     | 0.021 |
                | 3.00 MB | 0.030     | 0.023 |
                """)).hasSize(10).allMatch(row -> row.contains("\u00b5s"));
    }

    @Test
    void aLineAboveGivesTheSizeInElements() throws Exception {
        assertThat(said("""
                Testing AllReduce with 256 elements of F32
                Rank 0: 0.1852 ms.
                Rank 1: 0.1849 ms.
                """)).containsExactly("ALL_REDUCE null 1 KiB null null 185.2 \u00b5s null null",
                "ALL_REDUCE null 1 KiB null null 184.9 \u00b5s null null");
    }

    @Test
    void sizesWithTheirUnitAreReadBelowAHeaderThatSaysBytes() throws Exception {
        assertThat(
                said("| Message Size (Bytes) | AllReduce busbw (GB/s) |\n|---|---|\n| 64K | 12.1 |\n| 1M | 40.2 |\n"))
                .containsExactly("ALL_REDUCE null 64 KiB null null null null 12.1 GB/s",
                        "ALL_REDUCE null 1 MiB null null null null 40.2 GB/s");
    }

    @Test
    void aStarBehindANumberIsAFootnote() throws Exception {
        assertThat(said("| size | AllReduce busbw (GB/s) |\n|---|---|\n| 64K | 12.1 |\n| 1M | 5.4* |\n| 4M | 80.2 |\n"))
                .hasSize(3).contains("ALL_REDUCE null 1 MiB null null null null 5.4 GB/s");
    }

    @Test
    void aUnitSaidOnceCountsForAllTablesBelow() throws Exception {
        assertThat(said("""
                # All-to-all

                Unit: **Gb/s**

                | Message Size (KB) | 2 Nodes | 4 Nodes |
                |---|---|---|
                | 64 | 24.0 | 20.0 |
                | 1024 | 40.0 | 24.0 |

                ---

                All-to-all without cross-rail traffic

                | Message Size (KB) | 2 Nodes | 4 Nodes |
                |---|---|---|
                | 64 | 12.0 | 24.0 |
                | 1024 | 36.0 | 40.0 |
                """)).hasSize(8).contains("ALLTOALL null 1 MiB null 2 null 4.5000 GB/s null",
                "ALLTOALL null 1 MiB null 4 null 5.0000 GB/s null");
    }

    @Test
    void severalNamedTimesOfALineAreOneRow() throws Exception {
        assertThat(said("""
                b: 1    t: 1    d: 5120    bytes: 10240    ring: 30.34 us    one_shot: 19.97 us
                b: 16   t: 1    d: 5120    bytes: 163840   ring: 27.87 us    one_shot: 25.50 us
                """)).containsExactly("UNNAMED ring 10 KiB null null 30.34 \u00b5s null null",
                "UNNAMED one-shot 10 KiB null null 19.97 \u00b5s null null",
                "UNNAMED ring 160 KiB null null 27.87 \u00b5s null null",
                "UNNAMED one-shot 160 KiB null null 25.50 \u00b5s null null");
    }

    @Test
    void aHeadingThatIsAReductionIsThatOfItsRows() throws Exception {
        var table = "| Size | ours (us) | NCCL (us) |\n|---|---|---|\n| 1 MiB | 243.7 | 263.4 |\n";
        assertThat(rows("#### Sum\n\n" + table + "\n#### Avg\n\n" + table)).extracting(row -> row.workload().redop())
                .containsExactly("sum", "sum", "avg", "avg");
    }

    @Test
    void theUnitBesideTheNameOfASizeIsThatOfItsNumber() throws Exception {
        assertThat(said("""
                Size (MB): 1, Elapsed time (s): 0.000176531, Bandwidth per GPU (GB/s): 16.9942
                Size (MB): 64, Elapsed time (s): 0.0027744, Bandwidth per GPU (GB/s): 69.2042
                """)).extracting(row -> row.split(" null ")[1]).containsExactly("1 MiB", "64 MiB");
    }

    @Test
    void columnsOfATableThatCountsElementsNeedNoOperation() throws Exception {
        assertThat(rows("""
                elements | own | ring
                -- | -- | --
                100 | 0.001 | 0.001
                10000 | 0.105 | 0.126
                1000000 | 5.686 | 3.135
                2000000 | 7.543 | 3.905
                """)).hasSize(8).extracting(row -> row.workload().variant()).containsOnly("own", "ring");
    }

    @Test
    void chineseHeadingsAndFullWidthParenthesesAreRead() throws Exception {
        assertThat(said("""
                ### \u5bf9\u6bd4\uff08p50 \u00b5s\uff09

                | \u5b57\u8282 | default | tuned |
                |---|---|---|
                | 1MB | 424.7 | 176.6 |
                | 4MB | 293.5 | 290.1 |
                """)).hasSize(4).allMatch(row -> row.contains(" MiB "));
    }

    @Test
    void namesOfThingsThatStandTwiceAreNoPlacements() throws Exception {
        assertThat(rows("""
                | x | EFA | CX7 | y | EFA | CX7 |
                |---|---:|---:|---|---:|---:|
                | EP16 | 3.2 ms | 2.7 ms | z | 5.4 ms | 1.1 ms |
                | EP8 | 1.1 ms | 5.1 ms | z | 1.4 ms | 1.4 ms |
                """)).extracting(row -> row.workload().placement() + " " + row.workload().variant())
                .startsWith("null efa", "null cx7", "null efa-2", "null cx7-2").hasSize(8);
    }

    @Test
    void requestsPerSecondAreNoBandwidth() throws Exception {
        assertThat(rows("""
                | size | Throughput (req/s) | AllReduce busbw (GB/s) |
                |---|---|---|
                | 1M | 6.9 | 40.2 |
                """)).singleElement().satisfies(row -> assertThat(row.outcome().algbw()).isNull());
    }

    @Test
    void numbersWithUnitsOrBesideSpeedupsAreNoRatios() throws Exception {
        assertThat(ratios("""
                changes are relative to main

                | arm | Time of step (s) | relative |
                |---|---|---|
                | main | 2.6 | 1.00 |
                | own | 2.1 | 0.81 |
                """)).containsExactly("relative is 0.81 (own) to 1.00 (main)");
    }

    @Test
    void settingsThatSpanRowsAndLinesOfTheHeaderAreRead() throws Exception {
        var rows = rows("""
                | Ranks | SMs | Low level | | |
                |---|---|---|---|---|
                | | | Dispatch (us) | Combine (us) | Both (us) |
                | 8 | 12 | 240 | 300 | 530 |
                |   | 20 | 180 | 250 | 420 |
                | 16 | 12 | 300 | 410 | 690 |
                |    | 20 | 220 | 330 | 540 |
                """);
        assertThat(rows.stream().map(row -> said(row) + " " + row.settings().values())).hasSize(12).contains(
                "DISPATCH null null 8 null 180 µs null null {SMs=20}",
                "COMBINE null null 16 null 330 µs null null {SMs=20}");
    }

    @Test
    void aRowWhoseFirstCellIsEmptyIsNotIndented() throws Exception {
        assertThat(said("""
                kernel | float16 |   |
                -- | -- | --
                tp2(us) | size | all_reduce (us)
                  | 4k | 7.1
                  | 512k | 17.1
                  | 8M | 181.0
                  | 64M | 1398.0
                """)).hasSize(4).contains("ALL_REDUCE all-reduce 512 KiB null null 17.1 µs null null");
    }

    @Test
    void namesStandBeforeTheirValuesBehindTheOperation() throws Exception {
        assertThat(said("""
                all_reduce size=1048576 time=120.0us busbw=14.9GB/s
                all_reduce size=16777216 time=320.0us busbw=90.8GB/s
                """)).contains("ALL_REDUCE null 1 MiB null null 120.0 µs null 14.9 GB/s");
    }

    @Test
    void timesInALineWithTheirRatioAreAlternatives() throws Exception {
        assertThat(said("""
                world_size=8 dtype=bf16 all_reduce
                size 1.0 MB: nccl 45.0us, custom 18.0us, speedup 2.50x
                size 8.0 MB: nccl 99.0us, custom 72.0us, speedup 1.38x
                """)).contains("ALL_REDUCE custom 8 MiB 8 null 72.0 µs null null");
    }

    @Test
    void wordsBesideTheOperationNameARow() throws Exception {
        assertThat(rows("""
                Average time for ring allreduce: 12.6 ms
                Average time for NVLS allreduce: 4.2 ms
                """)).extracting(row -> row.settings().get("name").orElse("")).containsExactly("ring", "NVLS");
    }

    @Test
    void aBandwidthInTwoUnitsIsOneColumn() throws Exception {
        assertThat(said("""
                all_gather on 16 GPUs

                | Size | Time | busbw | busbw (Gb/s) | egress / rank |
                |---|---|---|---|---|
                | 1 GB | 201.1 ms | 4.99 GB/s | 39.94 | 4.99 GB/s |
                | 4 GB | 801.3 ms | 5.01 GB/s | 40.09 | 5.01 GB/s |
                """)).hasSize(2).contains("ALL_GATHER busbw 4 GiB 16 null 801300 \u00b5s null 5.01 GB/s");
    }

    @Test
    void columnsNamedByAVariableAreSettingsWithoutTheirRemarks() throws Exception {
        assertThat(rows("""
                What the plugin does with rails:

                | `OFI_NCCL_RAIL_MODE` | path | best ms | busbw |
                |---|---|---|---|
                | **1** (one rail) | host | 30.21 | 41.0 GB/s |
                | **0** (all, the default) | host | 9.80 | **126.4 GB/s** |
                """)).extracting(row -> row.settings().get("OFI_NCCL_RAIL_MODE").orElse("")).containsExactly("1", "0");
    }

    @Test
    void theNameOfARowGivesTheUnitOfItsNumbers() throws Exception {
        assertThat(said("""
                | Metric | before | after |
                |---|---|---|
                | dispatch latency us | 180.5 | 120.5 |
                | combine latency us | 238.2 | 204.1 |
                """)).hasSize(4).contains("UNNAMED after null null null 204.1 \u00b5s null null");
        assertThat(said("""
                | Metric | before | after |
                |---|---|---|
                | ring busbw GB/s | 38.2 | 44.1 |
                | tree busbw GB/s | 30.2 | 34.1 |
                """)).hasSize(4).contains("UNNAMED after null null null null null 44.1 GB/s");
    }

    @Test
    void theTimeBehindBandwidthsCounts() throws Exception {
        assertThat(said("""
                | Mode | Dispatch | Combine |
                |---|---|---|
                | on | 3 / 11 GB/s @ 1310.0 us | 4 / 15 GB/s @ 1055.5 us |
                | off | 3 / 12 GB/s @ 1240.0 us | 7 / 28 GB/s @ 510.2 us |
                """)).hasSize(4).contains("COMBINE null null null null 510.2 \u00b5s null null");
    }

    @Test
    void aRowOfRoughNumbersIsNoHeader() throws Exception {
        assertThat(said("""
                | Collective | by blocks | NCCL |
                |---|---|---|
                | alltoall @ 64 KiB | ~27 \u00b5s | ~39 \u00b5s |
                | alltoall @ 4 MiB | ~135 \u00b5s | ~112 \u00b5s |
                """)).hasSize(4).contains("ALLTOALL nccl null null null 112 \u00b5s null null");
    }

    @Test
    void ratiosMaySayWhichSideIsBetter() throws Exception {
        assertThat(rows("""
                | layer | busbw (GB/s) | than before |
                |---|---|---|
                | oneCCL | 12.4 | 4.1\u00d7 worse |
                | torch | 16.2 | 6.5\u00d7 worse |
                """)).extracting(row -> row.settings().values().keySet().toString()).containsOnly("[layer]");
    }

    @Test
    void theUnitIsInWhicheverParenthesesHaveOne() throws Exception {
        assertThat(rows("""
                | osu_bw size | mpi (MB/S) | mpi (w/o fbox) (MB/S) |
                |---|---|---|
                | 1024 | 7026.6 | 6216.0 |
                | 4096 | 7216.7 | 6965.7 |
                """)).extracting(row -> row.outcome().algbw().toString()).containsExactly("7.0266 GB/s", "6.2160 GB/s",
                "7.2167 GB/s",
                "6.9657 GB/s");
    }

    @Test
    void numbersThatGrowWithShortMessagesAreBandwidths() throws Exception {
        assertThat(rows("""
                | Bytes | on | off |
                |---|---|---|
                | 1 | 0.8 | 0.08 |
                | 4 | 3.2 | 0.31 |
                | 32 | 25.86 | 2.4 |
                | 256 | 206.16 | 19.36 |
                | 2048 | 923.73 | 141.22 |
                | 8192 | 4077.63 | 537.13 |
                """)).allSatisfy(row -> assertThat(row.outcome().time()).isNull());
    }

    @Test
    void aUnitInOneCellIsThatOfAllBareNumbers() throws Exception {
        assertThat(rows("""
                | ISL | conc | off | patch |
                |---|---|---|---|
                | 8k | 1 | 9.53 ms | 8.18 |
                | 8k | 32 | 23.92 | 21.28 |
                | 32k | 32 | 27.75 | 24.93 |
                """)).extracting(row -> row.settings().text() + " " + row.outcome().time()).contains(
                "ISL=8k;conc=1 9530 \u00b5s", "ISL=32k;conc=32 24930 \u00b5s");
    }

    @Test
    void headingsNameTheResultsBelowThem() throws Exception {
        assertThat(rows("""
                # all_gather is slower while the host copies

                All runs are all_gather_perf with a message size of 256 MiB.

                1. **2-GPU NCCL all_gather baseline**

                   ```text
                   Avg bus bandwidth: 44.3 GB/s
                   ```

                2. **2-GPU NCCL all_gather with host traffic**

                   ```text
                   Avg bus bandwidth: 40.6 GB/s
                   ```

                3. **4-GPU NCCL all_gather baseline**

                   ```text
                   Avg bus bandwidth: 128.9 GB/s
                   ```

                4. **4-GPU NCCL all_gather with host traffic**

                   ```text
                   Avg bus bandwidth: 115.3 GB/s
                   ```
                """)).extracting(row -> row.workload().operation().id() + ", " + row.workload().variant())
                .containsExactly("all_gather, 2-GPU NCCL all_gather baseline",
                        "all_gather, 2-GPU NCCL all_gather with host traffic",
                        "all_gather, 4-GPU NCCL all_gather baseline",
                        "all_gather, 4-GPU NCCL all_gather with host traffic");
    }

    @Test
    void kindsOfDispatchAreVariants() throws Exception {
        assertThat(rows("""
                | Type | FP8 Dispatch #EP | Bandwidth | Combine #EP | Bandwidth |
                |---|---|---|---|---|
                | Internode | 8 | 41.59 GB/s | 8 | 43.63 GB/s |
                """)).extracting(row -> row.workload().operation().id() + " " + row.workload().variant() + " "
                + row.platform().ranks()).containsExactly("dispatch fp8-dispatch 8", "combine null 8");
    }

    private static String said(Measurement row) {
        return row.workload().operation() + " " + row.workload().variant() + " " + row.workload().messageSize() + " "
                + row.platform().ranks() + " " + row.platform().nodes() + " " + row.outcome().time() + " "
                + row.outcome().algbw() + " " + row.outcome().busbw();
    }

    private static List<String> said(String text) throws Exception {
        return rows(text).stream().map(PastedTablesTest::said).toList();
    }

    private static List<Measurement> rows(String text) throws Exception {
        return read(text).measurements();
    }

    private static List<String> ratios(String text) throws Exception {
        return read(text).facts(1).stream().filter(fact -> fact.name().equals(Fact.RATIOS)).map(Fact::value).toList();
    }

    private static Reading read(String text) throws Exception {
        return Reading.of(LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "night.txt",
                new CustomTable.Answers() {

                    @Override
                    public Mapping of(CustomTable proposed) {
                        return proposed.mapping().isCertain()
                                ? proposed.mapping()
                                : proposed.mapping().assumed().orElse(proposed.mapping());
                    }

                    @Override
                    public boolean areOfAnyLines() {
                        return true;
                    }
                }));
    }
}
