package org.gpucomm.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Numbers that are known from the published tables, by hand. */
class StudyClaimsTest {

    private static final Path PAGE = Path.of("../docs/study.md");

    private static List<Claim> claims = List.of();

    @BeforeAll
    static void examine() throws IOException {
        claims = StudyClaims.of(EvidenceFiles.bundled("study", "libefaxx", "h200"));
    }

    @Test
    void alltoallIsReversedAtTheSmallestMessageOnTheMostGpus() {
        assertSaid("1", Ruling.PARTLY, "0.23 to 0.28", "0.33 to 0.38", "35 of 35",
                "32 MiB on 256 GPUs (All-Gather 12.4, "
                        + "All-to-All 19.8 GB/s)");
    }

    @Test
    void theDeclineWithMoreGpusIsMostlyFewerBytesARank() {
        assertSaid("2", Ruling.PARTLY, "All-Reduce −51.4 %", "All-Gather −55.9 %", "All-to-All −58.6 %",
                "256 MiB from 16 to 32 GPUs (230 to 262 GB/s)", "140 to 147 GB/s");
    }

    @Test
    void fortyGigabytesIsTheNetworksShare() {
        assertSaid("3", Ruling.PARTLY, "38.8 at 1 GiB", "40.9 at 2 GiB", "30.5 GB/s", "39.7 to 44.1", "79.3 to 88.2 %");
    }

    @Test
    void whoWinsBelow32GpusDependsOnTheSize() {
        assertSaid("4", Ruling.PARTLY, "1.29 on 16 GPUs and 0.96 on 32; they cross between 16 and 32 GPUs",
                "1.77 on 16 GPUs and 1.19 on 32; they cross between 32 and 64 GPUs",
                "8.96 on 16 GPUs and 5.74 on 32; NCCL leads on every number of GPUs");
    }

    @Test
    void nvshmemIsFlat() {
        assertSaid("5", Ruling.SUPPORTED, "+2.9 % at 2 MiB", "−1.0 % at 128 MiB", "−58.6 % at 32 MiB",
                "−63.0 % at 128 MiB");
    }

    @Test
    void deviceAgainstHostIsALaunchStyle() {
        assertSaid("6", Ruling.PARTLY, "20 of 20", "13.0 to 15.2 times at 2 MiB", "29.3 to 29.8 times at 16 MiB");
    }

    @Test
    void theFallOfTheHostTestIsACliffAtOneSize() {
        assertSaid("7", Ruling.PARTLY, "21.5 to 25.2 %", "-e 512M", "8.11");
    }

    @Test
    void plainNcclWinsFrom32GpusOn() {
        assertSaid("8", Ruling.PARTLY, "16 GPUs: the others take 0.997 to 0.999",
                "128 GPUs: the others take 1.345 to 1.429");
        assertSaid("9a", Ruling.SUPPORTED, "1.35, 1.88, 3.34, 5.47");
        assertSaid("9b", Ruling.PARTLY, "6.72, 1.85, 5.17, 19.0", "0.47, 1.47, 3.74, 12.8");
    }

    /** Medians of times in the file, taken by sorting here. */
    @Test
    void onH200sItIsTheOneBlockThatIsSlow() throws IOException {
        var host = medians("h200_nvshmem_alltoall.csv", row -> row[11].equals("4") && row[7].equals("host"));
        var block = medians("h200_nvshmem_alltoall.csv", row -> row[11].equals("4") && row[7].equals("device+block"));
        var many = medians("h200_nvshmem_alltoall.csv",
                row -> row[11].equals("4") && row[7].equals("device+put_signal"));
        assertSaidAgain("6", "the device takes %.2f to %.1f times".formatted(block.get(1L << 18) / host.get(1L << 18),
                block.get(1L << 28) / host.get(1L << 28)), "from 256 KiB to 256 MiB", "10 of 10 sizes",
                "%.2f to %.2f times".formatted(host.get(1L << 28) / many.get(1L << 28),
                        host.keySet().stream().mapToDouble(size -> host.get(size) / many.get(size)).max()
                                .orElseThrow()),
                "EFA, these runs cannot say");
        assertSaidAgain("7", "falls in 0 of 4 steps",
                "%.0f GB/s at 64 MiB to %.0f at 256 MiB".formatted((1 << 26) / host.get(1L << 26) / 1e3,
                        (1 << 28) / host.get(1L << 28) / 1e3),
                "%.1f %% from 4 MiB to 64 MiB".formatted(100 * (1 - 16 * block.get(1L << 22) / block.get(1L << 26))),
                "stays open");
    }

    @Test
    void onH200sNoSizeUpToAGibibyteMakesACliff() throws IOException {
        var host = medians("h200_nvshmem_large.csv", 5, row -> row[7].equals("host"));
        var many = medians("h200_nvshmem_large.csv", 5, row -> row[7].equals("device+put_signal"));
        var sizes = host.keySet().stream().filter(size -> size >= 1 << 20).sorted().toList();
        assertThat(sizes).hasSize(6).startsWith(1L << 20).endsWith(1L << 30);
        assertThat(sizes.stream().map(size -> size / host.get(size)).toList()).isSorted();
        assertSaidAgain("7", "falls in 0 of 5 steps from 1 MiB to 1 GiB",
                "%.0f GB/s at 64 MiB to %.0f at 1 GiB".formatted((1 << 26) / host.get(1L << 26) / 1e3,
                        (1 << 30) / host.get(1L << 30) / 1e3),
                "over many blocks from %.0f to %.0f".formatted((1 << 26) / many.get(1L << 26) / 1e3,
                        (1 << 30) / many.get(1L << 30) / 1e3));
    }

    @Test
    void onH200sPlainNcclIsSlowerThanWithOverlapAndTheBestOfNvshmemIsBehindIt() throws IOException {
        var ways = new TreeMap<String, Double>();
        for (var way : List.of("nccl", "nccl+overlap", "nccl+overlap+graph", "nvshmem", "nvshmem+block+overlap+sync")) {
            ways.put(way, medians("h200_jacobi_ways.csv", row -> row[11].equals("2") && row[7].equals(way)).get(0L));
        }
        double plain = ways.get("nccl");
        double best = ways.get("nvshmem+block+overlap+sync");
        assertSaidAgain("8", "3 of the three", "%.3f times its time".formatted(ways.get("nccl+overlap") / plain),
                "these runs cannot say");
        assertSaidAgain("9a", "%.3f times NCCL's time".formatted(ways.get("nvshmem") / plain), "7 of the 7");
        assertSaidAgain("9b", "%.3f times plain NCCL's time".formatted(best / plain),
                "%.3f times that of NCCL with overlap and %.3f with graphs".formatted(best / ways.get("nccl+overlap"),
                        best / ways.get("nccl+overlap+graph")),
                "not the best here");
    }

    @Test
    void quietCostsTheOverlapOfFillingAndWriting() throws IOException {
        assertSaid("L", Ruling.SUPPORTED, "36.6 % at 8 MiB and 20.7 % at 1 GiB, over four 56.3 and 50.2 %");
        var costs = new ArrayList<String>();
        for (var blocks : List.of("", ";blocks=1;", ";blocks=32;")) {
            var fill = blocks.isEmpty() ? "" : "+fill";
            double with = medians("h200_proxy_write.csv",
                    row -> row[7].equals("proxy" + fill) && row[31].contains(blocks)).get(1L << 30);
            double without = medians("h200_proxy_write.csv",
                    row -> row[7].equals("proxy+nbi" + fill) && row[31].contains(blocks)).get(1L << 30);
            costs.add((with - without < 100 ? "%.1f" : "%.0f").formatted(with - without) + " µs a WRITE of 1 GiB, "
                    + (without / with > 0.99 ? "%.2f" : "%.1f").formatted(100 * (1 - without / with)) + " %");
        }
        assertSaidAgain("L", costs.toArray(String[]::new));
    }

    /** By size, 0 where there is none. Columns by their place: 7 variant, 11 ranks, 13 bytes, 19 time, 31 settings. */
    private static Map<Long, Double> medians(String file, Predicate<String[]> which) throws IOException {
        return medians(file, 3, which);
    }

    private static Map<Long, Double> medians(String file, int rounds, Predicate<String[]> which) throws IOException {
        var times = new TreeMap<Long, List<Double>>();
        try (var lines = Files.lines(Path.of("../data/h200", file))) {
            lines.skip(1).map(line -> line.split(",", -1)).filter(which).forEach(row -> times
                    .computeIfAbsent(row[13].isEmpty() ? 0L : Long.parseLong(row[13]), added -> new ArrayList<>())
                    .add(Double.valueOf(row[19])));
        }
        var medians = new TreeMap<Long, Double>();
        times.forEach((size, all) -> {
            assertThat(all).as("rounds").hasSize(rounds);
            medians.put(size, all.stream().sorted().toList().get(rounds / 2));
        });
        return medians;
    }

    private static void assertSaidAgain(String number, String... words) {
        var claim = claims.stream().filter(each -> each.number().equals(number)).findFirst().orElseThrow();
        var again = Objects.requireNonNull(claim.again());
        assertThat(String.join("\n", again.points()) + "\n" + again.limits()).contains(words);
        assertThat(again.rows()).isNotEmpty();
    }

    @Test
    void thePageInTheDocumentationIsThis() throws IOException {
        if (System.getenv("GPUCOMM_WRITE_DOCS") != null) {
            Files.writeString(PAGE, StudyPage.markdown(claims));
        }
        assertThat(Files.readString(PAGE)).as("run GPUCOMM_WRITE_DOCS=1 mvn verify")
                .isEqualTo(StudyPage.markdown(claims));
    }

    private static void assertSaid(String number, Ruling ruling, String... words) {
        var claim = claims.stream().filter(each -> each.number().equals(number)).findFirst().orElseThrow();
        assertThat(String.join("\n", claim.points())).contains(words);
        assertThat(claim.ruling()).isEqualTo(ruling);
        assertThat(claim.rows()).isNotEmpty();
    }
}
