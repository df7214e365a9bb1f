package org.gpucomm.results.format.container.zstd;

import java.io.IOException;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Decodes compressed blocks (RFC 8878 3.1.1.3): literals, and sequences that say how to put them between matches. */
final class Block {

    /** Bytes that lie, unused, before a block in its array, so that whole words can be read anywhere in it. */
    static final int FRONT = 16;

    private static final int RAW = 0;
    private static final int RUN = 1;
    private static final int COMPRESSED = 2;

    private final Sequences sequences;
    private final byte[] literals = new byte[Window.MAX_BLOCK];
    private @Nullable HuffmanTable table;
    private byte[] input = new byte[0];
    private int position;
    private int end;

    Block(Window window) {
        this.sequences = new Sequences(window);
    }

    /** A frame begins, which knows nothing of the one before. */
    void begin() {
        table = null;
        sequences.begin();
    }

    /** @param bytes the block, {@link #FRONT} bytes from its beginning on */
    void decode(byte[] bytes, int size) throws IOException {
        input = bytes;
        position = FRONT;
        end = FRONT + size;
        int count = readLiterals();
        sequences.decode(bytes, position, end, literals, count);
    }

    private int readLiterals() throws IOException {
        int first = peek(0);
        int kind = first & 3;
        int format = first >> 2 & 3;
        if (kind == RAW || kind == RUN) {
            int width = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
            int size = (int) (number(width) >> (width == 1 ? 3 : 4));
            return kind == RAW ? raw(size) : run(size);
        }
        int width = format < 2 ? 3 : format + 2;
        int sizeBits = format < 2 ? 10 : format == 2 ? 14 : 18;
        long header = number(width) >> 4;
        int size = (int) (header & (1L << sizeBits) - 1);
        int packed = (int) (header >> sizeBits);
        if (size > literals.length || packed > end - position) {
            throw new IOException("literals are cut off");
        }
        compressed(size, position + packed, kind == COMPRESSED, format == 0 ? 1 : 4);
        return size;
    }

    private int raw(int size) throws IOException {
        if (size > end - position || size > literals.length) {
            throw new IOException("literals are cut off");
        }
        System.arraycopy(input, position, literals, 0, size);
        position += size;
        return size;
    }

    private int run(int size) throws IOException {
        if (size > literals.length) {
            throw new IOException("there are too many literals");
        }
        Arrays.fill(literals, 0, size, (byte) number(1));
        return size;
    }

    private void compressed(int size, int until, boolean withTable, int streams) throws IOException {
        if (withTable) {
            var reader = new HuffmanTable.Reader(input, position, until);
            table = reader.read();
            position = reader.position();
        }
        if (table == null) {
            throw new IOException("literals have no codes");
        }
        if (streams == 1) {
            table.decode(new BackwardBits(input, position, until), literals, 0, size);
        } else {
            int jumps = position;
            int from = position + 6;
            int each = (size + 3) / 4;
            for (int i = 0; i < 4; i++) {
                int length = i < 3 ? (input[jumps + 2 * i] & 0xFF) | (input[jumps + 2 * i + 1] & 0xFF) << 8 : 0;
                int to = i < 3 ? from + length : until;
                int count = i < 3 ? each : size - 3 * each;
                if (to > until || count < 0) {
                    throw new IOException("literals are cut off");
                }
                table.decode(new BackwardBits(input, from, to), literals, i * each, count);
                from = to;
            }
        }
        position = until;
    }

    private int peek(int at) throws IOException {
        if (position + at >= end) {
            throw new IOException("a block is cut off");
        }
        return input[position + at] & 0xFF;
    }

    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) peek(i) << 8 * i;
        }
        position += bytes;
        return value;
    }
}
