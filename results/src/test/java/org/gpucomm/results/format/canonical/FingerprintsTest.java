package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;

class FingerprintsTest {

    private static final String CSV = """
            source,section,tool,operation,message_bytes,time_us,algbw_GBps,wrong
            x.csv,1,gpucomm,all_reduce,8,6.10,0.00,0
            x.csv,2,gpucomm,all_reduce,8,6.20,0.00,
            """;

    private static final Fingerprints TWO = Fingerprints.NONE.with(2, List.of(new Fact("host", "b \"quoted\"")))
            .with(0, List.of(new Fact("gpu", "NVIDIA H200"), new Fact("gpus", "4")));

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        assertThat(Fingerprints.read(TWO.text(), "x.fingerprint.json")).isEqualTo(TWO);
    }

    @Test
    void noFingerprintsAreAnEmptyList() throws Exception {
        assertThat(Fingerprints.NONE.text()).isEqualTo("{\"sections\":[\n\n]}\n");
    }

    @Test
    void laterFactsOfASectionReplaceEarlierOnes() {
        var facts = List.of(new Fact("host", "c"));
        assertThat(TWO.with(2, facts).sections()).containsEntry(2, facts).hasSize(2);
    }

    @Test
    void withTheRowsTheyAreJsonLinesThatBeginWithTheFingerprints() throws Exception {
        var lines = new StringBuilder();
        TWO.writeWithRows(in(CSV), "x.csv", lines);
        assertThat(lines.toString().lines()).containsExactly(
                "{\"type\":\"fingerprint\",\"section\":0,\"facts\":[{\"name\":\"gpu\",\"value\":\"NVIDIA H200\"},{\"name\":\"gpus\",\"value\":\"4\"}]}",
                "{\"type\":\"fingerprint\",\"section\":2,\"facts\":[{\"name\":\"host\",\"value\":\"b \\\"quoted\\\"\"}]}",
                "{\"source\":\"x.csv\",\"section\":1,\"tool\":\"gpucomm\",\"operation\":\"all_reduce\",\"message_bytes\":8,\"time_us\":6.10,\"algbw_GBps\":0.00,\"wrong\":0}",
                "{\"source\":\"x.csv\",\"section\":2,\"tool\":\"gpucomm\",\"operation\":\"all_reduce\",\"message_bytes\":8,\"time_us\":6.20,\"algbw_GBps\":0.00}");
        var sections = new TreeMap<Integer, List<Fact>>();
        try (var reader = LogReader.open(in(lines.toString()), "x.jsonl")) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Note note) {
                    sections.put(note.section(), note.facts());
                }
            }
        }
        assertThat(sections).isEqualTo(TWO.sections());
    }

    @Test
    void anotherFileIsRefused() {
        assertThatThrownBy(() -> Fingerprints.read("{\"facts\":[]}", "x.fingerprint.json"))
                .isInstanceOf(UnreadableFile.class);
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
