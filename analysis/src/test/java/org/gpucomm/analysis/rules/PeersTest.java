package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.hardware.GpuModel;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.Published;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against what others published of the same. */
class PeersTest {

    private static final String COLUMNS = "source,section,tool,library,operation,instance_type,gpu,nodes,ranks,message_bytes,"
            + "placement,time_us,algbw_GBps,busbw_GBps\n";
    private static final long GIB = 1L << 30;

    @TempDir
    private Path folder;

    @Test
    void aRunIsHeldAgainstTheMedianOfPublishedRunsOfTheSame() throws Exception {
        var finding = only(row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 380));
        // The published: 487.87, 487.27 and 487.90.
        assertThat(finding.sentence())
                .startsWith("All-Reduce of 16 GiB on 16 GPUs of 2 nodes reaches 380 GB/s, 78 % of the "
                        + "published median of H100 over EFA. 3 published runs reach 487 to 488 GB/s.");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(finding.numbers()).filteredOn(each -> each.name().equals("share")).singleElement()
                .satisfies(each -> assertThat(each.value()).isCloseTo(100 * 380 / 487.87, within(1e-9)));
    }

    @Test
    void whatIsUnlikeIsNotCompared() throws Exception {
        assertThat(of(row("all_reduce", "p5.48xlarge", 2, 16, 3 * GIB, "out_of_place", 380))).as("size").isEmpty();
        assertThat(of(row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "in_place", 380))).as("placement").isEmpty();
        assertThat(of(row("all_reduce", "p5.48xlarge", 2, 8, 16 * GIB, "out_of_place", 380))).as("half nodes")
                .isEmpty();
        assertThat(of(row("broadcast", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 380))).as("operation").isEmpty();
        assertThat(
                of(row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 380).replace(",nccl,", ",rccl,")))
                .as("library").isEmpty();
        for (var unknown : List.of(",,16,", ",2,,", ",,,")) {
            assertThat(of(row("all_reduce", "", 2, 16, 16 * GIB, "out_of_place", 380).replace(",2,16,", unknown)))
                    .as("number of nodes or GPUs not told").isEmpty();
        }
    }

    @Test
    void onOtherNumbersOfNodesItIsWhatLeavesTheNodeThatCompares() throws Exception {
        // p5en, 4 nodes: 364.65 and 310 GB/s, so 35.3 and 30.0 GB/s a GPU leave the node.
        var finding = only(row("all_reduce", "p5en.48xlarge", 2, 16, 4 * GIB, "out_of_place", 470));
        assertThat(finding.sentence()).contains("sends 31.3 GB/s a GPU off its node",
                "send 30 to 35.3 GB/s on another number of nodes");
        assertThat(PublishedComparison.offNode(Operation.ALL_REDUCE, 365.84, 32, 4)).hasValueSatisfying(
                share -> assertThat(share).isCloseTo(35.4, within(0.05)));
        assertThat(PublishedComparison.offNode(Operation.ALLTOALL, 79.11, 16, 2)).hasValueSatisfying(
                share -> assertThat(share).isCloseTo(42.2, within(0.05)));
    }

    @Test
    void runsThatAreNotAlikeHaveNoMedianToCompare() throws Exception {
        var fast = row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 480);
        var slow = row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 20);
        var twice = (fast + slow).replace(",,,480", ",1,,480").replace(",,,20", ",24,,20");
        assertThat(of(twice)).isEmpty();
    }

    @Test
    void aPublishedRunIsNoPeerOfItself() throws Exception {
        var finding = only(row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 487.27));
        assertThat(finding.sentence()).contains("100 % of the published median of",
                "2 published runs reach");
    }

    @Test
    void aRunWhoseLogNamesNoNetworkIsHeldAgainstWhatEachNetworkGives() throws Exception {
        // NVCRE 337.09 at 16 GiB over TCPXO, a published log 338.82 at 8 GiB, the study 477.71 and KeitaW's logs about 480 over EFA.
        var finding = only(row("all_reduce", "", 2, 16, 8 * GIB, "out_of_place", 341));
        assertThat(finding.sentence()).startsWith("All-Reduce of 8 GiB on 16 GPUs of 2 nodes reaches 341 GB/s; "
                + "published runs of as many H100 reach 339 to 480 GB/s. The log does not name its network; "
                + "published are 339 GB/s over GPUDirect-TCPXO and 478 to 480 GB/s over EFA.");
        assertThat(finding.confidence()).isEqualTo(Confidence.AMBIGUOUS);
        assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
    }

    @Test
    void lessThanHalfOfTheSlowestNetworkIsLowOverWhatever() throws Exception {
        var finding = only(row("all_reduce", "", 2, 16, 8 * GIB, "out_of_place", 90));
        assertThat(finding.sentence())
                .startsWith("All-Reduce of 8 GiB on 16 GPUs of 2 nodes reaches 90 GB/s, 27 % of the "
                        + "slowest published run of H100 (339 GB/s).");
        assertThat(finding.consequence()).isEqualTo(Consequence.BELOW);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void aValueWhoseSizeIsNotToldIsTheBestThatItsSourceSaw() throws Exception {
        var rows = row("all_gather", "", 2, 2, GIB, "out_of_place", 12).replace("NVIDIA H100", "NVIDIA GB10")
                + row("all_gather", "", 2, 2, 16 * GIB, "out_of_place", 18.94).replace("NVIDIA H100", "NVIDIA GB10");
        var finding = only(rows);
        assertThat(finding.sentence())
                .startsWith("All-Gather of 16 GiB on 2 GPUs of 2 nodes reaches 18.9 GB/s, 80 % of "
                        + "the one published run of GB10. That one reaches 23.7 GB/s over RoCE, at an unstated size; the "
                        + "log does not name its network.");
        assertThat(finding.numbers()).filteredOn(each -> each.name().equals("share")).singleElement()
                .satisfies(each -> assertThat(each.value()).isCloseTo(100 * 18.94 / 23.74, within(1e-9)));
    }

    @Test
    void whereNobodyToldWhatIsReachedItIsWhatSomebodyAsksFor() throws Exception {
        var enough = only(row("all_reduce", "", 1, 8, 8 * GIB, "out_of_place", 229.5).replace("NVIDIA H100",
                "A100-SXM4-40GB"));
        assertThat(enough.sentence()).contains("reaches 230 GB/s, 98 % of the one published run of A100");
        var asked = only(row("all_reduce", "", 1, 8, 16 * GIB, "out_of_place", 180).replace("NVIDIA H100",
                "A100-SXM4-80GB"));
        assertThat(asked.sentence())
                .startsWith("All-Reduce of 16 GiB on 8 GPUs reaches 180 GB/s, less than is asked for: "
                        + "228 by Azure NDm A100 v4.");
        assertThat(asked.severity()).isEqualTo(Severity.WARNING);
        assertThat(of(row("all_reduce", "p5.48xlarge", 2, 16, 128 << 20, "out_of_place", 300)).getFirst().sentence())
                .as("a check that asks for what two nodes cannot reach").doesNotContain("asks for");
    }

    @Test
    void usersKeepValuesOfTheirOwn() throws Exception {
        var file = folder.resolve("mine.yaml");
        Files.writeString(file, """
                - id: mine
                  title: Our L40S nodes
                  instances: []
                  gpus: ["NVIDIA L40S"]
                  node_gpus: 4
                  nvlink: 32
                  nic: 50
                  pcie: 32
                  hbm: 864
                  fabric: roce
                  source: our own acceptance, May 2026
                  values:
                    - {operation: all_reduce, nodes: 1, bytes: 1073741824, busbw: 20, source: acceptance of node 17}
                """);
        var findings = examine(
                row("all_reduce", "", 1, 4, GIB, "out_of_place", 19).replace("NVIDIA H100", "NVIDIA L40S"),
                Profiles.bundled().and(file));
        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .contains("reaches 19 GB/s, 95 % of the one published run of L40S", "acceptance of node 17"));
    }

    @Test
    void everyPublishedValueNamesItsSourceAndLink() {
        var values = Profiles.bundled().values();
        assertThat(values).hasSizeGreaterThanOrEqualTo(60).allSatisfy(value -> {
            assertThat(value.link()).startsWith("https://github.com/");
            assertThat(value.source()).isNotBlank();
            assertThat(value.busbw()).isPositive();
            assertThat(GpuModel.of(value.gpu())).hasValue(value.gpu());
            assertThat(Operation.ofId(value.operation())).isPresent();
        });
        assertThat(values.stream().filter(value -> !value.threshold()).map(Published::source).distinct().count())
                .isGreaterThanOrEqualTo(15);
    }

    /** The table itself, read another way. */
    @Test
    void atLeastSixtyValuesWereMeasuredAndEachTellsWhenItWasRead() throws Exception {
        try (var in = Profiles.class.getResourceAsStream("/data/peers/published.csv")) {
            var lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            var measured = lines.stream().filter(line -> line.contains(",measured,")).toList();
            assertThat(measured).hasSizeGreaterThanOrEqualTo(60).hasSize(208);
            assertThat(lines.subList(1, lines.size())).allSatisfy(line -> assertThat(line)
                    .containsPattern(",(measured|threshold|unreachable),20[0-9]{2}-[0-9]{2}-[0-9]{2},")
                    .containsPattern(",https://github\\.com/[^,]+,"));
            assertThat(measured.stream().filter(line -> line.matches(".*,(nccl|rccl),[0-9][0-9.]+,[0-9.]+,measured,.*"))
                    .count()).as("of a version that its source tells").isGreaterThanOrEqualTo(50);
        }
    }

    @Test
    void hardwareOfKnownLogsHasLimits() {
        for (var gpu : List.of("NVIDIA GB10", "NVIDIA GH200 120GB", "Tesla V100-SXM2-16GB", "gb200", "NVIDIA GB200")) {
            assertThat(Profiles.bundled().of("", gpu)).as(gpu).isPresent();
        }
    }

    @Test
    void namesOfGpusAreModelsWhateverTheDriverCallsThem() {
        assertThat(GpuModel.of("NVIDIA H100 80GB HBM3")).hasValue("H100");
        assertThat(GpuModel.of("NVIDIA H100 PCIe")).hasValue("H100-PCIe");
        assertThat(GpuModel.of("A100-SXM4-40GB")).hasValue("A100");
        assertThat(GpuModel.of("NVIDIA GH200 120GB")).hasValue("GH200");
        assertThat(GpuModel.of("Tesla K80")).isEmpty();
    }

    private static String row(String operation, String instance, int nodes, int ranks, long bytes, String placement,
            double busbw) {
        return "x.csv,1,nccl-tests,nccl," + operation + "," + instance + ",NVIDIA H100," + nodes + "," + ranks + ","
                + bytes
                + "," + placement + ",,," + busbw + "\n";
    }

    private static Finding only(String row) throws Exception {
        var findings = of(row);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static List<Finding> of(String row) throws Exception {
        return examine(row, Profiles.bundled());
    }

    private static List<Finding> examine(String row, Profiles profiles) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream((COLUMNS + row).getBytes(StandardCharsets.UTF_8)), "x.csv", "x.csv");
        return new PublishedPeers(profiles).examine(files.evidence());
    }
}
