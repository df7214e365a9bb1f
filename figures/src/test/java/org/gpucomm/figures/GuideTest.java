package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.results.yaml.InvalidSpec;
import org.junit.jupiter.api.Test;

/** What {@code docs/figures.md} shows works. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/figures.md");

    @Test
    void theExampleIsASpec() throws IOException {
        var spec = FigureSpec.read("my_all_reduce.yaml", new StringReader(example()));
        assertThat(spec.name()).isEqualTo("my_all_reduce");
        assertThat(spec.of(List.of()).panels()).hasSize(2);
    }

    @Test
    void theMistakeIsAnsweredAsPrinted() throws IOException {
        var mistake = example().replace("metric: busbw", "metric: bandwidth");
        assertThatExceptionOfType(InvalidSpec.class)
                .isThrownBy(() -> FigureSpec.read("my_all_reduce.yaml", new StringReader(mistake)))
                .satisfies(e -> assertThat(Files.readString(GUIDE).replaceAll("\\s+", " "))
                        .contains("gpucomm: " + e.getMessage()));
    }

    @Test
    void everyBundledFigureIsListed() throws IOException {
        for (var name : Catalogue.bundled().names()) {
            assertThat(Files.readString(GUIDE)).contains("- `" + name + "`: ");
        }
    }

    private static String example() throws IOException {
        var guide = Files.readString(GUIDE);
        int begin = guide.indexOf("```yaml\n") + "```yaml\n".length();
        return guide.substring(begin, guide.indexOf("```", begin));
    }
}
