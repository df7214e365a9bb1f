package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each format has a sample in the documentation, which is read as it says there. */
class DocumentedSamplesTest {

    private static final Path FOLDER = Path.of("../docs/samples");
    private static final Pattern ENTRY = Pattern
            .compile("(?m)^- \\[`([\\w-]+)/([^`/]+)`]\\(\\1/\\2\\): (\\d+) measurements?\\b");

    record DocumentedSample(String format, String file, int measurements) {}

    static List<DocumentedSample> samples() throws IOException {
        return ENTRY.matcher(Files.readString(FOLDER.resolve("README.md"))).results().map(DocumentedSamplesTest::sample)
                .toList();
    }

    private static DocumentedSample sample(MatchResult entry) {
        return new DocumentedSample(entry.group(1), entry.group(2), Integer.parseInt(entry.group(3)));
    }

    @Test
    void eachFormatHasOneAndNothingElseDoes() throws Exception {
        assertThat(samples()).extracting(DocumentedSample::format)
                .containsExactlyElementsOf(Formats.all().stream().map(Format::id).toList());
        try (var files = Files.walk(FOLDER)) {
            assertThat(files.filter(Files::isRegularFile).map(file -> FOLDER.relativize(file).toString())
                    .filter(name -> !name.equals("README.md")))
                    .containsExactlyInAnyOrderElementsOf(
                            samples().stream().map(sample -> sample.format() + "/" + sample.file()).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void itIsReadWithoutAProblem(DocumentedSample sample) throws Exception {
        var reading = Reading.ofFile(FOLDER.resolve(sample.format()).resolve(sample.file()));
        assertThat(reading.format().id()).isEqualTo(sample.format());
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(sample.measurements());
    }
}
