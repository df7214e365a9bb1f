package org.gpucomm.results.format.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The collection of real logs, where it lies beside the checkout, with what a correct parse of each yields. */
final class Corpus {

    static final Path HERE = Path.of("../../shared/corpus");
    static final String MISSING = "no collection of real logs beside the checkout";
    /** What stands for a log where there is no collection. */
    static final Path NONE = Path.of("none");

    private static final JsonMapper JSON = new JsonMapper();
    private static final String EXPECTATION = ".source.txt";

    private Corpus() {}

    /**
     * Returns every log with an expectation of its own; {@link #NONE} if there is no collection. A folder with an expected.csv has
     * expectations of another kind.
     */
    static Stream<Path> logs() throws IOException {
        if (!Files.isDirectory(HERE)) {
            return Stream.of(NONE);
        }
        try (var files = Files.walk(HERE)) {
            return files.filter(Files::isRegularFile).filter(file -> !file.toString().endsWith(EXPECTATION))
                    .filter(file -> !Files.exists(file.resolveSibling("expected.csv"))).sorted()
                    .toList().stream();
        }
    }

    static List<Path> expectations() throws IOException {
        try (var files = Files.walk(HERE)) {
            return files.filter(file -> file.toString().endsWith(EXPECTATION)).sorted().toList();
        }
    }

    /** The log's path in the collection. */
    static String name(Path log) {
        return HERE.relativize(log).toString();
    }

    static JsonNode expected(Path log) throws IOException {
        var text = Files.readString(expectationOf(log));
        return JSON.readTree(text.substring(text.indexOf('{', text.indexOf("--- expected"))));
    }

    /** One log has none of its own: it is the same job's with a tuner, and its lines are those of the other. */
    static Path expectationOf(Path log) {
        return Path
                .of(log.toString().replace("-tuner.", ".").replaceAll("\\.(log|log\\.gz|json|csv|bin)$", EXPECTATION));
    }
}
