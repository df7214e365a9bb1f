package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

import org.gpucomm.results.Bytes;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Style;
import org.junit.jupiter.api.Test;

/** Every number that the figures of gpucomm's own kernels and NVSHMEM on H200s name, recomputed from the rows. */
class OwnKernelsSentencesTest {

    /** Medians are computed here by sorting; the leader is determined for every size separately. */
    @Test
    void whoWinsAnAllToAllIsWhoHasTheBestMedianAtEachSize() throws IOException {
        var small = new TreeMap<Long, String>();
        var large = new TreeMap<Long, String>();
        for (long bytes = 1 << 10; bytes <= 1 << 30; bytes *= 4) {
            var times = new TreeMap<Double, String>();
            for (var way : WAYS_OF_FOUR.entrySet()) {
                median(way.getValue(), bytes).ifPresent(time -> times.put(time, way.getKey()));
            }
            if (bytes <= 1 << 20) {
                small.put(bytes, times.firstEntry().getValue());
            }
            if (bytes >= 1 << 20) {
                large.put(bytes, times.firstEntry().getValue());
            }
        }
        assertThat(remarks("alltoall_started")).contains("lowest median:\n" + stretches(small),
                "highest median:\n" + stretches(large));
    }

    private static final Map<String, String> WAYS_OF_FOUR = Map.of("NCCL", "nccl||", "NCCL, buffers registered",
            "nccl||local_register=1", "NCCL, windows", "nccl||local_register=2", "NVSHMEM, the host's call",
            "nvshmem|host|", "NVSHMEM, one block", "nvshmem|device+block|grid=perftest;launches=one",
            "NVSHMEM, many blocks, puts", "nvshmem|device+put_signal|grid=fastest;launches=one",
            "NVSHMEM, many blocks, stores", "nvshmem|device+stores|grid=fastest;launches=one", "own, marked lines",
            "cuda|marked|grid=fastest;launches=one", "own, blocks", "cuda|blocks|grid=fastest;launches=one",
            "own, copy engines", "cuda|copy_engine|");

    private static OptionalDouble median(String way, long bytes) throws IOException {
        var times = new ArrayList<Double>();
        for (var file : List.of("nccl", "nvshmem", "nvlink")) {
            Bundle.rows("h200/h200_" + file + "_alltoall.csv").stream()
                    .filter(row -> row.get("ranks").equals("4") && !row.get("placement").equals("in_place")
                            && row.get("message_bytes").equals("" + bytes)
                            && (row.get("library") + "|" + row.get("variant") + "|" + row.get("settings")).equals(way))
                    .forEach(row -> times.add(Bundle.number(row, "time_us")));
        }
        Collections.sort(times);
        int half = times.size() / 2;
        return times.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(times.size() % 2 == 1
                        ? times.get(half)
                        : (times.get(half - 1) + times.get(half)) / 2);
    }

    private static String stretches(TreeMap<Long, String> leaders) {
        var lines = new ArrayList<String>();
        leaders.forEach((bytes, leader) -> {
            var next = leaders.higherEntry(bytes);
            if (next == null || !next.getValue().equals(leader)) {
                lines.add(leader + " up to " + new Bytes(bytes));
            }
        });
        return String.join("\n", lines);
    }

    @Test
    void whatOneBlockAndEightReachIsTheMeanOfTheirRounds() throws IOException {
        assertThat(remarks("nvlink_blocks")).contains("256 MiB: " + decimals(written(1), 1) + " by one block,\n"
                + decimals(written(8), 0) + " by eight, " + decimals(written(132), 0) + " by 132");
    }

    private static double written(int blocks) throws IOException {
        return Bundle.rows("h200/h200_nvlink_write.csv").stream()
                .filter(row -> row.get("ranks").equals("2") && row.get("variant").equals("kernel")
                        && row.get("message_bytes").equals("" + (256 << 20))
                        && row.get("settings").contains(";blocks=" + blocks + ";"))
                .mapToDouble(row -> Bundle.number(row, "algbw_GBps")).average().orElseThrow();
    }

    @Test
    void oneGpusTimesAreThoseOfTheBaselinesAndTheIdealsStandOnThem() throws IOException {
        double study = Bundle.rows("study/jacobi.csv").stream().mapToDouble(row -> Bundle.number(row, "baseline_us"))
                .average().orElseThrow() / 1e6;
        assertThat(decimals(study, 0)).isEqualTo("472");
        var own = Bundle.rows("h200/h200_jacobi.csv").stream()
                .filter(row -> row.get("ranks").equals("1") && row.get("variant").equals("linked"))
                .mapToDouble(row -> Bundle.number(row, "time_us") / 1e6).average().orElseThrow();
        assertThat(remarks("jacobi_kernels")).contains(
                "one GPU: 472 s with the study's kernel,\n" + decimals(own, 3) + " s with gpucomm's");
        var slopes = figure("jacobi_kernels").panels().getFirst().extras().references();
        assertThat(slopes).hasSize(2).allSatisfy(each -> {
            var slope = (Reference.Slope) each;
            assertThat(slope.y1() * slope.x1()).isEqualTo(slope.y2());
            assertThat(slope.y2()).isCloseTo(slope.label().contains("study") ? study : own,
                    within(0.002 * slope.y2()));
        });
    }

    /** In units of bandwidth the loss is 1 - time without quiet / time with it. */
    @Test
    void whatQuietCostsIsTakenFromTheMediansOfTheTimes() throws IOException {
        assertThat(remarks("proxy_quiet").getLast()).isEqualTo("at 1 GiB quiet costs\n" + quiet("", 3)
                + " % where nothing is filled\n" + quiet("32", 1) + " % filled by 32 blocks\n" + quiet("1", 1)
                + " % filled by one block");
    }

    private static String quiet(String blocks, int decimals) throws IOException {
        var fill = blocks.isEmpty() ? "" : "+fill";
        return decimals(100 * (1 - written("proxy+nbi" + fill, blocks) / written("proxy" + fill, blocks)), decimals);
    }

    private static double written(String variant, String blocks) throws IOException {
        var times = Bundle.rows("h200/h200_proxy_write.csv").stream()
                .filter(row -> row.get("variant").equals(variant) && row.get("message_bytes").equals("" + (1 << 30))
                        && (blocks.isEmpty() || row.get("settings").contains(";blocks=" + blocks + ";")))
                .map(row -> Bundle.number(row, "time_us")).sorted().toList();
        assertThat(times).hasSize(3);
        return times.get(1);
    }

    @Test
    void postsASecondAreThoseOfTheQueueAndBlockingOnesWaitTwoPointEightMicroseconds() throws IOException {
        var rows = Bundle.rows("h200/h200_proxy_queue.csv");
        for (var series : figure("proxy_quiet").panels().getFirst().series()) {
            var variant = Map.of("post alone", "nbi", "post alone, four CPU threads", "nbi", "with the answer",
                    "nbi+answered", "quiet after each", "blocking").get(series.name());
            int threads = series.name().contains("four") ? 4 : 1;
            assertThat(series.points()).hasSize(4).allSatisfy(point -> {
                var rates = rows.stream()
                        .filter(row -> row.get("variant").equals(variant) && row.get("settings")
                                .startsWith("posters=" + (int) point.x() + ";proxies=" + threads + ";"))
                        .map(row -> point.x() / Bundle.number(row, "time_us")).sorted().toList();
                assertThat(point.y()).isCloseTo(rates.get(1), within(1e-6 * point.y()));
            });
        }
    }

    /** The rows' own efficiency is held against their times and the one GPU's. */
    @Test
    void theWaysOfJacobiStandAtTheirShareOfTwoGpus() throws IOException {
        var panel = figure("jacobi_ways").panels().getLast();
        var shown = new TreeMap<String, Double>();
        panel.series().forEach(series -> series.points()
                .forEach(point -> shown.put(panel.x().textOf(point.x()), point.y())));
        assertThat(shown).hasSize(8);
        var rows = Bundle.rows("h200/h200_jacobi_ways.csv").stream().filter(row -> row.get("ranks").equals("2"))
                .toList();
        var shares = rows.stream().map(row -> row.get("variant")).distinct().map(variant -> rows.stream()
                .filter(row -> row.get("variant").equals(variant))
                .map(row -> 50 * Bundle.number(row, "baseline_us") / Bundle.number(row, "time_us")).sorted().toList()
                .get(1)).sorted().toList();
        var bars = shown.values().stream().sorted().toList();
        for (int i = 0; i < bars.size(); i++) {
            assertThat(bars.get(i)).isCloseTo(shares.get(i), within(1e-4));
        }
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
