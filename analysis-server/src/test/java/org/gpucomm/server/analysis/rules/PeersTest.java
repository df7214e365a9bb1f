package org.gpucomm.server.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.hardware.GpuModel;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.hardware.Published;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Severity;
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
                        + "median of 3 published runs of H100 over EFA (487 to 488 GB/s).");
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
        assertThat(of(row("all_reduce", "", 2, 16, 16 * GIB, "out_of_place", 380))).as("unknown network").isEmpty();
        assertThat(
                of(row("all_reduce", "p5.48xlarge", 2, 16, 16 * GIB, "out_of_place", 380).replace(",nccl,", ",rccl,")))
                .as("library").isEmpty();
    }

    @Test
    void onOtherNumbersOfNodesItIsWhatLeavesTheNodeThatCompares() throws Exception {
        // p5en, 4 nodes: 364.65 and 310 GB/s, so 35.3 and 30.0 GB/s a GPU leave the node.
        var finding = only(row("all_reduce", "p5en.48xlarge", 2, 16, 4 * GIB, "out_of_place", 470));
        assertThat(finding.sentence()).contains("sends 31.3 GB/s off the node for each GPU",
                "on other numbers of nodes",
                "30 to 35.3 GB/s");
        assertThat(Peers.offNode(Operation.ALL_REDUCE, 365.84, 32, 4)).hasValueSatisfying(
                share -> assertThat(share).isCloseTo(35.4, within(0.05)));
        assertThat(Peers.offNode(Operation.ALLTOALL, 79.11, 16, 2)).hasValueSatisfying(
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
        assertThat(finding.sentence()).contains("100 % of the median of 2 published runs");
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
        return new Peers(profiles).examine(files.evidence());
    }
}
