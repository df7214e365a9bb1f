package org.gpucomm.server.figures.png;

import java.util.Arrays;

/** Literals and matches as a zlib stream of DEFLATE blocks (RFC 1951) with Huffman codes of their own. */
final class Deflate {

    /** Symbols of one block. More of them adapt worse, fewer cost more headers. */
    private static final int BLOCK = 1 << 15;
    private static final int END_OF_BLOCK = 256;
    private static final int LENGTH_CODES = 286;
    private static final int DISTANCE_CODES = 30;
    private static final int MATCH = 1 << 31;
    private static final int DYNAMIC = 2;
    private static final int[] CODE_LENGTH_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final Bits out = new Bits();
    private final int[] symbols = new int[BLOCK];
    private final int[] lengthCounts = new int[LENGTH_CODES];
    private final int[] distanceCounts = new int[DISTANCE_CODES];
    private int count;

    Deflate() {
        // 32 KiB window, fastest level: what the header of RFC 1950 can say.
        out.write(0x78, 8);
        out.write(0x01, 8);
    }

    void literal(int value) {
        lengthCounts[value]++;
        add(value);
    }

    /**
     * The bytes that stand {@code distance} back, again.
     *
     * @param length   3 to 258
     * @param distance 1 to 4: the distances without extra bits
     */
    void match(int length, int distance) {
        lengthCounts[lengthCode(length)]++;
        distanceCounts[distance - 1]++;
        add(MATCH | length << 8 | distance);
    }

    private void add(int symbol) {
        symbols[count++] = symbol;
        if (count == BLOCK) {
            block(false);
        }
    }

    /** Ends the stream with the checksum of what went in. */
    byte[] finish(int adler) {
        block(true);
        out.align();
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(adler >>> shift & 255, 8);
        }
        return out.bytes();
    }

    private void block(boolean last) {
        lengthCounts[END_OF_BLOCK] = 1;
        var lengths = HuffmanCode.of(lengthCounts, 15);
        var distances = HuffmanCode.of(distanceCounts, 15);
        out.write(last ? 1 : 0, 1);
        out.write(DYNAMIC, 2);
        codes(lengths, distances);
        for (int i = 0; i < count; i++) {
            symbol(symbols[i], lengths, distances);
        }
        lengths.write(out, END_OF_BLOCK);
        Arrays.fill(lengthCounts, 0);
        Arrays.fill(distanceCounts, 0);
        count = 0;
    }

    private void symbol(int symbol, HuffmanCode lengths, HuffmanCode distances) {
        if (symbol >= 0) {
            lengths.write(out, symbol);
            return;
        }
        int length = symbol >> 8 & 0x1FF;
        int code = lengthCode(length);
        lengths.write(out, code);
        out.write(length - base(code), extraBits(code));
        distances.write(out, (symbol & 255) - 1);
    }

    /** Codes 257 to 284 stand for 3 to 257, four codes for each number of extra bits from 1 on; 285 stands for 258. */
    private static int lengthCode(int length) {
        if (length == 258) {
            return 285;
        }
        int value = length - 3;
        if (value < 8) {
            return 257 + value;
        }
        int extra = 29 - Integer.numberOfLeadingZeros(value);
        return 257 + 4 * (extra + 1) + (value >> extra & 3);
    }

    private static int extraBits(int code) {
        return code < 265 || code == 285 ? 0 : (code - 261) / 4;
    }

    private static int base(int code) {
        if (code == 285) {
            return 258;
        }
        int extra = extraBits(code);
        return extra == 0 ? code - 254 : 3 + (4 + (code - 257) % 4 << extra);
    }

    /** The lengths of both codes, themselves Huffman coded, runs of them shortened. */
    private void codes(HuffmanCode lengths, HuffmanCode distances) {
        var all = Arrays.copyOf(lengths.lengths(), LENGTH_CODES + DISTANCE_CODES);
        System.arraycopy(distances.lengths(), 0, all, LENGTH_CODES, DISTANCE_CODES);
        var runs = new int[all.length];
        int runCount = 0;
        var counts = new int[19];
        for (int i = 0; i < all.length;) {
            int end = i + 1;
            while (end < all.length && all[end] == all[i] && end - i < (all[i] == 0 ? 138 : 1)) {
                end++;
            }
            int length = end - i;
            int code = length < 3 ? all[i] : length < 11 ? 17 : 18;
            int step = length < 3 ? 1 : length;
            counts[code]++;
            runs[runCount++] = code << 8 | step;
            i += step;
        }
        var code = HuffmanCode.of(counts, 7);
        out.write(LENGTH_CODES - 257, 5);
        out.write(DISTANCE_CODES - 1, 5);
        out.write(CODE_LENGTH_ORDER.length - 4, 4);
        for (int symbol : CODE_LENGTH_ORDER) {
            out.write(code.lengths()[symbol], 3);
        }
        for (int i = 0; i < runCount; i++) {
            int symbol = runs[i] >> 8;
            code.write(out, symbol);
            if (symbol == 17) {
                out.write((runs[i] & 255) - 3, 3);
            } else if (symbol == 18) {
                out.write((runs[i] & 255) - 11, 7);
            }
        }
    }
}
