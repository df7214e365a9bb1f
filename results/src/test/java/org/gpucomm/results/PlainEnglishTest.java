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
    private static final List<String> MODULES = List.of("results", "runner", "analysis-server");

    @Test
    void noTypeIsDescribedAsThisClass() throws IOException {
        var found = new ArrayList<String>();
        int files = 0;
        for (var file : sources()) {
            files++;
            Files.readAllLines(file).stream().filter(line -> OPENING.matcher(line).find())
                    .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
        assertThat(files).isGreaterThan(1000);
        assertThat(found).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        var sources = new ArrayList<Path>();
        for (var module : MODULES) {
            try (Stream<Path> all = Files.walk(Path.of("..", module, "src"))) {
                all.filter(path -> path.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }
}
