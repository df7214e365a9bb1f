package org.gpucomm.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import picocli.CommandLine;

/** What the README's gallery says of each log is what explain begins with. */
class ReadmeGalleryTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("- \\[[^]]*]\\((docs/samples/[^)]*)\\):\\n((?: {2}.*\\n)+)");

    @ParameterizedTest
    @MethodSource("logs")
    void explainBeginsSo(String log, String sentence) {
        var out = new StringWriter();
        var code = new CommandLine(new ExplainCommand()).setOut(new PrintWriter(out, true))
                .execute(ROOT.resolve(log).toString());
        assertThat(code).as(out.toString()).isIn(0, 1);
        assertThat(out.toString().replaceAll("\\s+", " ")).startsWith(sentence);
    }

    static Stream<Arguments> logs() throws Exception {
        var rows = ROW.matcher(Files.readString(ROOT.resolve("README.md"))).results()
                .map(row -> Arguments.of(row.group(1), row.group(2).strip().replaceAll("\\s+", " "))).toList();
        assertThat(rows).hasSize(6);
        return rows.stream();
    }
}
