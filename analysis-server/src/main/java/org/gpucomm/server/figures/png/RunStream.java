package org.gpucomm.server.figures.png;

/** A zlib stream (RFC 1950) that finds one kind of repetition only: pixels equal to the one before. */
final class RunStream {

    private static final int ADLER_BASE = 65521;
    private static final int LONGEST_MATCH = 258;

    private final Deflate deflate = new Deflate();
    private long adlerA = 1;
    private long adlerB;

    void literal(int value) {
        deflate.literal(value);
        adlerA = (adlerA + value) % ADLER_BASE;
        adlerB = (adlerB + adlerA) % ADLER_BASE;
    }

    /** {@code count} times three bytes: red, green, blue. */
    void run(int rgb, int count) {
        int red = rgb >> 16 & 255;
        int green = rgb >> 8 & 255;
        int blue = rgb & 255;
        if (rgb == 0) {
            zeros(3 * count);
            return;
        }
        deflate.literal(red);
        deflate.literal(green);
        deflate.literal(blue);
        repeat(3 * (count - 1), 3);
        // After k bytes of sum s the checksum is a + s, b + k·a + (each byte times how many bytes remain with it).
        for (int i = 0; i < count; i++) {
            adlerB += 3 * adlerA + 3L * red + 2L * green + blue;
            adlerA += red + green + blue;
            if ((i & 1023) == 1023) {
                reduce();
            }
        }
        reduce();
    }

    private void zeros(int length) {
        deflate.literal(0);
        repeat(length - 1, 1);
        adlerB = (adlerB + length * adlerA) % ADLER_BASE;
    }

    /** The last {@code distance} bytes again and again; what is too short for a match is written out. */
    private void repeat(int length, int distance) {
        int left = length;
        while (left >= 3) {
            int match = Math.min(left, LONGEST_MATCH);
            deflate.match(match, distance);
            left -= match;
        }
        for (; left > 0; left--) {
            // Only zeros leave a rest: three bytes a pixel always fill matches of 258 = 3 · 86.
            deflate.literal(0);
        }
    }

    private void reduce() {
        adlerA %= ADLER_BASE;
        adlerB %= ADLER_BASE;
    }

    byte[] finish() {
        return deflate.finish((int) (adlerB << 16 | adlerA));
    }
}
