package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class LinesTest {

    @Test
    void linesEndWithLfCrlfOrALoneCr() throws IOException {
        assertThat(texts("a\nb\r\nc\rd\n\ne")).containsExactly("a", "b", "c", "d", "", "e");
    }

    @Test
    void theLastLineNeedsNoEnd() throws IOException {
        assertThat(texts("a\nb")).containsExactly("a", "b");
        assertThat(texts("a\nb\n")).containsExactly("a", "b");
        assertThat(texts("")).isEmpty();
    }

    @Test
    void linesAreNumberedFromOne() throws IOException {
        assertThat(lines(stream("a\nb\n"))).extracting(Line::number).containsExactly(1L, 2L);
    }

    @Test
    void aLineEndOnTheEdgeOfTheBufferIsOneLineEnd() throws IOException {
        var first = "x".repeat((1 << 16) - 1);
        assertThat(texts(first + "\r\nb")).containsExactly(first, "b");
    }

    @Test
    void aLineOverTheLimitIsCutAndTheNextOneIsWhole() throws IOException {
        var read = lines(stream("y".repeat(Lines.MAX_LENGTH + 5) + "\nnext"));
        assertThat(read).hasSize(2);
        assertThat(read.getFirst().cut()).isTrue();
        assertThat(read.getFirst().text()).hasSize(Lines.MAX_LENGTH);
        assertThat(read.getLast().text()).isEqualTo("next");
    }

    @Test
    void theLastLineMayHaveNoEnd() throws IOException {
        assertThat(lines(stream("a\nb"))).extracting(Line::ended).containsExactly(true, false);
        assertThat(lines(stream("a\nb\r"))).extracting(Line::ended).containsExactly(true, true);
    }

    @Test
    void bytesThatAreNotUtf8BecomeTheReplacementCharacter() throws IOException {
        assertThat(lines(new ByteArrayInputStream(new byte[]{'a', (byte) 0xFF, '\n'}))).extracting(Line::text)
                .containsExactly("a\uFFFD");
    }

    private static List<String> texts(String text) throws IOException {
        return lines(stream(text)).stream().map(Line::text).toList();
    }

    private static List<Line> lines(InputStream in) throws IOException {
        var reader = new Lines(in);
        var read = new ArrayList<Line>();
        for (var line = reader.next(); line != null; line = reader.next()) {
            read.add(line);
        }
        return read;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
