package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What is said first of real logs, where these are at hand. */
class CorpusHeadlinesTest {

    private static final Path SHARED = Path.of("../../shared");
    private static final int MOST_WORDS = 20;

    @ParameterizedTest
    @CsvFileSource(resources = "/headlines.csv", numLinesToSkip = 1)
    void theHeadlineIsWhatAnExpertWouldSay(String file, String consequence, String words)
            throws IOException, UnreadableFile {
        var path = SHARED.resolve(file);
        assumeTrue(Files.exists(path), "no collection of real logs beside the checkout");
        var point = new Logs().add(path.getFileName().toString(), Files.newInputStream(path)).headline();
        assertThat(point.consequence().id()).isEqualTo(consequence);
        assertThat(point.sentence()).contains(words);
    }

    @Test
    void ofEveryLogAtMostFiveThingsAreSaidAtOnceAndNoTwoReadAlike() throws IOException {
        assumeTrue(Files.isDirectory(SHARED.resolve("corpus")), "no collection of real logs beside the checkout");
        var report = new StringBuilder();
        for (var path : logs()) {
            var logs = new Logs();
            try {
                logs.add(path.getFileName().toString(), Files.newInputStream(path));
            } catch (UnreadableFile e) {
                continue;
            }
            var ordered = RankedFindings.of(logs.findings());
            report.append("== ").append(SHARED.relativize(path)).append('\n').append(logs.headline().consequence().id())
                    .append(": ").append(logs.headline().sentence()).append('\n');
            ordered.first().forEach(finding -> report.append("   [").append(finding.rule()).append(' ')
                    .append(finding.severity().id()).append(' ').append(finding.confidence().id()).append("] ")
                    .append(finding.sentence()).append('\n'));
            report.append("   + ").append(ordered.more().stream().map(each -> each.rule()).toList()).append('\n');
            assertThat(ordered.first()).as(path.toString()).hasSizeLessThanOrEqualTo(RankedFindings.SHOWN);
            assertThat(ordered.all()).as(path.toString()).extracting(finding -> finding.sentence())
                    .doesNotHaveDuplicates();
        }
        Files.writeString(Path.of("target/headlines.txt"), report);
    }

    @Test
    void theFirstSentenceIsReadAtAGlance() throws IOException {
        assumeTrue(Files.isDirectory(SHARED.resolve("corpus")), "no collection of real logs beside the checkout");
        var tooLong = new ArrayList<String>();
        for (var path : logs()) {
            try {
                var sentence = new Logs().add(path.getFileName().toString(), Files.newInputStream(path)).headline()
                        .sentence();
                if (sentence.split("\\. (?=[A-Z0-9])", 2)[0].split(" ").length > MOST_WORDS) {
                    tooLong.add(path + ": " + sentence);
                }
            } catch (UnreadableFile e) {
                // Nothing is said of what no parser reads.
            }
        }
        assertThat(tooLong).isEmpty();
    }

    private static List<Path> logs() throws IOException {
        try (Stream<Path> corpus = Files.walk(SHARED.resolve("corpus"));
                Stream<Path> threads = Files.walk(SHARED.resolve("notes/threads"))) {
            return Stream.concat(corpus, threads).filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".source.txt")).sorted().toList();
        }
    }
}
