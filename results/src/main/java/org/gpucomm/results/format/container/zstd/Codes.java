package org.gpucomm.results.format.container.zstd;

import java.io.IOException;

/** What the codes of sequences stand for (RFC 8878 3.1.1.3.2.1.1), and the tables that need no description (3.1.1.3.2.2). */
final class Codes {

    static final Codes LENGTHS = new Codes(9, 6,
            counts("4 3 2 2 2 2 2 2 2 2 2 2 2 1 1 1 2 2 2 2 2 2 2 2 2 3 2 1 1 1 1 1 -1 -1 -1 -1"),
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 2 2 3 3 4 6 7 8 9 10 11 12 13 14 15 16", 0);
    static final Codes MATCHES = new Codes(9, 6,
            counts("1 4 3 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 -1 -1 -1 -1"
                    + " -1 -1"),
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 2 2 3 3 4 4 5 7 8 9 10 11 12 13 14 15 16",
            3);
    /** A distance's code is the number of its bits. */
    static final Codes DISTANCES = new Codes(8, 5,
            counts("1 1 1 1 1 1 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 -1 -1 -1 -1"),
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31", 0);

    final int maxLog;
    final FseTable predefined;
    final short[] bits;
    final int[] bases;

    private Codes(int maxLog, int predefinedLog, short[] predefined, String bits, int firstBase) {
        this.maxLog = maxLog;
        this.bits = counts(bits);
        this.bases = new int[this.bits.length];
        int base = firstBase;
        for (int code = 0; code < bases.length; code++) {
            bases[code] = base;
            base += 1 << this.bits[code];
        }
        try {
            this.predefined = FseTable.of(predefinedLog, predefined);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    int maxSymbol() {
        return bits.length - 1;
    }

    private static short[] counts(String text) {
        var words = text.split(" ");
        var counts = new short[words.length];
        for (int i = 0; i < words.length; i++) {
            counts[i] = Short.parseShort(words[i]);
        }
        return counts;
    }
}
