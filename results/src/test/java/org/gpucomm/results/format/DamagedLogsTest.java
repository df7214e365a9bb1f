package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Takes the sample logs of all formats that stand in logs, and does to them at random what launchers, terminals, full disks and
 * other programs do. What comes out must be rows of the whole log and nothing else, and where one is missing there is a
 * problem.
 */
class DamagedLogsTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");
    private static final int SEEDS = 40;

    /** Wrapping in anything that keeps every line whole loses nothing: the same measurements come out. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("logs")
    void wrappingChangesNothing(Path sample) throws Exception {
        var lines = Files.readAllLines(sample);
        var expected = measurements(reading(lines, sample));
        for (int seed = 0; seed < SEEDS; seed++) {
            var wrapping = new RandomWrapping(new Random(seed));
            var wrapped = lines.stream().map(wrapping::wrap).toList();
            var text = wrapping.ends(wrapped);
            var reading = Reading.ofBytes(wrapping.encode(text), String.valueOf(sample.getFileName()));
            assertThat(measurements(reading)).as("seed %d: %s", seed, wrapped.getFirst()).isEqualTo(expected);
            assertAccounted(reading, wrapped.size(), seed);
        }
    }

    /** As code in a list or a document, or behind the time that Jenkins puts two blanks behind. */
    @ParameterizedTest
    @MethodSource("logs")
    void indentationChangesNothing(Path sample) throws Exception {
        var lines = Files.readAllLines(sample);
        var expected = measurements(reading(lines, sample));
        for (var margin : List.of("   ", "    ", "12:34:56  ")) {
            var indented = lines.stream().map(line -> line.isEmpty() ? line : margin + line).toList();
            assertThat(measurements(reading(indented, sample))).as("'%s'", margin).isEqualTo(expected);
        }
    }

    /** Lines of other ranks between the lines of one, each with its tag, lose nothing; nor do tags within lines. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("logs")
    void ranksThatWriteAtOnceUnderTheirTagsLoseNothing(Path sample) throws Exception {
        var lines = Files.readAllLines(sample);
        var expected = measurements(reading(lines, sample));
        for (int seed = 0; seed < SEEDS; seed++) {
            var physical = interleaved(lines, new Random(seed));
            var reading = reading(physical, sample);
            assertThat(measurements(reading)).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
            assertAccounted(reading, physical.size(), seed);
        }
    }

    /** Torn, cut, joined, deleted in the middle: a row that comes out is one of the whole log's, or has a problem beside it. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("logs")
    void noRowIsLostOrShiftedWithoutAProblem(Path sample) throws Exception {
        var lines = Files.readAllLines(sample);
        var whole = reading(lines, sample);
        var allowed = new HashSet<>(numbers(whole));
        var rowLines = rowLines(whole);
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            var damaged = new ArrayList<>(lines);
            var hit = new LinkedHashSet<Integer>();
            for (int n = 1 + random.nextInt(4); n > 0 && !rowLines.isEmpty(); n--) {
                int line = rowLines.get(random.nextInt(rowLines.size()));
                damaged.set(line - 1, torn(lines.get(line - 1), random));
                hit.add(line);
            }
            var reading = reading(damaged, sample);
            assertThat(allowed).as("seed %d: no numbers that the log does not have", seed)
                    .containsAll(numbers(reading, hit));
            assertLostWithAProblem(whole, reading, damaged, hit, seed);
            assertAccounted(reading, damaged.size(), seed);
        }
    }

    /** Every row before the place where a log was cut is there. */
    @ParameterizedTest
    @MethodSource("logs")
    void aLogThatWasCutKeepsItsRowsUpToThere(Path sample) throws Exception {
        var bytes = Files.readAllBytes(sample);
        var whole = Reading.ofFile(sample);
        for (int seed = 0; seed < SEEDS; seed++) {
            var text = new String(bytes, 0, new Random(seed).nextInt(bytes.length - 1) + 1, StandardCharsets.UTF_8);
            long complete = text.chars().filter(c -> c == '\n').count();
            var reading = Reading.ofText(text, String.valueOf(sample.getFileName()));
            // DeepEP says which call it tried only behind the tries: without that line they are problems
            var waiting = reading.problems().stream().filter(problem -> problem.reason().endsWith("which is missing"))
                    .map(Entry.Problem::line).toList();
            var expected = whole.rows().stream().map(Entry::line).filter(line -> line > 0 && line <= complete).toList();
            assertThat(Stream.concat(reading.rows().stream().map(Entry::line), waiting.stream())
                    .filter(line -> line > 0 && line <= complete).sorted().toList()).as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    private static void assertLostWithAProblem(Reading whole, Reading reading, List<String> damaged, Set<Integer> hit,
            int seed) {
        var found = byLine(reading);
        for (var row : whole.rows()) {
            if (row.line() == 0) {
                continue;
            }
            if (!hit.contains((int) row.line())) {
                assertThat(found.get(row.line())).as("seed %d, line %d: not damaged", seed, row.line())
                        .isInstanceOf(Entry.Row.class);
            }
        }
        var lost = hit.stream().filter(line -> !(found.get((long) line) instanceof Entry.Row))
                .map(line -> damaged.get(line - 1)).toList();
        assertThat(reading.problems().size())
                .as("seed %d: problems where rows are lost: %s; are: %s", seed, lost, reading.problems())
                .isGreaterThanOrEqualTo(whole.problems().size() + lost.size());
    }

    private static Map<Long, Entry> byLine(Reading reading) {
        var entries = new HashMap<Long, Entry>();
        reading.entries().forEach(entry -> entries.putIfAbsent(entry.line(), entry));
        return entries;
    }

    private static void assertAccounted(Reading reading, int lines, int seed) {
        assertThat(reading.entries().stream().map(Entry::line).filter(line -> line > 0).sorted().toList())
                .as("seed %d", seed).isEqualTo(Stream.iterate(1L, n -> n + 1).limit(lines).toList());
    }

    /** Numbers of rows that were not damaged. A row torn exactly between two cells may be a row of fewer cells elsewhere. */
    private static List<String> numbers(Reading reading, Set<Integer> except) {
        return reading.rows().stream().filter(row -> !except.contains((int) row.line()))
                .flatMap(row -> row.measurements().stream()).map(DamagedLogsTest::numbers).toList();
    }

    private static List<String> numbers(Reading reading) {
        return numbers(reading, Set.of());
    }

    private static List<String> measurements(Reading reading) {
        return numbers(reading);
    }

    private static String numbers(Measurement measurement) {
        return measurement.section() + " " + measurement.workload() + " " + measurement.outcome();
    }

    private static List<Integer> rowLines(Reading reading) {
        return reading.rows().stream().filter(row -> row.line() > 0).map(row -> (int) row.line()).toList();
    }

    /**
     * A row without its end, with another program's message on its end, with another row on its end. The first third of its
     * words is left, and two at least where there are more: of a row with less nobody can tell that it was one, since some
     * programs begin their results with words.
     */
    private static String torn(String row, Random random) {
        var words = row.strip().split("\\s+");
        int left = Math.max(words.length > 2 ? 2 : 1, (words.length + 2) / 3);
        int begin = 0;
        for (int i = 0; i < left; i++) {
            begin = row.indexOf(words[i], begin) + words[i].length();
        }
        int last = row.stripTrailing().lastIndexOf(' ');
        int cut = last <= begin ? begin : begin + 1 + random.nextInt(last - begin);
        return switch (random.nextInt(3)) {
            case 0 -> row.substring(0, cut);
            case 1 -> row.substring(0, cut) + row.strip();
            default -> row.substring(0, cut) + (words.length > 2 ? " [node-1:17] *** Process received signal ***" : "");
        };
    }

    /** What {@code mpirun --tag-output} makes of a program whose rank 0 writes the log in pieces, among other ranks. */
    private static List<String> interleaved(List<String> lines, Random random) {
        var physical = new ArrayList<String>();
        for (var line : lines) {
            var text = new StringBuilder("[1,0]<stdout>:");
            int from = 0;
            while (from < line.length() && random.nextInt(3) == 0) {
                int to = from + random.nextInt(line.length() - from) + 1;
                text.append(line, from, to);
                if (random.nextBoolean()) {
                    text.append("[1,").append(1 + random.nextInt(7))
                            .append("]<stderr>:node-1: a word from another rank");
                    physical.add(text.toString());
                    text.setLength(0);
                }
                text.append("[1,0]<stdout>:");
                from = to;
            }
            physical.add(text.append(line, from, line.length()).toString());
        }
        return physical;
    }

    private static Reading reading(List<String> lines, Path sample) throws IOException, UnreadableFile {
        return Reading.ofText(lines.stream().collect(Collectors.joining("\n", "", "\n")),
                String.valueOf(sample.getFileName()));
    }

    /** Samples of formats whose sections stand in logs; JSON has no rows in lines. */
    static Stream<Path> logs() throws IOException {
        var formats = Formats.ofSections().stream().map(Format::id).filter(id -> !id.contains("json"))
                .collect(Collectors.toSet());
        try (var files = Files.walk(SAMPLES)) {
            return files.filter(Files::isRegularFile).filter(
                    file -> formats.contains(Objects.requireNonNull(file.getParent().getFileName()).toString()))
                    .sorted().toList().stream();
        }
    }
}
