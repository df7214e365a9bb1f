package org.gpucomm.results.format.container.zstd;

import java.io.IOException;
import java.util.Arrays;

/** The content unpacked last, from which matches are copied, and what of it was not yet taken. */
final class Window {

    /** RFC 8878 3.1.1.2.4 */
    static final int MAX_BLOCK = 1 << 17;

    private byte[] bytes = new byte[4 * MAX_BLOCK];
    private int size;
    private int end;
    private int taken;
    private int blockBegin;
    private int blockEnd;

    /** A frame begins, which knows nothing of the one before. */
    void begin(int windowSize) {
        size = windowSize;
        end = 0;
        taken = 0;
    }

    /** Makes room for a block; all before was taken. */
    void beginBlock(int maxBlock) {
        if (end + maxBlock > bytes.length) {
            makeRoom(maxBlock);
        }
        blockBegin = end;
        blockEnd = end + maxBlock;
    }

    /** Moves the window to the front; the array grows with the content until it has a quarter of the window to spare. */
    private void makeRoom(int maxBlock) {
        int kept = Math.min(size, end);
        var from = bytes;
        if (kept + maxBlock > bytes.length / 5 * 4) {
            bytes = new byte[Math.min(2 * bytes.length, size + size / 4 + 4 * MAX_BLOCK)];
        }
        System.arraycopy(from, end - kept, bytes, 0, kept);
        end = kept;
        taken = kept;
    }

    int available() {
        return end - taken;
    }

    int take(byte[] to, int from, int length) {
        int n = Math.min(length, available());
        System.arraycopy(bytes, taken, to, from, n);
        taken += n;
        return n;
    }

    void append(byte[] from, int at, int length) throws IOException {
        room(length);
        System.arraycopy(from, at, bytes, end, length);
        end += length;
    }

    void fill(byte value, int length) throws IOException {
        room(length);
        Arrays.fill(bytes, end, end + length, value);
        end += length;
    }

    /** Copies what was {@code offset} bytes ago; it may overlap what it writes. */
    void repeat(int offset, int length) throws IOException {
        room(length);
        if (offset <= 0 || offset > end || offset > size) {
            throw new IOException("a match lies before the beginning");
        }
        int from = end - offset;
        if (offset >= length) {
            System.arraycopy(bytes, from, bytes, end, length);
        } else {
            for (int i = 0; i < length; i++) {
                bytes[end + i] = bytes[from + i];
            }
        }
        end += length;
    }

    void hash(XxHash64 hash) {
        hash.update(bytes, blockBegin, end - blockBegin);
    }

    private void room(int length) throws IOException {
        if (length < 0 || length > blockEnd - end) {
            throw new IOException("a block unpacks to more than it may");
        }
    }
}
