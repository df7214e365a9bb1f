package org.gpucomm.analysis.matrices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.analysis.matrices.HeatMatrix.MatrixCell;
import org.junit.jupiter.api.Test;

class MatrixTest {

    private static final Path SAMPLES = Path.of("../results/src/test/resources/samples");

    @Test
    void eachMatrixOfNvbandwidthIsOneWithItsHolesAndItsUnit() throws Exception {
        var matrices = read(SAMPLES.resolve("nvbandwidth/v0.8-two-gpus.log"));
        assertThat(matrices).extracting(HeatMatrix::title).startsWith("Memcpy, host_to_device_memcpy_ce",
                "Memcpy, device_to_device_memcpy_read_ce");
        var reads = matrices.get(1);
        assertThat(reads.rows()).containsExactly("0", "1");
        assertThat(reads.cells().get(0).get(0)).isNull();
        assertThat(cell(reads, 0, 1).y()).isEqualTo(393.71);
        assertThat(cell(reads, 1, 0).wrong()).as("nvbandwidth does not say that it checked").isNull();
        assertThat(matrices.getFirst().rows()).containsExactly("0");
        var latency = matrices.stream().filter(each -> each.title().contains("latency")).findFirst().orElseThrow();
        assertThat(latency.value().name()).isEqualTo("time");
        assertThat(cell(latency, 0, 1).y()).as("812.50 ns in µs").isCloseTo(0.8125, within(1e-12));
    }

    @Test
    void transferBenchsPathsAndMatricesAreMatricesToo() throws Exception {
        assertThat(read(SAMPLES.resolve("transferbench/p2p-and-a2a.log"))).isNotEmpty()
                .allSatisfy(matrix -> assertThat(matrix.highest()).isGreaterThan(1));
    }

    /** Four GPUs, three ways, three rounds: each cell is the median of the three, recomputed from the text of the file. */
    @Test
    void theBundledPairsAreThreeMatricesOfMedians() throws Exception {
        var text = new String(
                new BundledFile("h200/h200_nvlink_pairs.csv", "0000000000000000", List.of(), List.of()).open()
                        .readAllBytes(),
                java.nio.charset.StandardCharsets.UTF_8);
        var matrices = PairMatrices.of(Logs.of(new ByteArrayInputStream(text.getBytes()), "h200_nvlink_pairs.csv"));
        assertThat(matrices).hasSize(3).allSatisfy(matrix -> {
            assertThat(matrix.rows()).containsExactly("0", "1", "2", "3").isEqualTo(matrix.columns());
            assertThat(matrix.cells().stream().flatMap(List::stream).filter(Objects::nonNull)).hasSize(12)
                    .allSatisfy(cell -> assertThat(cell.n()).isEqualTo(3));
        });
        var eight = text.lines().filter(line -> line.contains("pair=3-1;blocks=8;"))
                .map(line -> Double.valueOf(line.split(",", -1)[24])).sorted().toList();
        assertThat(eight).hasSize(3);
        var cell = cell(matrices.stream().filter(each -> each.title().contains("blocks=8,")).findFirst().orElseThrow(),
                3,
                1);
        assertThat(cell.y()).isEqualTo(eight.get(1));
        assertThat(cell.wrong()).isZero();
    }

    @Test
    void ranksOfSeveralNodesAreNamedWithTheirNodeAndSortedAsPeopleCount() throws Exception {
        var rows = new StringBuilder("source,section,tool,operation,variant,nodes,ranks,algbw_GBps,settings\n");
        for (int row = 0; row < 12; row++) {
            for (int column = 0; column < 12; column++) {
                if (row != column) {
                    rows.append("mine.csv,1,mine,memcpy,p2p,3,12,").append(row / 4 == column / 4 ? 300 : 40)
                            .append(",row=")
                            .append(row).append(";column=").append(column).append('\n');
                }
            }
        }
        var matrix = PairMatrices.of(Logs.of(new ByteArrayInputStream(rows.toString().getBytes()), "mine.csv"))
                .getFirst();
        assertThat(matrix.rows()).startsWith("0/0", "0/1", "0/2", "0/3", "1/4").endsWith("2/10", "2/11");
        assertThat(cell(matrix, 3, 4).y()).isEqualTo(40);
        assertThat(matrix.scaleFrom()).isEqualTo(40);
    }

    @Test
    void noiseDoesNotFillTheScaleAndAWeakLinkDoes() throws Exception {
        assertThat(of(390, 391, 389, 392).scaleFrom()).isCloseTo(0.8 * 392, within(1e-9));
        assertThat(of(390, 391, 97, 392).scaleFrom()).isEqualTo(97);
    }

    @Test
    void whatNamesNoPairOrOneAloneIsNoMatrix() throws Exception {
        var rows = "source,section,tool,operation,algbw_GBps,settings\nmine.csv,1,mine,memcpy,3,row=0;column=1\n"
                + "mine.csv,1,mine,memcpy,4,blocks=8\n";
        assertThat(PairMatrices.of(Logs.of(new ByteArrayInputStream(rows.getBytes()), "mine.csv"))).isEmpty();
    }

    @Test
    void theCorpusMatricesAreWhole() throws Exception {
        var log = Path.of("../../shared/corpus/nvbandwidth/readme-d2d-write.log");
        assumeTrue(Files.exists(log), "no collection of real logs beside the checkout");
        assertThat(read(log)).isNotEmpty().allSatisfy(matrix -> assertThat(matrix.rows()).hasSize(8));
    }

    private static HeatMatrix of(double... values) throws Exception {
        var rows = new StringBuilder("source,section,tool,operation,algbw_GBps,settings\n");
        for (int i = 0; i < values.length; i++) {
            rows.append("mine.csv,1,mine,memcpy,").append(values[i]).append(",row=").append(i / 2).append(";column=")
                    .append(i % 2).append('\n');
        }
        return PairMatrices.of(Logs.of(new ByteArrayInputStream(rows.toString().getBytes()), "mine.csv")).getFirst();
    }

    private static MatrixCell cell(HeatMatrix matrix, int row, int column) {
        return Objects.requireNonNull(matrix.cells().get(row).get(column));
    }

    private static List<HeatMatrix> read(Path log) throws Exception {
        return PairMatrices.of(Logs.of(Files.newInputStream(log), log.getFileName().toString()));
    }
}
