package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class JsonLinesFormatTest {

    private static final Path SAMPLE = Path.of("src/test/resources/samples/gpucomm-jsonl/points.jsonl");

    @Test
    void whatIsReadAndWrittenAgainIsTheSameText() throws Exception {
        var reading = Reading.ofFile(SAMPLE);
        var out = new StringBuilder();
        var writer = new JsonLinesWriter(out);
        writer.write(1, reading.facts(1));
        for (var measurement : reading.measurements()) {
            writer.write(measurement);
        }
        assertThat(out).hasToString(Files.readString(SAMPLE));
    }

    @Test
    void rowsAreThoseOfTheCsvWithTheSameNumbers() throws Exception {
        var csv = Reading.ofFile(Path.of("src/test/resources/samples/gpucomm-csv/points.csv"));
        var out = new StringBuilder();
        var writer = new JsonLinesWriter(out);
        for (var measurement : csv.measurements()) {
            writer.write(measurement);
        }
        assertThat(Reading.ofText(out.toString(), "x.jsonl").measurements()).isEqualTo(csv.measurements());
    }

    @Test
    void settingsWithTheNameOfAMetricStaySettings() throws Exception {
        var settings = NamedValues.of("rank", "3");
        var first = Reading.ofFile(SAMPLE).measurements().getFirst();
        var written = new Measurement(first.source(), first.section(), first.stack(), first.platform(),
                first.workload(), first.outcome().withMetrics(NamedValues.NONE), first.startedAt(), settings);
        var out = new StringBuilder();
        new JsonLinesWriter(out).write(written);
        assertThat(Reading.ofText(out.toString(), "x.jsonl").measurements()).containsExactly(written);
    }

    @Test
    void theFingerprintIsWhatIsKnownOfItsSection() throws Exception {
        var reading = Reading.ofFile(SAMPLE);
        assertThat(reading.format().id()).isEqualTo("gpucomm-jsonl");
        assertThat(reading.facts(1)).contains(new Fact("gpu", "NVIDIA \"H100\""));
    }

    @Test
    void aBadLineIsAProblemThatSaysWhere() throws Exception {
        var good = Files.readAllLines(SAMPLE).get(1);
        var reading = Reading.ofText(String.join("\n", good, good.substring(0, 100), good.replace("8,", "\"eight\","),
                "{\"type\":\"fingerprint\",\"facts\":[]}", "[]", good.replace("\"nccl\"", "{}")), "x.jsonl");
        assertThat(reading.rows()).hasSize(1);
        assertThat(reading.problems()).extracting(problem -> problem.reason()).satisfiesExactly(
                reason -> assertThat(reason).contains("of the JSON text"),
                reason -> assertThat(reason).isEqualTo("ranks is no whole number: 'eight'"),
                reason -> assertThat(reason).isEqualTo("section is no whole number: ''"),
                reason -> assertThat(reason).isEqualTo("expected a JSON object"),
                reason -> assertThat(reason).isEqualTo("expected a text or a number, found {}"));
    }
}
