package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/library.md runs as it stands there. */
class LibraryPageTest {

    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void theProgramPrintsEveryMeasurementOfALog() throws Exception {
        var program = PROGRAM.matcher(Files.readString(Path.of("../docs/library.md"))).results().findFirst()
                .orElseThrow();
        var source = Files.writeString(folder.resolve("Measurements.java"), program.group(1));
        var log = Path.of("../docs/samples/nccl-tests/v2.20.0-device-api.log");
        var java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), source.toString(), log.toString()).redirectErrorStream(true)
                .start();
        var printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(printed).isZero();
        try (var reader = LogReader.open(Files.newInputStream(log), log.toString())) {
            long measurements = 0;
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                measurements += entry instanceof Entry.Row row ? row.measurements().size() : 0;
            }
            assertThat(printed.lines().filter(line -> line.startsWith("Measurement["))).hasSize((int) measurements);
        }
    }
}
