package org.gpucomm.results.format.container.zstd;

import java.io.IOException;

/** A table of finite state entropy (RFC 8878 4.1). A state is an index into it. */
final class FseTable {

    private static final int MIN_LOG = 5;

    final int log;
    final byte[] symbols;
    private final byte[] bits;
    private final short[] bases;

    private FseTable(int log) {
        this.log = log;
        this.symbols = new byte[1 << log];
        this.bits = new byte[1 << log];
        this.bases = new short[1 << log];
    }

    /** Always the same symbol, which takes no bits. */
    static FseTable of(int symbol) {
        var table = new FseTable(0);
        table.symbols[0] = (byte) symbol;
        return table;
    }

    /** @param counts how often each symbol stands in the table; -1: less than once */
    static FseTable of(int log, short[] counts) throws IOException {
        var table = new FseTable(log);
        int size = 1 << log;
        int high = size;
        var next = new int[counts.length];
        for (int s = 0; s < counts.length; s++) {
            if (counts[s] == -1) {
                table.symbols[--high] = (byte) s;
                next[s] = 1;
            }
        }
        int step = (size >> 1) + (size >> 3) + 3;
        int position = 0;
        for (int s = 0; s < counts.length; s++) {
            for (int i = 0; i < counts[s]; i++) {
                next[s] = counts[s];
                table.symbols[position] = (byte) s;
                do {
                    position = position + step & size - 1;
                } while (position >= high);
            }
        }
        if (position != 0) {
            throw new IOException("a table of symbols does not add up");
        }
        for (int state = 0; state < size; state++) {
            int value = next[table.symbols[state]]++;
            int count = log - (31 - Integer.numberOfLeadingZeros(value));
            table.bits[state] = (byte) count;
            table.bases[state] = (short) ((value << count) - size);
        }
        return table;
    }

    int first(BackwardBits stream) throws IOException {
        return stream.read(log);
    }

    int next(int state, BackwardBits stream) throws IOException {
        return bases[state] + stream.read(bits[state]);
    }

    /** Reads a table's description, bits from the beginning on. */
    static final class Reader {

        private final byte[] bytes;
        private final int end;
        private int position; // in bits

        Reader(byte[] bytes, int begin, int end) {
            this.bytes = bytes;
            this.end = end;
            this.position = 8 * begin;
        }

        FseTable read(int maxLog, int maxSymbol) throws IOException {
            int log = bits(4) + MIN_LOG;
            if (log > maxLog) {
                throw new IOException("a table of symbols is too large");
            }
            var counts = new short[maxSymbol + 1];
            int symbol = 0;
            int remaining = 1 << log;
            while (remaining > 0) {
                if (symbol > maxSymbol) {
                    throw new IOException("a table has too many symbols");
                }
                int count = count(remaining);
                remaining -= Math.abs(count);
                counts[symbol++] = (short) count;
                if (count == 0) {
                    symbol += zeros();
                }
            }
            if (remaining != 0) {
                throw new IOException("a table of symbols does not add up");
            }
            return of(log, counts);
        }

        /** The first byte behind what was read. */
        int position() {
            return position + 7 >> 3;
        }

        private int count(int remaining) throws IOException {
            int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
            int value = bits(width);
            int low = (1 << width - 1) - 1;
            int threshold = (1 << width) - 1 - (remaining + 1);
            if ((value & low) < threshold) {
                position--;
                value &= low;
            } else if (value > low) {
                value -= threshold;
            }
            return value - 1;
        }

        private int zeros() throws IOException {
            int zeros = 0;
            int repeat;
            do {
                repeat = bits(2);
                zeros += repeat;
            } while (repeat == 3);
            return zeros;
        }

        private int bits(int count) throws IOException {
            int value = 0;
            for (int i = 0; i < count; i++) {
                // The last bits of a width that is then shortened may lie behind the end.
                int at = position + i >> 3;
                if (at > end) {
                    throw new IOException("a table of symbols ends early");
                }
                value |= (bytes[at] >> (position + i & 7) & 1) << i;
            }
            position += count;
            return value;
        }
    }
}
