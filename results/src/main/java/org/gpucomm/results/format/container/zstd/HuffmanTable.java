package org.gpucomm.results.format.container.zstd;

import java.io.IOException;
import java.util.Arrays;

/** Codes of literals (RFC 8878 4.2): every code of the longest length, and what it stands for. */
final class HuffmanTable {

    private static final int MAX_BITS = 11;
    private static final int MAX_SYMBOLS = 256;
    private static final int MAX_WEIGHT_LOG = 6;

    private final int maxBits;
    private final byte[] symbols;
    private final byte[] lengths;

    private HuffmanTable(int[] weights, int maxBits) {
        this.maxBits = maxBits;
        this.symbols = new byte[1 << maxBits];
        this.lengths = new byte[1 << maxBits];
        int at = 0;
        for (int weight = 1; weight <= maxBits; weight++) {
            int span = 1 << weight - 1;
            for (int s = 0; s < weights.length; s++) {
                if (weights[s] == weight) {
                    Arrays.fill(symbols, at, at + span, (byte) s);
                    Arrays.fill(lengths, at, at + span, (byte) (maxBits + 1 - weight));
                    at += span;
                }
            }
        }
    }

    /** @param symbolCount of which the last one's weight is what the others leave */
    private static HuffmanTable of(int[] weights, int symbolCount) throws IOException {
        int sum = 0;
        for (int s = 0; s < symbolCount; s++) {
            sum += weights[s] > 0 ? 1 << weights[s] - 1 : 0;
        }
        int maxBits = 32 - Integer.numberOfLeadingZeros(sum);
        int left = (1 << maxBits) - sum;
        if (sum == 0 || maxBits > MAX_BITS || Integer.bitCount(left) != 1) {
            throw new IOException("the codes of literals do not add up");
        }
        weights[symbolCount] = 32 - Integer.numberOfLeadingZeros(left);
        return new HuffmanTable(weights, maxBits);
    }

    void decode(BackwardBits stream, byte[] to, int from, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int code = stream.peek(maxBits);
            to[from + i] = symbols[code];
            stream.skip(lengths[code]);
            if (stream.left() < 0) {
                throw new IOException("a stream of literals ends early");
            }
        }
        if (stream.left() != 0) {
            throw new IOException("a stream of literals is too long");
        }
    }

    /** Reads a description of weights. */
    static final class Reader {

        private final byte[] bytes;
        private final int end;
        private int position;

        Reader(byte[] bytes, int begin, int end) {
            this.bytes = bytes;
            this.position = begin;
            this.end = end;
        }

        /** The first byte behind what was read. */
        int position() {
            return position;
        }

        HuffmanTable read() throws IOException {
            var weights = new int[MAX_SYMBOLS];
            int header = position < end ? bytes[position++] & 0xFF : 0;
            int size = header < 128 ? header : header - 127 + 1 >> 1;
            if (size == 0 || size > end - position) {
                throw new IOException("the codes of literals are cut off");
            }
            int symbols = header < 128 ? compressed(weights, size) : plain(weights, header - 127);
            position += size;
            return of(weights, symbols);
        }

        private int plain(int[] weights, int symbols) {
            for (int s = 0; s < symbols; s++) {
                int pair = bytes[position + (s >> 1)];
                weights[s] = (s & 1) == 0 ? pair >> 4 & 15 : pair & 15;
            }
            return symbols;
        }

        private int compressed(int[] weights, int size) throws IOException {
            var description = new FseTable.Reader(bytes, position, position + size);
            var table = description.read(MAX_WEIGHT_LOG, MAX_BITS + 1);
            if (description.position() >= position + size) {
                throw new IOException("the codes of literals are cut off");
            }
            var stream = new BackwardBits(bytes, description.position(), position + size);
            int[] states = {table.first(stream), table.first(stream)};
            int symbols = 0;
            for (int turn = 0;; turn ^= 1) {
                if (symbols > MAX_SYMBOLS - 3) {
                    throw new IOException("there are codes for too many literals");
                }
                weights[symbols++] = table.symbols[states[turn]];
                states[turn] = table.next(states[turn], stream);
                if (stream.left() < 0) {
                    weights[symbols++] = table.symbols[states[turn ^ 1]];
                    return symbols;
                }
            }
        }
    }
}
