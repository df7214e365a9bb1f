package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.figures.chart.Style;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The five figures in style study show exactly what the study's own figures show. */
class StudyPointsTest {

    private static final Path PLOTTED = Path.of("../../shared/reference/plotted");
    private static final Path PUBLISHED = Path.of("../../shared/reference/published");
    private static final List<String> FIVE = List.of("nccl_bandwidth", "alltoall_comparison", "nvshmem_comparison",
            "nvshmem_size_comparison", "jacobi");

    @ParameterizedTest
    @ValueSource(strings = {"nccl_bandwidth", "alltoall_comparison", "nvshmem_comparison", "nvshmem_size_comparison",
            "jacobi"})
    void everyPointIsThatOfTheStudysFigure(String name) throws IOException {
        assumeTrue(Files.isDirectory(PLOTTED), "no collection of real logs beside the checkout");
        assertSamePoints(PointsCsv.of(Bundle.figure(name, Style.STUDY)).lines().toList(),
                Files.readAllLines(PLOTTED.resolve(name + ".csv")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nccl_bandwidth", "alltoall_comparison", "nvshmem_comparison", "nvshmem_size_comparison",
            "jacobi"})
    void thePublishedTablesGiveTheSamePointsAsTheBundledResults(String name) throws Exception {
        assumeTrue(Files.isDirectory(PUBLISHED), "no collection of real logs beside the checkout");
        var rows = Results.of(List.of(PUBLISHED.toString())).rows();
        var published = Catalogue.bundled().find(name, Style.STUDY).orElseThrow().read().of(rows);
        assertThat(PointsCsv.of(published)).isEqualTo(PointsCsv.of(Bundle.figure(name, Style.STUDY)));
    }

    /** The expected numbers were computed once from data/study in exact fractions by another program, to six decimals. */
    @ParameterizedTest
    @ValueSource(strings = {"nccl_bandwidth", "alltoall_comparison", "nvshmem_comparison", "nvshmem_size_comparison",
            "jacobi"})
    void everyPointIsTheOneThatStandsHere(String name) throws IOException {
        var expected = new LinkedHashMap<String, Double>();
        for (var line : expectedPoints()) {
            int comma = line.lastIndexOf(',');
            if (line.startsWith(name + ",")) {
                expected.put(line.substring(name.length() + 1, comma), Double.valueOf(line.substring(comma + 1)));
            }
        }
        assertThat(expected).isNotEmpty();
        assertPoints(name, expected, 5e-7);
    }

    private static List<String> expectedPoints() throws IOException {
        try (var in = Objects.requireNonNull(StudyPointsTest.class.getResourceAsStream("/figures/study-points.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
        }
    }

    @Test
    void theFiveFiguresHave259Points() throws IOException {
        long points = 0;
        for (var name : FIVE) {
            points += PointsCsv.of(Bundle.figure(name, Style.STUDY)).lines().count() - 1;
        }
        assertThat(points).isEqualTo(30 + 30 + 40 + 75 + 84);
    }

    @Test
    void meansOverMessageSizesAreThoseOfTheRows() throws IOException {
        var expected = new LinkedHashMap<String, Double>();
        for (var placement : Map.of("out_of_place", "Out", "in_place", "In").entrySet()) {
            for (var file : Map.of("all_reduce", "All Reduce", "all_gather", "All Gather", "alltoall", "AllToAll")
                    .entrySet()) {
                for (var ranks : List.of("16", "32", "64", "128", "256")) {
                    double mean = Bundle.rows("study/nccl_" + file.getKey() + ".csv").stream()
                            .filter(row -> row.get("placement").equals(placement.getKey())
                                    && row.get("ranks").equals(ranks))
                            .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).average().orElseThrow();
                    expected.put("NCCL Algorithm Bandwidth," + file.getValue() + " (" + placement.getValue() + "),"
                            + ranks, mean);
                }
            }
        }
        assertPoints("nccl_bandwidth", expected);
    }

    @Test
    void jacobisSpeedupEfficiencyAndSecondsAreThoseOfTheRows() throws IOException {
        var names = Map.of("nccl", "NCCL", "nccl overlap", "NCCL+Overlap", "nccl overlap+graph", "NCCL+Graph",
                "nccl overlap+graph+buffer", "NCCL+Buffer", "nvshmem", "NVSHMEM", "nvshmem block", "NVSHMEM+Block",
                "nvshmem block+overlap+sync", "NVSHMEM+Opt");
        var expected = new LinkedHashMap<String, Double>();
        for (var row : Bundle.rows("study/jacobi.csv")) {
            var series = names.get((row.get("library") + " " + row.get("variant")).strip());
            var key = " Comparison," + series + "," + row.get("ranks");
            expected.put("GPU Communication Benchmark - Speedup" + key, Bundle.number(row, "speedup"));
            expected.put("GPU Communication Benchmark - Efficiency" + key, Bundle.number(row, "efficiency_pct"));
            expected.put("GPU Communication Benchmark - Latency" + key, Bundle.number(row, "time_us") / 1e6);
        }
        assertPoints("jacobi", expected);
    }

    @Test
    void sizesAreCountedInMebibytes() throws IOException {
        var expected = new LinkedHashMap<String, Double>();
        for (var side : Map.of("host", "Host", "device", "Device").entrySet()) {
            for (var row : Bundle.rows("study/nvshmem_alltoall_" + side.getKey() + ".csv")) {
                double mebibytes = Bundle.number(row, "message_bytes") / 1024 / 1024;
                expected.put("NVSHMEM AllToAll - " + side.getValue() + "," + row.get("ranks") + " GPUs,"
                        + (mebibytes < 1 ? mebibytes : (Object) (int) mebibytes), Bundle.number(row, "algbw_GBps"));
            }
        }
        assertPoints("nvshmem_size_comparison", expected);
    }

    @Test
    void comparisonsShowTheSizesThatBothSidesMeasured() throws IOException {
        var expected = new LinkedHashMap<String, Double>();
        for (var row : Bundle.rows("study/nccl_alltoall.csv")) {
            long mebibytes = Long.parseLong(row.get("message_bytes")) >> 20;
            if (row.get("placement").equals("out_of_place") && mebibytes <= 128) {
                expected.put("AllToAll Bandwidth - " + mebibytes + "MB,NCCL," + row.get("ranks"),
                        Bundle.number(row, "algbw_GBps"));
            }
        }
        for (var row : Bundle.rows("study/nvshmem_alltoall_host.csv")) {
            long mebibytes = Long.parseLong(row.get("message_bytes")) >> 20;
            if (mebibytes >= 32) {
                expected.put("AllToAll Bandwidth - " + mebibytes + "MB,NVSHMEM Host," + row.get("ranks"),
                        Bundle.number(row, "algbw_GBps"));
            }
        }
        assertPoints("alltoall_comparison", expected);
    }

    private static void assertPoints(String name, Map<String, Double> expected) throws IOException {
        assertPoints(name, expected, 1e-9);
    }

    private static void assertPoints(String name, Map<String, Double> expected, double tolerance) throws IOException {
        var found = new LinkedHashMap<String, Double>();
        for (var line : PointsCsv.of(Bundle.figure(name, Style.STUDY)).lines().skip(1).toList()) {
            int comma = line.lastIndexOf(',');
            assertThat(line).startsWith(name + ",");
            found.put(line.substring(name.length() + 1, comma), Double.valueOf(line.substring(comma + 1)));
        }
        assertThat(found).containsOnlyKeys(expected.keySet());
        found.forEach((key, y) -> assertThat(y).as(key).isCloseTo(expected.get(key), within(tolerance)));
    }

    /** Same header, panels and series in the same order; x and y as numbers. */
    private static void assertSamePoints(List<String> found, List<String> expected) {
        assertThat(found).hasSameSizeAs(expected);
        assertThat(found.getFirst()).isEqualTo(expected.getFirst());
        for (int i = 1; i < expected.size(); i++) {
            var left = split(found.get(i));
            var right = split(expected.get(i));
            assertThat(left.getFirst()).isEqualTo(right.getFirst());
            assertThat(Double.parseDouble(left.get(1))).isCloseTo(Double.parseDouble(right.get(1)), within(1e-9));
            assertThat(Double.parseDouble(left.get(2))).isCloseTo(Double.parseDouble(right.get(2)), within(1e-9));
        }
    }

    private static List<String> split(String line) {
        var cells = new ArrayList<>(List.of(line.split(",")));
        var names = String.join(",", cells.subList(0, cells.size() - 2));
        return List.of(names, cells.get(cells.size() - 2), cells.getLast());
    }
}
