package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Style;
import org.junit.jupiter.api.Test;

/** Every number that a sentence of a figure names, recomputed from the rows. */
class SentencesTest {

    @Test
    void meansSayOverHowManySizes() throws IOException {
        long gathers = Bundle.rows("study/nccl_all_gather.csv").stream().map(row -> row.get("message_bytes")).distinct()
                .count();
        long reduces = Bundle.rows("study/nccl_all_reduce.csv").stream().map(row -> row.get("message_bytes")).distinct()
                .count();
        assertThat(figure("nccl_bandwidth").aggregation()).contains("over " + gathers + " message sizes",
                "all-reduce: " + reduces);
        assertThat(Bundle.figure("nccl_bandwidth", Style.STUDY).aggregation()).contains(gathers + "–" + reduces);
    }

    @Test
    void allGatherHardlyDependsOnScaleAtFourMebibytesAGpu() throws IOException {
        assertThat(remarks("nccl_bandwidth")).anySatisfy(text -> assertThat(text)
                .contains(decimals(gather(256, 1024) / gather(16, 64) * 100 - 100, 1) + " %"));
    }

    private static double gather(int ranks, long mebibytes) throws IOException {
        return Bundle.rows("study/nccl_all_gather.csv").stream()
                .filter(row -> row.get("ranks").equals("" + ranks) && row.get("placement").equals("out_of_place")
                        && row.get("message_bytes").equals("" + (mebibytes << 20)))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).findFirst().orElseThrow();
    }

    @Test
    void nvlinkIsSoManyTimesAsFastAsEfaWhereverBothWereMeasured() throws IOException {
        var ratios = Bundle.rows("study/nccl_alltoall.csv").stream()
                .filter(row -> row.get("ranks").equals("16") && row.get("placement").equals("out_of_place"))
                .mapToDouble(row -> h200("alltoall", "busbw_GBps", row.get("message_bytes"))
                        / Bundle.number(row, "busbw_GBps"))
                .sorted().toArray();
        assertThat(remarks("nvlink_vs_efa")).contains("4 H200 over NVLink:\n" + decimals(ratios[0], 2) + "–"
                + decimals(ratios[ratios.length - 1], 2) + " times\n16 H100 over EFA");
        assertThat(figure("nvlink_vs_efa").aggregation()).contains("the mean of 3 rounds (4 GiB of all-gather and");
    }

    @Test
    void pointsOfTheH200sAreMeansOfTheRounds() throws IOException {
        var panels = figure("nvlink_latency").panels();
        for (var operation : List.of("All-Reduce", "All-Gather", "All-to-All")) {
            var id = operation.toLowerCase(Locale.ROOT).replace("-to-", "to").replace('-', '_');
            assertThat(points(panels.getFirst(), operation)).hasSize(15).allSatisfy((bytes, y) -> assertThat(y)
                    .isCloseTo(h200(id, "time_us", bytes), within(1e-9)));
        }
    }

    @Test
    void whatIsLargestInARoundIsTheMedianOfTheRoundsSoThatOneDoesNotRuleIt() throws IOException {
        var panel = figure("nvlink_latency").panels().getLast();
        for (var column : Map
                .of("a round's largest", "time_max_us", "a round's median", "time_p50_us", "a round's least",
                        "time_min_us")
                .entrySet()) {
            assertThat(points(panel, column.getKey())).hasSize(15).allSatisfy((bytes, y) -> assertThat(y)
                    .isCloseTo(rounds("all_reduce", column.getValue(), bytes)[1], within(1e-9)));
        }
    }

    @Test
    void moreGpusAreDarkerAndWhatIsOffIsInTheTitle() throws IOException {
        assertThat(figure("nvlink_vs_efa").title()).contains("NVLS off");
        for (var panel : figure("nvlink_vs_efa").panels()) {
            assertThat(panel.series().stream().limit(3).map(Series::name)).containsExactly("16 H100, EFA",
                    "64 H100, EFA",
                    "256 H100, EFA");
            var brightness = panel.series().stream().limit(3)
                    .mapToInt(series -> Color.decode(series.color()).getGreen()).toArray();
            assertThat(brightness).isSortedAccordingTo(Comparator.reverseOrder());
        }
        assertThat(figure("jacobi").panels().getFirst().series()).extracting(Series::name)
                .allMatch(name -> name.startsWith("NCCL") || name.startsWith("NVSHMEM"));
        assertThat(figure("proxy").panels().getFirst().x().label()).contains("the source gives no unit");
    }

    private static Map<String, Double> points(Panel panel, String series) {
        var points = new HashMap<String, Double>();
        for (var each : panel.series()) {
            if (each.name().equals(series)) {
                each.points().forEach(point -> points.put(Long.toString(Math.round(point.x())), point.y()));
            }
        }
        return points;
    }

    /** Mean of the three rounds on four GPUs, out of place. */
    private static double h200(String operation, String column, String bytes) {
        return DoubleStream.of(rounds(operation, column, bytes)).average().orElseThrow();
    }

    /** Those of the three rounds, the smallest first. */
    private static double[] rounds(String operation, String column, String bytes) {
        try {
            var rounds = Bundle.rows("h200/h200_" + operation + ".csv").stream()
                    .filter(row -> row.get("ranks").equals("4") && row.get("placement").equals("out_of_place")
                            && row.get("message_bytes").equals(bytes))
                    .mapToDouble(row -> Bundle.number(row, column)).sorted().toArray();
            assertThat(rounds).hasSize(3);
            return rounds;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ncclAndNvshmemCrossBetweenMeasuredCounts() throws IOException {
        assertThat(nccl(32, 16)).isGreaterThan(nvshmem("host", 32, 16));
        assertThat(nccl(32, 32)).isLessThan(nvshmem("host", 32, 32));
        assertThat(nccl(64, 32)).isGreaterThan(nvshmem("host", 64, 32));
        assertThat(nccl(64, 64)).isLessThan(nvshmem("host", 64, 64));
        assertThat(remarks("alltoall_comparison")).containsSubsequence("they cross between\n16 and 32 GPUs",
                "they cross between\n32 and 64 GPUs");
    }

    @Test
    void nvshmemsCollapseIsItsRangeAt128Mebibytes() throws IOException {
        var values = nvshmem("host", 128).sorted().toArray();
        assertThat(remarks("alltoall_comparison")).contains("NVSHMEM collapses to\n" + decimals(values[0], 2) + "–"
                + decimals(values[values.length - 1], 2) + " GB/s");
    }

    @Test
    void ratiosOfHostAndDeviceAreThoseOfTheRows() throws IOException {
        for (long mebibytes : List.of(2L, 4L, 8L, 16L)) {
            var host = nvshmem("host", mebibytes).toArray();
            var device = nvshmem("device", mebibytes).toArray();
            var ratios = java.util.stream.IntStream.range(0, host.length).mapToDouble(i -> host[i] / device[i]).sorted()
                    .toArray();
            assertThat(remarks("nvshmem_comparison")).anySatisfy(text -> assertThat(text)
                    .contains(decimals(ratios[0], 1) + "–" + decimals(ratios[ratios.length - 1], 1) + "×"));
        }
    }

    @Test
    void theCliffIsTheFallFrom64To128Mebibytes() throws IOException {
        var before = nvshmem("host", 64).toArray();
        var after = nvshmem("host", 128).toArray();
        var falls = java.util.stream.IntStream.range(0, before.length)
                .mapToDouble(i -> 100 - after[i] / before[i] * 100)
                .sorted().toArray();
        assertThat(remarks("nvshmem_size_comparison")).contains("−" + decimals(falls[0], 0) + " to −"
                + decimals(falls[falls.length - 1], 0) + " %\nat one size");
    }

    @Test
    void theFiveCurvesLieWithinOnePercent() throws IOException {
        double widest = 0;
        for (long mebibytes : List.of(4L, 8L, 16L, 32L, 64L)) {
            var values = nvshmem("host", mebibytes).sorted().toArray();
            widest = Math.max(widest, values[values.length - 1] / values[0] * 100 - 100);
        }
        assertThat(remarks("nvshmem_size_comparison"))
                .contains("from 4 to 64 MiB the five\nlie within " + decimals(widest, 2) + " %");
    }

    @Test
    void quietCostsWhatTheRowsSay() throws IOException {
        for (var links : List.of("single", "multi")) {
            assertThat(remarks("proxy")).contains("quiet costs " + decimals(cost(links, 8), 1) + " % at 8 MiB\nand "
                    + decimals(cost(links, 1024), 1) + " % at 1 GiB");
        }
    }

    private static double cost(String links, long mebibytes) throws IOException {
        return 100 - proxy("proxy-" + links, mebibytes) / proxy("proxy-" + links + "+nbi", mebibytes) * 100;
    }

    private static double proxy(String variant, long mebibytes) throws IOException {
        return Bundle.rows("libefaxx/proxy.csv").stream()
                .filter(row -> row.get("variant").equals(variant)
                        && row.get("message_bytes").equals("" + (mebibytes << 20)))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).findFirst().orElseThrow();
    }

    @Test
    void plainNvshmemIsOffTheScaleByItsTimeAboveIdeal() throws IOException {
        var above = Bundle.rows("study/jacobi.csv").stream()
                .filter(row -> row.get("library").equals("nvshmem") && row.get("variant").isEmpty())
                .mapToDouble(row -> (Bundle.number(row, "time_us")
                        - Bundle.number(row, "baseline_us") / Bundle.number(row, "ranks")) / 1e6)
                .sorted().toArray();
        assertThat(remarks("jacobi")).contains("NVSHMEM, at " + decimals(above[0], 1) + "–"
                + decimals(above[above.length - 1], 1) + " s, is off the scale");
    }

    @Test
    void ceilingsAreLineRates() throws IOException {
        // 100 Gb/s an EFA, four EFAs a GPU, 32 a node of p5.48xlarge.
        assertThat(levels("bandwidth")).containsExactly(100.0, 400.0, 100.0);
        assertThat(levels("round_robin")).containsExactly(400.0, 300.0);
        assertThat(levels("proxy")).containsExactly(100.0, 400.0);
        assertThat(levels("ladder_3200gbps")).containsExactly(32 * 100.0);
    }

    private static List<Double> levels(String name) throws IOException {
        return figure(name).panels().stream().flatMap(panel -> panel.extras().references().stream())
                .map(reference -> ((org.gpucomm.figures.chart.Extras.Reference.Level) reference).y()).toList();
    }

    @Test
    void everyFigureSaysWhatIsAggregatedAndWhereItComesFrom() throws IOException {
        for (var figure : Bundle.figures()) {
            assertThat(figure.aggregation()).as(figure.name()).containsAnyOf("mean of", "othing is averaged");
            assertThat(figure.source()).as(figure.name()).containsAnyOf("p5.48xlarge", "one host");
            assertThat(figure.aggregation() + remarks(figure.name())).as(figure.name()).doesNotContain("{");
        }
    }

    private static double nccl(long mebibytes, int ranks) throws IOException {
        return Bundle.rows("study/nccl_alltoall.csv").stream()
                .filter(row -> row.get("ranks").equals("" + ranks) && row.get("placement").equals("out_of_place")
                        && row.get("message_bytes").equals("" + (mebibytes << 20)))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).findFirst().orElseThrow();
    }

    private static double nvshmem(String side, long mebibytes, int ranks) throws IOException {
        return Bundle.rows("study/nvshmem_alltoall_" + side + ".csv").stream()
                .filter(row -> row.get("ranks").equals("" + ranks)
                        && row.get("message_bytes").equals("" + (mebibytes << 20)))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).findFirst().orElseThrow();
    }

    /** By ranks, ascending. */
    private static DoubleStream nvshmem(String side, long mebibytes) throws IOException {
        return Bundle.rows("study/nvshmem_alltoall_" + side + ".csv").stream()
                .filter(row -> row.get("message_bytes").equals("" + (mebibytes << 20)))
                .sorted(java.util.Comparator.comparing(row -> Integer.valueOf(row.get("ranks"))))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps"));
    }

    private static List<String> remarks(String name) throws IOException {
        return figure(name).panels().stream().flatMap(panel -> panel.extras().remarks().stream()).map(Remark::text)
                .toList();
    }

    private static Figure figure(String name) throws IOException {
        return Bundle.figure(name, Style.GPUCOMM);
    }

    private static String decimals(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
