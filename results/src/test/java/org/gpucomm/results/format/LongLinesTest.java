package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.DocumentedSamplesTest.DocumentedSample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a long line costs a reader grows with its length. The same characters are read once as many short lines and once as one
 * long line, between the lines of a sample and behind the beginning of each of them: what tries a pattern again at every
 * character takes as many times longer for the long one as it is longer.
 */
@Tag("nightly")
class LongLinesTest {

    private static final int LONGER = 64;
    private static final int SHORT = 240;
    /** Reading by the square takes 64 times as long, and one such line among half a dozen ten times. */
    private static final int ALLOWED = 4;
    private static final int MOST_BEGINNINGS = 6;
    /** Processor time of a reading that is too short to be compared, in ns. */
    private static final long NOISE = 5_000_000;
    private static final List<String> PIECES = List.of(" ", "1", "a ", "1 ", "\"", "=", "[", ": ", ",", "(", "-");

    static List<DocumentedSample> samples() throws IOException {
        return DocumentedSamplesTest.samples();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aLineOf64TimesTheLengthCostsAsMuchAs64OfThatLength(DocumentedSample sample) throws Exception {
        var text = Files.readString(Path.of("../docs/samples", sample.format(), sample.file()));
        var slow = new ArrayList<String>();
        for (var piece : PIECES) {
            var once = piece.repeat(SHORT / piece.length());
            var shorter = with(text, (once + "\n").repeat(LONGER), once, LONGER);
            var longer = with(text, once.repeat(LONGER) + "\n", once.repeat(LONGER), 1);
            read(shorter);
            long allowed = ALLOWED * nanos(shorter) + NOISE;
            long taken = nanos(longer);
            for (int again = 0; taken > allowed && again < 2; again++) {
                allowed = Math.max(allowed, ALLOWED * nanos(shorter) + NOISE);
                taken = Math.min(taken, nanos(longer));
            }
            if (taken > allowed) {
                slow.add(
                        "'" + piece + "': " + taken / 1_000_000 + " ms for " + (allowed - NOISE) / ALLOWED / 1_000_000);
            }
        }
        assertThat(slow).isEmpty();
    }

    /** @param tail behind the beginning of a line of the sample, which comes so many times */
    private static byte[] with(String text, String between, String tail, int times) {
        var lines = text.lines().toList();
        int step = Math.max(1, lines.size() / MOST_BEGINNINGS);
        var all = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            all.append(line).append('\n');
            if (i % step == step - 1) {
                all.append(between);
                all.repeat(line.substring(0, line.length() * 3 / 4) + tail + "\n", times);
            }
        }
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static long nanos(byte[] log) throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        read(log);
        return threads.getCurrentThreadCpuTime() - before;
    }

    private static void read(byte[] log) throws IOException {
        try (var reader = LogReader.open(new ByteArrayInputStream(log), "all_reduce.log")) {
            while (reader.next() != null) {
                // Only what it costs matters.
            }
        } catch (UnreadableFile refused) {
            // The same.
        }
    }
}
