package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.Test;

/** Matrices of pairs as {@code bench nvlink write --pairs all -O} writes them. */
class LinksTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final int SEEDS = 200;

    @Test
    void aWeakLinkAmongEightGpusIsNamedInEverySeedAndEqualOnesRaiseNoAlarm() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            int from = random.nextInt(8);
            int to = (from + 1 + random.nextInt(7)) % 8;
            assertThat(found(matrix(from, to, 0.85, seed))).singleElement().satisfies(finding -> {
                assertThat(finding.sentence()).startsWith("The link from GPU " + from + " to " + to + " (")
                        .contains("the other 55 pairs carry");
                assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
            });
            assertThat(found(matrix(from, to, 1, seed))).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void groupsThatDifferByLittleAreSeenWhereEachPartIsEven() throws Exception {
        assertThat(ofMatrix("""
                           0         1         2         3
                 0       N/A     26.34     22.10     22.64
                 1     26.35       N/A     22.31     22.62
                 2     22.36     22.41       N/A     26.34
                 3     22.60     22.12     26.35       N/A
                """)).startsWith(
                "GPUs 0+1 and 2+3 form 2 groups: copies carry 26.3 to 26.4 GB/s within a group, 22.1 to 22.6 GB/s");
        assertThat(ofMatrix("""
                           0         1         2         3
                 0       N/A     26.34     26.30     12.64
                 1     26.35       N/A     26.31     12.62
                 2     26.36     26.41       N/A     12.34
                 3     12.60     12.12     12.35       N/A
                """)).startsWith(
                "All pairs with GPU 3 are slower: copies carry 12.1 to 12.6 GB/s with it, 26.3 to 26.4 GB/s between the others.");
    }

    @Test
    void pairsOfGpusOfTransferBenchAreJudgedWithoutTheHosts() throws Exception {
        var log = """
                TransferBench v1.50
                Bytes Per Direction 268435456
                Unidirectional copy peak bandwidth GB/s [Local read / Remote write] (GPU-Executor: GFX)
                 SRC+EXE\\DST    CPU 00       GPU 00    GPU 01    GPU 02    GPU 03
                  CPU 00  ->     92.21        45.11     45.16     45.13     45.07

                  GPU 00  ->     55.47      2132.28     57.39     57.69     57.46
                  GPU 01  ->     55.59        57.41   2152.51     57.58     57.52
                  GPU 02  ->     55.60        57.41     57.50   2145.75     57.62
                  GPU 03  ->     54.18        57.48     46.66     57.57   2150.49
                """;
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "transfer.log", "transfer.log");
        assertThat(new Links().examine(read.evidence()).getFirst().sentence())
                .startsWith("The link from GPU 3 to 1 (46.7 GB/s) is weak");
    }

    private static String ofMatrix(String rows) throws Exception {
        var log = "nvbandwidth Version: v0.8\n\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n" + rows
                + "\nSUM device_to_device_memcpy_read_ce 282.1\n";
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "nvbandwidth.log", "nvbandwidth.log");
        return new Links().examine(read.evidence()).getFirst().sentence();
    }

    @Test
    void accessThatGainsNothingIsSaidWithTheLinkThatItComesCloseTo() throws Exception {
        var log = "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n"
                + "Device: 0, NVIDIA RTX 6000, pciBusID: 1, pciDeviceID: 0, pciDomainID:0\n"
                + "Device: 1, NVIDIA RTX 6000, pciBusID: 2, pciDeviceID: 0, pciDomainID:0\n"
                + "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 801.12  12.10\n     1  12.07 799.50\n"
                + "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 802.40  12.61\n     1  12.58 800.03\n";
        assertThat(examined(log)).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith(
                        "Copies between GPUs are as fast with P2P on as off (12.6 and 12.1 GB/s), as PCIe 3.0 x16 or 4.0 x8 "
                                + "allows. The path between them limits both: it"));
        var bothWays = log.replace("Unidirectional", "Bidirectional").replace(" (P2P Writes)", "");
        var ofBoth = new EvidenceFiles();
        ofBoth.add(new ByteArrayInputStream(bothWays.getBytes(StandardCharsets.UTF_8)), "both.log", "both.log");
        assertThat(new Links().examine(ofBoth.evidence())).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith(
                        "Copies between GPUs both ways at once are as fast with P2P on as off (12.6 and 12.1 GB/s). The path "
                                + "between them limits both: it"));
    }

    @Test
    void whatAccessGainsBothWaysAtOnceIsSaid() throws Exception {
        var log = "Bidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 911.12  26.00\n     1  26.00 920.50\n"
                + "Bidirectional P2P=Enabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 912.40  39.00\n     1  39.00 922.03\n";
        assertThat(examined(log)).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).isEqualTo(
                        "Copies between GPUs both ways at once carry 39 GB/s with P2P on, 50 % more than off (26 GB/s). "
                                + "Each way that is 19.5 GB/s."));
    }

    @Test
    void accessThatOnlySomePairsHaveIsNoAccessOfAll() throws Exception {
        var log = "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1      2      3\n"
                + "     0 1508.20  21.51  21.63  21.80\n     1  21.40 1509.66  21.68  21.59\n"
                + "     2  21.48  21.55 1509.66  21.60\n     3  21.49  21.66  21.60 1511.12\n"
                + "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1      2      3\n"
                + "     0 1502.40 265.07  21.62  21.60\n     1 265.51 1521.42  21.69  21.50\n"
                + "     2  21.46  21.72 1508.20 265.34\n     3  21.51  21.69 264.11 1521.42\n";
        assertThat(examined(log)).extracting(Finding::sentence)
                .contains("P2P helps only between GPUs 0-1 and 2-3: 265 GB/s, other pairs 21.6 GB/s.");
    }

    @Test
    void pairsThatAccessDoesNotHelpAreNamedIfTheyAreFew() throws Exception {
        var log = "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1      2\n"
                + "     0 740.20  11.10  11.00\n     1  11.05 741.66  11.02\n     2  11.01  11.03 742.11\n"
                + "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1      2\n"
                + "     0 740.20  48.30  24.20\n     1  48.31 741.66   9.70\n     2  24.21   9.73 742.11\n";
        assertThat(examined(log)).extracting(Finding::sentence)
                .contains("P2P does not help between GPUs 1-2: 9.72 GB/s, other pairs 24.2 to 48.3 GB/s.");
    }

    @Test
    void accessThatIsSlowerThanTheWayThroughTheHostIsSaidToBe() throws Exception {
        var log = "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 911.12  22.10\n     1  22.07 920.50\n"
                + "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 912.40  9.91\n     1  9.90 922.03\n";
        assertThat(examined(log)).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith(
                        "Copies between GPUs are slower with P2P on than off (9.91 against 22.1 GB/s)"));
    }

    @Test
    void whatAccessGainsOneWayIsSaidOfGpusWithoutAName() throws Exception {
        var log = "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 1601.12  25.00\n     1  25.00 1620.50\n"
                + "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1\n"
                + "     0 1612.40  250.00\n     1  250.00 1622.03\n";
        assertThat(examined(log)).singleElement().satisfies(finding -> assertThat(
                finding.sentence())
                .isEqualTo("Copies between GPUs carry 250 GB/s with P2P on, 10 times as much as off (25 GB/s)."));
    }

    @Test
    void whatAccessChangesInTheLatencyIsSaidOfLogsWithoutBandwidths() throws Exception {
        var log = "P2P=Disabled Latency Matrix (us)\n   GPU     0      1\n     0   2.10  16.00\n     1  17.00   2.20\n\n"
                + "   CPU     0      1\n     0   2.50   6.10\n     1   6.30   2.60\n"
                + "P2P=Enabled Latency (P2P Writes) Matrix (us)\n   GPU     0      1\n     0   2.10   1.80\n"
                + "     1   1.90   2.20\n\n   CPU     0      1\n     0   2.50   1.70\n     1   1.80   2.60\n";
        assertThat(examined(log)).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).isEqualTo(
                        "Copies between GPUs take 1.85 \u00b5s with P2P on, 16.5 \u00b5s with it off (medians of 2 pairs)."));
    }

    @Test
    void manyWeakLinksAreCountedAndListedAfterwards() throws Exception {
        var log = new StringBuilder("Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D");
        for (int column = 0; column < 8; column++) {
            log.append(' ').append(column);
        }
        for (int row = 0; row < 8; row++) {
            log.append("\n ").append(row);
            for (int column = 0; column < 8; column++) {
                log.append(row == column ? " 800.00" : row / 2 == column / 2 ? " 9.90" : " 11.50");
            }
        }
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream(log.append('\n').toString().getBytes(StandardCharsets.UTF_8)), "p2p.log",
                "p2p.log");
        assertThat(new Links().examine(read.evidence())).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith(
                        "8 of 56 links are weak (9.9 GB/s), the other 48 pairs carry 11.5 GB/s. They are 0-1, 2-3, 4-5 and "
                                + "6-7 in"));
    }

    @Test
    void gpusThatAreFastAmongThemselvesFormGroups() throws Exception {
        var log = """
                Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)
                   D\\D     0      1      2      3
                     0 1601.1   52.1   11.9   12.0
                     1   52.0 1600.2   12.1   12.0
                     2   12.0   11.8 1599.3   51.7
                     3   12.2   12.0   52.3 1602.4
                """;
        assertThat(examined(log)).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith(
                        "GPUs 0+1 and 2+3 form 2 groups: copies carry 51.7 to 52.3 GB/s within a group, 11.8 to 12.2 GB/s "
                                + "between them."));
        // One slow pair forms no groups.
        var weak = new EvidenceFiles();
        weak.add(new ByteArrayInputStream(log.replace("12.1", "52.1").replace("12.0", "52.0").replace("12.2", "52.2")
                .replace("11.9", "52.0").getBytes(StandardCharsets.UTF_8)), "p2p.log", "p2p.log");
        assertThat(new Links().examine(weak.evidence())).singleElement()
                .satisfies(
                        finding -> assertThat(finding.sentence()).startsWith("The link from GPU 2 to 1 (11.8 GB/s)"));
    }

    @Test
    void fourRealGpusHaveNoWeakLink() throws Exception {
        assertThat(found(Files.readString(Path.of("../data/h200/h200_nvlink_pairs.csv")).replace(HEADER, "")))
                .isEmpty();
    }

    private static List<Finding> found(String rows) throws Exception {
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream((HEADER + rows).getBytes(StandardCharsets.UTF_8)), "f.csv", "f.csv");
        return new Links().examine(read.evidence());
    }

    private static String matrix(int weakFrom, int weakTo, double factor, long seed) {
        var random = new Random(seed);
        var rows = new StringBuilder();
        for (int from = 0; from < 8; from++) {
            for (int to = 0; to < 8; to++) {
                if (from != to) {
                    rows.append(row(from + "-" + to, 395 * Math.exp(0.002 * random.nextGaussian())
                            * (from == weakFrom && to == weakTo ? factor : 1)));
                }
            }
        }
        return rows.toString();
    }

    private static String row(String pair, double rate) {
        long bytes = 256 << 20;
        return String.format(Locale.ROOT,
                "f.csv,1,gpucomm,0.1.0,cuda,13.0,write,kernel,,NVIDIA H200,1,8,,%d,,,,,20,%.4f,,,,,%.6f,,0,,,,,pair=%s,%n",
                bytes, bytes / (1e3 * rate), rate, pair);
    }

    private static List<Finding> examined(String log) throws Exception {
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "p2p.log", "p2p.log");
        return new Links().examine(read.evidence());
    }
}
