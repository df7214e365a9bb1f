package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.RawLines;
import org.gpucomm.results.format.Reading;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Every log of the collection, without exception: its runs, rows, first and last values, flags, wrappings and what it tells of
 * software and hardware are those that stand beside it, or it is refused on purpose.
 */
class CorpusTest {

    /** No log of a benchmark, and in which words that is said. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            entry("wrapped/NEG-binary.bin", "binary"),
            entry("wrapped/NEG-empty.log", "empty"),
            entry("wrapped/NEG-html-error-page.log", "no known format"),
            // a training job with NCCL's own messages and no result
            entry("nccl-info/nebius-16xh100-ib-sharp-mlperf.log", "only the library's own log, which names "
                    + "NCCL 2.19.3+cuda12.3, 16 ranks, network IBext, GPUDirect RDMA enabled, NVLS available."));

    /** Tables all of whose rows are problems, since none of them says what was measured, or how long it took. */
    private static final Map<String, String> ROWS_REFUSED = Map.of(
            // bare table of two ranks without banner, command line or telling name, unchecked: all-reduce or send/recv
            "nccl-tests/k80-2rank-validation0.log", "the operation is not known",
            // somebody's template with XXX.XX where numbers belong
            "nccl-tests/gcp-a3ultra-placeholder-XXX.log", "XXX.XX");

    /** What those logs are wrapped in that were derived from one without any, whose expectations do not say so. */
    private static final Map<String, Set<String>> WRAPPED = Map.of("wrapped/DER-ansi-colour.log", Set.of("ansi"),
            "wrapped/DER-crlf-gz.log.gz", Set.of("gzip"), "wrapped/DER-docker-compose.log", Set.of("compose"),
            "wrapped/DER-ompi4-tag.log", Set.of("ompi-tag"));

    private static final Set<String> VISITED = new HashSet<>();

    @ParameterizedTest
    @MethodSource("logs")
    void aRealLogGivesExactlyWhatStandsBesideIt(Path log) throws Exception {
        assumeFalse(log.equals(Corpus.NONE), Corpus.MISSING);
        VISITED.add(Corpus.name(log));
        var expected = Corpus.expected(log);
        if (REFUSED.containsKey(Corpus.name(log))) {
            expectRefusal(log);
            NcclFingerprint.expect(log, expected);
            return;
        }
        var reading = Reading.ofFile(log);
        expectEveryLineOnce(log, reading);
        expectWrappings(log, reading, expected);
        if (ROWS_REFUSED.containsKey(Corpus.name(log))) {
            assertThat(reading.rows()).isEmpty();
            assertThat(reading.problems()).hasSize(expected.at("/run_list/0/rows").asInt()
                    + expected.at("/run_list/0/torn_rows").asInt(0));
            assertThat(reading.problems()).allMatch(problem -> (problem.reason() + problem.text())
                    .contains(ROWS_REFUSED.get(Corpus.name(log))));
        }
        expectContent(log, reading, expected);
    }

    /** After all of them: each file of the collection, log or expectation, had its turn. */
    @AfterAll
    static void noFileWasLeftOut() throws IOException {
        if (!Files.isDirectory(Corpus.HERE) || VISITED.size() < 2) {
            return; // nothing there, or one log was asked for by name
        }
        assertThat(VISITED).hasSize((int) Corpus.logs().count());
        assertThat(VISITED).containsAll(REFUSED.keySet()).containsAll(ROWS_REFUSED.keySet());
        assertThat(Corpus.logs().map(Corpus::expectationOf)).containsAll(Corpus.expectations());
    }

    private static void expectContent(Path log, Reading reading, JsonNode expected) throws Exception {
        if (expected.has("sections")) {
            expectSections(log, reading, expected.path("sections"));
            return;
        }
        switch (expected.path("format").asString()) {
            case "nccl-tests" -> {
                expectFormat(reading, "nccl-tests");
                NcclExpectation.expect(Corpus.name(log), reading, expected);
                NcclFingerprint.expect(log, expected);
            }
            case "nccl-info" -> {
                expectFormat(reading, "nccl-tests");
                NcclFingerprint.expect(log, expected);
                assertThat(reading.problems()).isEmpty();
            }
            case "nvshmem" -> {
                expectFormat(reading, "nvshmem-perftest");
                GpuExpectation.nvshmem(reading, expected);
            }
            case "jacobi" -> {
                expectFormat(reading, "jacobi");
                GpuExpectation.jacobi(reading, expected);
            }
            case "libefaxx" -> {
                expectFormat(reading, "libefaxx");
                GpuExpectation.libefaxx(reading, expected);
            }
            case "deepep" -> {
                expectFormat(reading, "deepep");
                DeepepExpectation.expect(reading, expected);
            }
            case "nvbandwidth" -> {
                expectFormat(reading, "nvbandwidth");
                GpuExpectation.nvbandwidth(reading, expected);
            }
            default -> BenchmarkExpectation.expect(reading, expected);
        }
    }

    static void expectFormat(Reading reading, String id) {
        assertThat(reading.formats()).extracting(Format::id).containsExactly(id);
    }

    /** Each specimen gives in the joint log the numbers that it gives alone under that name, as a run of its own. */
    private static void expectSections(Path log, Reading reading, JsonNode sections) throws Exception {
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).hasSize(sections.size());
        for (int i = 0; i < sections.size(); i++) {
            int section = i + 1;
            var specimen = Corpus.HERE.resolve(sections.get(i).path("specimen").asString());
            var alone = Reading.ofBytes(Files.readAllBytes(specimen), String.valueOf(log.getFileName()));
            assertThat(numbers(reading.measurements().stream().filter(m -> m.section() == section).toList()))
                    .as("section %d", section).isEqualTo(numbers(alone.measurements()));
        }
        assertThat(reading.measurements()).allMatch(m -> m.section() <= sections.size());
    }

    private static List<String> numbers(List<Measurement> measurements) {
        return measurements.stream().map(m -> m.stack().tool() + " " + m.workload() + " " + m.outcome()).toList();
    }

    private static void expectEveryLineOnce(Path log, Reading reading) throws Exception {
        long lines = 0;
        try (var raw = RawLines.open(Files.newInputStream(log), Corpus.name(log))) {
            while (raw.next() != null) {
                lines++;
            }
        }
        assertThat(reading.entries()).extracting(Entry::line).filteredOn(line -> line > 0)
                .containsExactlyElementsOf(Stream.iterate(1L, n -> n + 1).limit(lines).toList());
    }

    private static void expectWrappings(Path log, Reading reading, JsonNode expected) {
        var wrappings = new TreeSet<>(WRAPPED.getOrDefault(Corpus.name(log), Set.of()));
        expected.path("wrappers").forEach(wrapper -> wrappings.add(wrapper.asString()));
        if (log.toString().endsWith(".gz")) {
            wrappings.add("gzip");
        }
        if (log.toString().contains("-tuner.")) {
            wrappings.remove("midline-tag"); // the one thing in which it is not like the log whose expectation it shares
        }
        assertThat(new TreeSet<>(reading.wrappings())).isEqualTo(wrappings);
    }

    private static void expectRefusal(Path log) {
        assertThatThrownBy(() -> {
            try (var reader = LogReader.open(Files.newInputStream(log), Corpus.name(log))) {
                for (var entry = reader.next(); entry != null; entry = reader.next()) {
                    assertThat(entry).isNotInstanceOf(Entry.Row.class);
                }
                reader.requireResults();
            }
        }).isInstanceOf(UnreadableFile.class).hasMessageContaining(REFUSED.get(Corpus.name(log)));
    }

    static Stream<Path> logs() throws IOException {
        return Corpus.logs();
    }
}
