package org.gpucomm.server.figures.png;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

import org.junit.jupiter.api.Test;

class DeflateTest {

    private final Deflate deflate = new Deflate();
    private final byte[] plain = new byte[1 << 19];
    private int size;

    @Test
    void matchesOfEveryLengthAtEveryDistanceInflate() throws DataFormatException {
        for (int distance = 1; distance <= 4; distance++) {
            for (int length = 3; length <= 258; length++) {
                for (int i = 0; i < distance; i++) {
                    literal(length * 7 + i * 31 & 255);
                }
                match(length, distance);
            }
        }
        assertThat(inflated()).isEqualTo(written());
    }

    @Test
    void manyBlocksInflate() throws DataFormatException {
        var random = new Random(3);
        for (int i = 0; i < 200_000; i++) {
            // Far from equally often, so that codes of all lengths up to the limit are used.
            literal((int) Math.min(255, -20 * Math.log(random.nextDouble())));
        }
        assertThat(inflated()).isEqualTo(written());
    }

    @Test
    void countsThatWouldNeedLongerCodesAreLimitedToFifteenBits() {
        var counts = new int[40];
        counts[0] = 1;
        counts[1] = 1;
        for (int i = 2; i < counts.length; i++) {
            counts[i] = (int) Math.min(1L << 30, (long) counts[i - 1] + counts[i - 2]);
        }
        var lengths = HuffmanCode.of(counts, 15).lengths();
        double kraft = 0;
        for (int length : lengths) {
            assertThat(length).isBetween(1, 15);
            kraft += Math.pow(2, -length);
        }
        assertThat(kraft).isEqualTo(1);
    }

    @Test
    void nothingInflatesToNothing() throws DataFormatException {
        assertThat(inflated()).isEmpty();
    }

    private void literal(int value) {
        deflate.literal(value);
        plain[size++] = (byte) value;
    }

    private void match(int length, int distance) {
        deflate.match(length, distance);
        for (int i = 0; i < length; i++) {
            plain[size] = plain[size - distance];
            size++;
        }
    }

    private byte[] written() {
        return Arrays.copyOf(plain, size);
    }

    private byte[] inflated() throws DataFormatException {
        var checksum = new Adler32();
        checksum.update(plain, 0, size);
        var inflater = new Inflater();
        inflater.setInput(deflate.finish((int) checksum.getValue()));
        var result = new byte[size + 1];
        int length = inflater.inflate(result);
        assertThat(inflater.finished()).as("the stream ended with the right checksum").isTrue();
        inflater.end();
        return Arrays.copyOf(result, length);
    }
}
