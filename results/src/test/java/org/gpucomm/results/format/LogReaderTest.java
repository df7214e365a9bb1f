package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogReaderTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");

    /** Samples lie in a folder named after the format that must recognise them: no other may take them. */
    @ParameterizedTest
    @MethodSource("samples")
    void everySampleIsRecognisedByItsOwnFormat(Path sample) throws Exception {
        assertThat(Reading.ofFile(sample).format().id())
                .isEqualTo(Objects.requireNonNull(sample.getParent().getFileName()).toString());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyLineOfASampleHasExactlyOneEntryInOrder(Path sample) throws Exception {
        var numbers = Reading.ofFile(sample).entries().stream().map(Entry::line).filter(line -> line > 0).toList();
        long lines = Files.readString(sample).lines().count();
        assertThat(numbers).containsExactlyElementsOf(Stream.iterate(1L, n -> n + 1).limit(lines).toList());
    }

    /** Cuts, joins and garbles lines at random: whatever happens to a row, its line is a row, a note or a problem. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("samples")
    void damageNeverLosesALine(Path sample) throws Exception {
        var lines = Files.readString(sample).lines().toList();
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            for (int i = 0; i < lines.size(); i++) {
                text.append(i == 0 ? lines.get(i) : damaged(lines.get(i), random)).append('\n');
            }
            Reading reading;
            try {
                reading = Reading.ofText(text.toString(), String.valueOf(sample.getFileName()));
            } catch (UnreadableFile headerGone) {
                continue;
            }
            long accounted = reading.entries().stream().filter(entry -> entry.line() > 0).count();
            assertThat(accounted).as("seed %d", seed).isEqualTo(text.toString().lines().count());
        }
    }

    /** A row that lost its end must not come out as a row with other numbers. */
    @Test
    void aRowCutAnywhereBeforeItsLastCellIsNeverARow() throws Exception {
        var lines = Files.readString(SAMPLES.resolve("nccl-tests/timestamps-S1.log")).lines().toList();
        var row = lines.get(4).replaceAll(" 2026.*", "");
        int lastCell = row.stripTrailing().lastIndexOf(' ') + 1;
        for (int length = 1; length <= lastCell; length++) {
            var reading = Reading.ofText(String.join("\n", lines.subList(0, 4)) + "\n" + row.substring(0, length),
                    "broadcast.log");
            assertThat(reading.rows()).as("cut after %d characters", length).isEmpty();
        }
    }

    @Test
    void whatIsNoLogIsRefusedInWords() {
        assertRefused(new byte[0], "the file is empty");
        assertRefused(new byte[]{(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, "PNG picture");
        assertRefused(new byte[]{0x1F, (byte) 0x8B, 8}, "the gzip data are damaged or cut off");
        assertRefused(new byte[]{'a', 0, 'b'}, "a zero byte at offset 1");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstColumn() throws Exception {
        assertThat(Reading.ofText("\uFEFFGPUs,size(MB),algbw(GB/s)\n8,1,2.0\n", "nccl_reduce.csv").rows()).hasSize(1);
    }

    @Test
    void aLineThatIsTooLongIsAProblemAndTheNextOneIsRead() throws Exception {
        var table = Reading.ofText("GPUs,size(MB),algbw(GB/s)\n" + "8".repeat(17 << 20) + "\n8,1,2.0\n",
                "nccl_reduce.csv");
        assertThat(table.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo("the line is longer than 16 MiB and was not read");
            assertThat(problem.text().length()).isLessThan(600);
        });
        assertThat(table.rows()).hasSize(1);
        var log = Reading.ofText("#\n" + "8".repeat(2 << 20) + "\n#\n", "x.log");
        assertThat(log.problems()).extracting(Entry.Problem::reason)
                .containsExactly("the line is longer than 1 MiB and was not read");
    }

    /** Quadratic time would exceed the limit that every test has. */
    @ParameterizedTest
    @ValueSource(
            strings = {"a", " ", "1 ", "=a_", "[", "]<std", "[1,0]<stdout>:", "[1,0]<stdout>:x[1,1]<stdout>:y", "NCCL ",
                    "h:1:2 [0] NCCL INFO ", "\u001B]", "\u001B[", "{", "\"", ",", "0: ", "[rank 1] ", "> ", "(pid=1",
                    "a_perf ", "1",
                    "put_get_", "2026-07-01T10:11:12Z ", "\u00A0", "a b-", "INFO - ", "{\"log\":\"", "{\"a\":", "\\",
                    "a.log:", "1:", "1\t", "a\t", "a/"})
    void aLongLineIsReadInLinearTime(String unit) throws Exception {
        var table = "# Collective test starting: all_reduce_perf\n";
        var line = unit.repeat((1 << 20) / unit.getBytes(StandardCharsets.UTF_8).length - 1);
        Reading.ofText(table + line + "\n" + line + ":1:2 [0] NCCL INFO x\n", "x.log");
    }

    static Stream<Path> samples() throws IOException {
        try (var files = Files.walk(SAMPLES)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    private static String damaged(String line, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> line.substring(0, random.nextInt(line.length() + 1));
            case 1 -> line + line;
            case 2 -> line.replace(' ', ',');
            case 3 -> line.replaceAll("[0-9]", "x");
            case 4 -> "\"" + line;
            default -> line;
        };
    }

    private static void assertRefused(byte[] bytes, String words) {
        assertThatThrownBy(() -> LogReader.open(new ByteArrayInputStream(bytes), "file"))
                .isInstanceOf(UnreadableFile.class).hasMessageContaining(words);
    }
}
