package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.gpucomm.results.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real logs in their launchers' wrappings, where the collection of them lies beside the checkout. */
class WrappedCorpusTest {

    private static final Path CORPUS = Path.of("../../shared/corpus");
    private static final Pattern WRAPPERS = Pattern.compile("\"wrappers\": \\[([^\\]]*)\\]");
    private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

    @Test
    void theSameLogInAnyWrappingGivesTheSameNumbers() throws Exception {
        assumeTrue(Files.isDirectory(CORPUS), "no collection of real logs beside the checkout");
        var plain = numbers(CORPUS.resolve("nccl-tests/dgxc-h100.log"));
        assertThat(plain).hasSize(64);
        for (var name : List.of("ansi-colour.log", "bom-utf8.log", "crlf.log", "crlf-gz.log.gz", "docker-compose.log",
                "ompi4-tag.log")) {
            assertThat(numbers(CORPUS.resolve("wrapped/DER-" + name))).as(name).isEqualTo(plain);
        }
    }

    /** Whatever is put around a real log that no launcher has touched, its numbers are the same. */
    @ParameterizedTest
    @MethodSource("expectations")
    void aRealLogGivesTheSameNumbersInAnyWrapping(Path expectation) throws Exception {
        assumeTrue(!expectation.endsWith("none"), "no collection of real logs beside the checkout");
        assumeTrue(wrappers(expectation).isEmpty(), "a launcher's prefixes are on it already");
        var log = logOf(expectation);
        assumeTrue(log.toString().endsWith(".log"), "is a file of one format, or packed");
        var name = String.valueOf(log.getFileName());
        var lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
        var expected = numbers(Reading.ofFile(log));
        for (int seed = 0; seed < 6; seed++) {
            var wrapping = new RandomWrapping(new Random(seed));
            var wrapped = wrapping.encode(wrapping.ends(lines.stream().map(wrapping::wrap).toList()));
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(wrapped);
            }
            assertThat(numbers(Reading.ofBytes(packed.toByteArray(), name))).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static List<String> numbers(Reading reading) {
        return reading.measurements().stream().map(WrappedCorpusTest::numbers).toList();
    }

    private static List<String> numbers(Path log) throws IOException, UnreadableFile {
        return numbers(Reading.ofFile(log));
    }

    private static String numbers(Measurement measurement) {
        return measurement.workload() + " " + measurement.outcome();
    }

    private static List<String> wrappers(Path expectation) throws IOException {
        var match = WRAPPERS.matcher(Files.readString(expectation));
        return match.find()
                ? NAME.matcher(match.group(1)).results().map(name -> name.group(1)).toList()
                : List.of();
    }

    private static Path logOf(Path expectation) {
        var base = expectation.toString().replace(".source.txt", "");
        for (var ending : List.of(".log", ".log.gz", ".bin", ".csv", ".json")) {
            if (Files.exists(Path.of(base + ending))) {
                return Path.of(base + ending);
            }
        }
        throw new AssertionError("no log for " + expectation);
    }

    static Stream<Path> expectations() throws IOException {
        if (!Files.isDirectory(CORPUS)) {
            return Stream.of(Path.of("none"));
        }
        var all = new ArrayList<Path>();
        try (var files = Files.walk(CORPUS)) {
            for (var file : files.filter(path -> path.toString().endsWith(".source.txt")).sorted().toList()) {
                // Those that are derived do not say what they were wrapped in.
                boolean derived = file.getFileName().toString().matches("(DER|NEG)-.*");
                if (!derived && Files.readString(file).contains("\"wrappers\"")) {
                    all.add(file);
                }
            }
        }
        return all.stream();
    }
}
