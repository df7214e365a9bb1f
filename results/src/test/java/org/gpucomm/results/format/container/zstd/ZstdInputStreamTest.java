package org.gpucomm.results.format.container.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files were packed by the zstd command, version 1.5.4, each from {@link #text()}, in the way that its name says. */
class ZstdInputStreamTest {

    @ParameterizedTest
    @ValueSource(strings = {"fast5", "level1", "level3", "level9", "level19", "ultra22-window1K", "no-check", "stdin"})
    void whatTheCommandPackedComesOutAsItWas(String way) throws IOException {
        assertThat(unpack(packed(way))).isEqualTo(text());
    }

    @Test
    void framesThatFollowOneAnotherAreOneContentAndSkippableOnesAreSkipped() throws IOException {
        var skipped = new byte[]{0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 'x', 'y'};
        var both = join(packed("level1"), skipped, packed("level19"));
        assertThat(unpack(both)).isEqualTo(join(text(), text()));
    }

    @Test
    void nothingPackedIsNothing() throws IOException {
        assertThat(unpack(new byte[]{0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x20, 0, 1, 0, 0})).isEmpty();
    }

    @Test
    void aWrongChecksumIsFound() throws IOException {
        var bytes = packed("level3");
        bytes[bytes.length - 1] ^= 1;
        assertThatThrownBy(() -> unpack(bytes)).isInstanceOf(IOException.class).hasMessage("the checksum is wrong");
    }

    /** With a checksum there is no damage that goes unseen, nor any that does more than fail. */
    @Test
    void damagedBytesAreRefusedAndNothingElse() throws IOException {
        var good = packed("level19");
        var random = new Random(7);
        for (int i = 0; i < 3000; i++) {
            var bytes = good.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            var damaged = random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
            try {
                assertThat(unpack(damaged)).isEqualTo(text());
            } catch (IOException refused) {
                assertThat(refused).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void aWindowOfMoreThanThirtyTwoMebibytesIsRefused() {
        assertThatThrownBy(() -> unpack(new byte[]{0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) 0x88, 1, 0, 0}))
                .hasMessageContaining("a window of more than 32 MiB is asked for");
    }

    /** A log of benchmarks that no packer knows beforehand: numbers, repeated words, and a part that cannot be packed. */
    static byte[] text() {
        var random = new Random(42);
        var text = new StringBuilder();
        for (int section = 0; section < 12; section++) {
            text.append("# nThread 1 nGpus 1 minBytes 8 maxBytes ").append(random.nextInt(1 << 20)).append('\n');
            for (int row = 3; row < 34; row++) {
                text.append("%14d %14d     float     sum      -1 %8.2f %7.2f %7.2f      0\n".formatted(1L << row,
                        1L << row - 2, 10 + random.nextDouble() * row, random.nextDouble(), random.nextDouble() * 400));
            }
        }
        for (int i = 0; i < 2000; i++) {
            text.append((char) (32 + random.nextInt(90)));
        }
        return text.append("z".repeat(5000)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] unpack(byte[] bytes) throws IOException {
        try (var in = new ZstdInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private static byte[] packed(String way) throws IOException {
        try (var in = Objects.requireNonNull(
                ZstdInputStreamTest.class.getResourceAsStream("/packed/" + way + ".zst"), way)) {
            return in.readAllBytes();
        }
    }

    private static byte[] join(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
