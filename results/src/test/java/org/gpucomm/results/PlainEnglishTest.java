package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Rules of CONTRIBUTING.md for documentation in sources, as far as a machine can judge. */
class PlainEnglishTest {

    /** A type is a noun: <em>Cache of rendered responses</em>, not <em>This class holds …</em>. */
    private static final Pattern OPENING = Pattern
            .compile("^\\s*/?\\*+\\s+This (?:class|record|enum|interface|annotation|test|parser|command|filter)\\b");
    /** Old-fashioned or vague in English: <em>say</em>, <em>report</em>, <em>show</em> and <em>anyone who</em> are plain. */
    private static final Pattern IDIOM = Pattern.compile(
            "^\\s*(?:/\\*\\*|\\*|//).*(?<!@param )\\b(?:tells?|told|whoever)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final List<String> MODULES = List.of("results", "runner", "analysis", "figures", "cli",
            "analysis-server");

    @Test
    void noTypeIsDescribedAsThisClass() throws IOException {
        assertThat(linesWith(OPENING, "src")).isEmpty();
    }

    @Test
    void noCommentOfTheProgramTells() throws IOException {
        assertThat(linesWith(IDIOM, "src/main")).isEmpty();
    }

    private static List<String> linesWith(Pattern pattern, String folder) throws IOException {
        var found = new ArrayList<String>();
        var sources = sources(folder);
        assertThat(sources).hasSizeGreaterThan(1000);
        for (var file : sources) {
            Files.readAllLines(file).stream().filter(line -> pattern.matcher(line).find())
                    .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
        return found;
    }

    private static List<Path> sources(String folder) throws IOException {
        var sources = new ArrayList<Path>();
        for (var module : MODULES) {
            try (Stream<Path> all = Files.walk(Path.of("..", module).resolve(folder))) {
                all.filter(path -> path.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }
}
