package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.Converted.LARGE;
import static org.gpucomm.results.format.Converted.assertSame;
import static org.gpucomm.results.format.Converted.bytes;
import static org.gpucomm.results.format.OddLines.ODD;
import static org.gpucomm.results.format.OddLines.anyOf;
import static org.gpucomm.results.format.OddLines.damaged;
import static org.gpucomm.results.format.OddLines.ended;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that are copied ({@link LogReader#copyRows}) are the rows that reading and writing them gives, and everything else that
 * is said of the log is the same: over the samples of all formats, and over large logs with odd lines at random places.
 */
class CopiedRowsTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");

    @ParameterizedTest
    @MethodSource("samples")
    void ofEverySample(Path sample) throws Exception {
        var name = String.valueOf(sample.getFileName());
        var bytes = Files.readAllBytes(sample);
        assertSame(Converted.of(bytes, name, true, 1), Converted.of(bytes, name, false, 1), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void ofALogOfNcclTestsWithSoManyOddLinesInAHundred(int odd) throws Exception {
        for (int seed = 0; seed < 12; seed++) {
            var random = new Random(seed);
            var log = new StringBuilder();
            while (log.length() < LARGE) {
                log.append(random.nextInt(100) < odd ? "node-0:1:1 [0] NCCL INFO Channel 00\n" : "");
                run(log, random, odd);
            }
            assertSame(log.toString(), "nccl.log", seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void ofACanonicalCsvWithSoManyOddLinesInAHundred(int odd) throws Exception {
        for (int seed = 0; seed < 12; seed++) {
            var random = new Random(seed);
            var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
            while (csv.length() < LARGE) {
                var cells = cells(random);
                for (int i = 0; i < 3 && random.nextInt(100) < odd; i++) {
                    cells[random.nextInt(cells.length)] = anyOf(ODD, random);
                }
                csv.append(ended(String.join(",", cells), random, odd));
            }
            assertSame(csv.toString(), "rows.csv", seed);
        }
    }

    @Test
    void nearlyAllRowsOfAPlainLogAreCopied() throws Exception {
        var random = new Random(1);
        var log = new StringBuilder();
        while (log.length() < LARGE) {
            run(log, random, 0);
        }
        var converted = Converted.of(bytes(log.toString()), "nccl.log", true, 1 << 16);
        assertThat(converted.copied()).isGreaterThan(converted.lines() * 8 / 10);
        var csv = Converted.of(bytes(converted.csv()), "rows.csv", true, 1 << 16);
        assertThat(csv.copied()).isGreaterThan(csv.lines() * 99 / 100);
        assertThat(csv.csv()).isEqualTo(converted.csv());
    }

    static Stream<Path> samples() throws IOException {
        try (var files = Files.walk(SAMPLES)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    /** One run of nccl-tests, of any operation and width; some of its lines become odd. */
    private static void run(StringBuilder log, Random random, int odd) {
        boolean inPlaceOnly = random.nextInt(10) < 1;
        var kind = anyOf(
                List.of("     float     sum      -1", "      half    none       3", "  bfloat16    prod       0"),
                random);
        var columns = "    time   algbw   busbw  #wrong".repeat(inPlaceOnly ? 1 : 2);
        var lines = new ArrayList<String>();
        lines.add("# nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907");
        lines.add("# Collective test starting: all_reduce_perf");
        lines.add(
                "# nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1");
        for (int rank = 0; rank < 2; rank++) {
            lines.add("#  Rank  " + rank + " Group  0 Pid   400" + rank + " on     node-0 device  " + rank
                    + " [0000:1b:00] NVIDIA H200");
        }
        lines.add(inPlaceOnly ? "#   in-place" : "#   out-of-place   in-place");
        lines.add("#       size         count      type   redop    root " + columns);
        lines.add("#        (B)    (elements)                            " + "  (us)  (GB/s)  (GB/s) ");
        int width = random.nextInt(10) < 1 ? 1 : 12;
        for (int row = 0; row < 40; row++) {
            var line = new StringBuilder();
            line.append(String.format("%" + width + "d  %12d%s", 8L << row % 36, 2L << row % 36, kind));
            for (int block = 0; block < (inPlaceOnly ? 1 : 2); block++) {
                line.append(String.format(Locale.ROOT, "  %7.2f %7.2f %7.2f %7s", 1000 * random.nextDouble(),
                        480 * random.nextDouble(), 480 * random.nextDouble(),
                        random.nextInt(30) > 0 ? "0" : random.nextBoolean() ? "N/A" : "17"));
            }
            lines.add(line.toString());
        }
        lines.add("# Out of bounds values : 0 OK");
        lines.add("# Avg bus bandwidth    : 239.5 ");
        lines.add("#");
        for (var line : lines) {
            boolean changed = random.nextInt(100) < odd;
            log.append(ended(changed ? damaged(line, random) : line, random, odd));
        }
    }

    private static String[] cells(Random random) {
        var cells = new String[]{"a.log", "" + (1 + random.nextInt(2)), "nccl-tests", "2.17.6", "nccl", "2.29.7",
                anyOf(List.of("all_reduce", "all_reduce", "broadcast"), random), "", "", "NVIDIA H200", "1", "8", "",
                "" + (8L << random.nextInt(36)), "float", "sum", "", random.nextBoolean() ? "in_place" : "out_of_place",
                "20", number(random), "", "", "", "", number(random), number(random), "0", "", "", "", "", "", ""};
        if (random.nextInt(8) == 0) {
            for (var column : List.of(Column.TIME_US, Column.ALGBW_GBPS, Column.BUSBW_GBPS)) {
                cells[column.ordinal()] = random.nextBoolean() ? "" : number(random);
            }
            cells[Column.SETTINGS.ordinal()] = "algo=RING;proto=LL";
        }
        return cells;
    }

    private static String number(Random random) {
        return String.format(Locale.ROOT, "%.2f", 480 * random.nextDouble());
    }
}
