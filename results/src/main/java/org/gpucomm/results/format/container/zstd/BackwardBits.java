package org.gpucomm.results.format.container.zstd;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bits read from the end of a stretch of bytes to its beginning (RFC 8878 4.1). Reading beyond the beginning gives bits of no
 * meaning; {@link #left()} is negative then. The array has {@link Block#FRONT} bytes before and eight behind the stretch.
 */
final class BackwardBits {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int begin;
    private int left;

    BackwardBits(byte[] bytes, int begin, int end) throws IOException {
        if (end <= begin || bytes[end - 1] == 0) {
            throw new IOException("a stream of bits has no end mark");
        }
        this.bytes = bytes;
        this.begin = begin;
        int mark = 31 - Integer.numberOfLeadingZeros(bytes[end - 1] & 0xFF);
        this.left = 8 * (end - 1 - begin) + mark;
    }

    /** Bits that were not read; negative if more were read than there are. */
    int left() {
        return left;
    }

    /** @param count 0 to 32 */
    int read(int count) throws IOException {
        int value = peek(count);
        left -= count;
        if (left < -64) {
            throw new IOException("a stream of bits ends early");
        }
        return value;
    }

    /** The next bits, of which the first is the highest. */
    int peek(int count) {
        int at = left - count;
        long word = (long) LONG.get(bytes, begin + (at >> 3));
        return (int) (word >>> (at & 7) & (1L << count) - 1);
    }

    void skip(int count) {
        left -= count;
    }
}
