package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages are read in terminals and in differences too, where a long line is cut or folded. */
class DocumentationTest {

    private static final int LONGEST = 140;

    static List<Path> pages() throws IOException {
        try (var below = Files.walk(Path.of("../docs"))) {
            return Stream.concat(Stream.of("README.md", "CONTRIBUTING.md", "data/README.md", "native/README.md",
                    "native/shim/README.md", "runner/README.md", "deploy/image/README.md")
                    .map(Path.of("..")::resolve), below.filter(path -> path.toString().endsWith(".md"))).sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noLineOfAPageIsLongerThan140Characters(Path page) throws IOException {
        assertThat(Files.readAllLines(page)).as(page.toString()).isNotEmpty()
                .allSatisfy(line -> assertThat(line.codePointCount(0, line.length())).as(line)
                        .isLessThanOrEqualTo(LONGEST));
    }
}
