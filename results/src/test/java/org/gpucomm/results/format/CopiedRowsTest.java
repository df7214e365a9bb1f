package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.results.format.canonical.CanonicalWriter;
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
    /** More than is looked at to find the format, after which bytes come as the stream gives them. */
    private static final int LARGE = 1 << 17;

    /** What is put in place of a number, or of any other word or cell. */
    private static final List<String> ODD = List.of("", " ", "0", "00", "007", "+5", "-1", "-0", "1.", ".5", ".",
            "1..2",
            "1e5", "1E+400", "nan", "inf", "N/A", "n/a", "12,5", "1\t2", "99999999999999999999", "2147483648",
            "0.00000000000000000000001", "123456789012345.75", "\u00E9", "\u00A0", "\u001B[1m7\u001B[0m", "#", "\"",
            "\"7\"",
            "a\"b", "!x", "~", "\u007F", "x y", " x", "x ", "[1,0]<stdout>:", "node-0:1:1 [0] NCCL INFO x", "none",
            "sum",
            "float", "half", "Float", "in_place", "out_of_place", "sideways", "all_gather", "source", "20",
            "2026-07-01",
            "{\"log\":\"x\"}", "}", "10:11:12", "7:");

    @ParameterizedTest
    @MethodSource("samples")
    void ofEverySample(Path sample) throws Exception {
        var name = String.valueOf(sample.getFileName());
        var bytes = Files.readAllBytes(sample);
        assertThat(converted(bytes, name, true, 1)).isEqualTo(converted(bytes, name, false, 1));
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
        var converted = converted(bytes(log.toString()), "nccl.log", true, 1 << 16);
        assertThat(converted.copied).isGreaterThan(converted.lines * 8 / 10);
        var csv = converted(bytes(converted.csv), "rows.csv", true, 1 << 16);
        assertThat(csv.copied).isGreaterThan(csv.lines * 99 / 100);
        assertThat(csv.csv).isEqualTo(converted.csv);
    }

    static Stream<Path> samples() throws IOException {
        try (var files = Files.walk(SAMPLES)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    private static void assertSame(String text, String name, int seed) throws Exception {
        var expected = converted(bytes(text), name, false, 1 << 16);
        assertThat(expected.lines).as("rows").isPositive();
        for (int chunk : new int[]{1 << 16, 3000, 97}) {
            assertThat(converted(bytes(text), name, true, chunk)).as("seed %d", seed).isEqualTo(expected);
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

    private static String damaged(String line, Random random) {
        var words = line.split("(?<=\\S)(?=\\s)|(?<=\\s)(?=\\S)");
        int word = random.nextInt(words.length);
        switch (random.nextInt(6)) {
            case 0 -> words[word] = anyOf(ODD, random);
            case 1 -> words[word] += anyOf(ODD, random);
            case 2 -> words[word] = "  ";
            case 3 -> {
                return line.substring(0, random.nextInt(line.length() + 1));
            }
            case 4 -> {
                return anyOf(ODD, random) + line;
            }
            default -> {
                return line.strip()
                        + anyOf(List.of("  7.5", " Ring Simple 8", " 2026-07-01 10:11:12", "\t", "  "), random);
            }
        }
        return String.join("", words);
    }

    private static String[] cells(Random random) {
        var cells = new String[]{"a.log", "" + (1 + random.nextInt(2)), "nccl-tests", "2.17.6", "nccl", "2.29.7",
                anyOf(List.of("all_reduce", "all_reduce", "broadcast"), random), "", "", "NVIDIA H200", "1", "8", "",
                "" + (8L << random.nextInt(36)), "float", "sum", "", random.nextBoolean() ? "in_place" : "out_of_place",
                "20", number(random), "", "", "", "", number(random), number(random), "0", "", "", "", "", ""};
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

    /** The line and its end; sometimes something between lines. */
    private static String ended(String line, Random random, int odd) {
        if (random.nextInt(100) >= odd) {
            return line + "\n";
        }
        return line
                + anyOf(List.of("\r\n", "\n\n", "\r", "", "\n#\n", "\n[1,0]<stdout>:\n", "\n# x\n", "\n \n"), random);
    }

    private static <T> T anyOf(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @param chunk bytes that the stream gives at once at most, so that lines end anywhere in what was read so far */
    private static Converted converted(byte[] bytes, String name, boolean copying, int chunk) throws IOException {
        var out = new ByteArrayOutputStream();
        var others = new ArrayList<Entry>();
        long lines = 0;
        long rows = 0;
        long copied = 0;
        try (var reader = LogReader.open(inChunks(bytes, chunk), name)) {
            var writer = CanonicalWriter.into(out);
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (!(entry instanceof Entry.Row row)) {
                    others.add(entry);
                    continue;
                }
                lines += row.line() > 0 ? 1 : 0;
                rows += row.measurements().size();
                for (var measurement : row.measurements()) {
                    writer.write(measurement);
                }
                if (copying) {
                    var more = reader.copyRows(row, writer);
                    copied += more.lines();
                    lines += more.lines();
                    rows += more.rows();
                }
            }
            writer.flush();
            return new Converted(out.toString(StandardCharsets.UTF_8), others, lines, rows, reader.wrappings(), copied);
        } catch (UnreadableFile e) {
            return new Converted(String.valueOf(e.getMessage()), List.of(), 0, 0, Set.of(), 0);
        }
    }

    private static InputStream inChunks(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(length, most));
            }
        };
    }

    private record Converted(String csv, List<Entry> others, long lines, long rows, Set<String> wrappings,
            long copied) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Converted that && csv.equals(that.csv) && others.equals(that.others)
                    && lines == that.lines && rows == that.rows && wrappings.equals(that.wrappings);
        }

        @Override
        public int hashCode() {
            return csv.hashCode();
        }

        @Override
        public String toString() {
            return lines + " lines, " + rows + " rows, " + wrappings + "\n" + csv + "\n" + others;
        }
    }
}
