package org.gpucomm.results;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** A name that means one thing here and another there has to be looked up at each place. */
class NamesTest {

    /** What every program and package has. */
    private static final List<String> EVERYWHERE = List.of("Main.java", "package-info.java");

    @Test
    void noTwoTypesOfTheModulesShareTheirName() throws IOException {
        var names = Stream.of("results", "runner", "analysis", "figures", "cli",
                "analysis-server").flatMap(NamesTest::files)
                .map(file -> file.getFileName().toString()).filter(name -> !EVERYWHERE.contains(name)).toList();
        assertThat(names).hasSizeGreaterThan(500);
        assertThat(names.stream().collect(groupingBy(name -> name, counting())).entrySet())
                .allSatisfy(name -> assertThat(name.getValue()).as(name.getKey()).isEqualTo(1));
    }

    private static Stream<Path> files(String module) {
        try (var below = Files.walk(Path.of("..", module, "src/main/java"))) {
            return below.filter(path -> path.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
