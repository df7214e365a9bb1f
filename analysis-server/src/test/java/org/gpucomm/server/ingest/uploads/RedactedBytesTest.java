package org.gpucomm.server.ingest.uploads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

/** A stored log as it may be shown. */
class RedactedBytesTest {

    @Test
    void aSecretIsStarsAndEveryOtherByteStaysWhereItWas() throws IOException {
        var log = "a line\r\nexport API_TOKEN=abcdefgh1234\r\n\n progress\r\u00fc\u0000\nhf_abcdefghijklmnopqrst";
        var shown = shown(log);
        assertThat(shown).isEqualTo("a line\r\nexport API_TOKEN=************\r\n\n progress\r\u00fc\u0000\n"
                + "*".repeat("hf_abcdefghijklmnopqrst".length()));
    }

    @Test
    void readingNoBytesGivesNoneAlsoAtTheEnd() throws IOException {
        try (var shown = RedactedBytes.of(new ByteArrayInputStream("ab\n".getBytes(StandardCharsets.ISO_8859_1)))) {
            assertThat(shown.read(new byte[0])).isZero();
            assertThat(shown.readAllBytes()).hasSize(3);
            assertThat(shown.read(new byte[0])).isZero();
            assertThat(shown.read()).isEqualTo(-1);
        }
    }

    private static String shown(String log) throws IOException {
        try (var in = RedactedBytes.of(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
