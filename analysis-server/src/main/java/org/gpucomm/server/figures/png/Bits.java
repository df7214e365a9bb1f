package org.gpucomm.server.figures.png;

import java.util.Arrays;

/** Bytes that are filled bit by bit, the lowest bit first. */
final class Bits {

    private byte[] bytes = new byte[1 << 16];
    private int size;
    private long pending;
    private int pendingBits;

    /** The lowest {@code count} bits of {@code value}, at most 32; the others must be 0. */
    void write(int value, int count) {
        pending |= (long) value << pendingBits;
        pendingBits += count;
        while (pendingBits >= 8) {
            append();
            pendingBits -= 8;
        }
    }

    /** Fills the byte that was begun with zeros. */
    void align() {
        if (pendingBits > 0) {
            append();
            pendingBits = 0;
        }
    }

    private void append() {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) pending;
        pending >>>= 8;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }
}
