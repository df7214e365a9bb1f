package org.gpucomm.server.figures.png;

import java.util.Arrays;

/**
 * A canonical Huffman code (RFC 1951, 3.2.2).
 *
 * @param lengths bits of each symbol, 0 = it does not occur
 * @param codes   the bits, the first to be written lowest
 */
record HuffmanCode(int[] lengths, int[] codes) {

    /** Returns the best code for symbols that occur this often, none longer than {@code limit} bits. */
    static HuffmanCode of(int[] counts, int limit) {
        var lengths = lengths(counts, limit);
        return new HuffmanCode(lengths, codes(lengths, limit));
    }

    void write(Bits out, int symbol) {
        out.write(codes[symbol], lengths[symbol]);
    }

    private static int[] lengths(int[] counts, int limit) {
        var lengths = new int[counts.length];
        var used = new long[counts.length];
        int size = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                used[size++] = (long) counts[i] << 16 | i;
            }
        }
        if (size < 2) {
            // One bit even for a single symbol: decoders want a complete-looking code.
            lengths[size == 0 ? 0 : (int) (used[0] & 0xFFFF)] = 1;
            return lengths;
        }
        Arrays.sort(used, 0, size);
        var depths = depths(used, size);
        int[] perLength = limited(depths, limit);
        int symbol = 0;
        for (int length = limit; length > 0; length--) {
            for (int i = 0; i < perLength[length]; i++) {
                lengths[(int) (used[symbol++] & 0xFFFF)] = length;
            }
        }
        return lengths;
    }

    /** Depths of the leaves of Huffman's tree, the leaves being sorted by how often they occur. */
    private static int[] depths(long[] used, int size) {
        var weight = new long[2 * size - 1];
        var parent = new int[2 * size - 1];
        for (int i = 0; i < size; i++) {
            weight[i] = used[i] >> 16;
        }
        int leaf = 0;
        int inner = size;
        for (int node = size; node < weight.length; node++) {
            for (int child = 0; child < 2; child++) {
                boolean takeLeaf = leaf < size && (inner >= node || weight[leaf] <= weight[inner]);
                int taken = takeLeaf ? leaf++ : inner++;
                weight[node] += weight[taken];
                parent[taken] = node;
            }
        }
        var depth = new int[weight.length];
        for (int node = weight.length - 2; node >= 0; node--) {
            depth[node] = depth[parent[node]] + 1;
        }
        return Arrays.copyOf(depth, size);
    }

    /** How many codes have each length once none is longer than {@code limit}: Kraft's sum is brought back to one. */
    private static int[] limited(int[] depths, int limit) {
        var perLength = new int[limit + 1];
        long kraft = 0;
        for (int depth : depths) {
            int length = Math.min(depth, limit);
            perLength[length]++;
            kraft += 1L << limit - length;
        }
        while (kraft > 1L << limit) {
            int length = limit - 1;
            while (perLength[length] == 0) {
                length--;
            }
            // A leaf goes one deeper and takes one of the deepest along as its sibling.
            perLength[length]--;
            perLength[length + 1] += 2;
            perLength[limit]--;
            kraft--;
        }
        return perLength;
    }

    private static int[] codes(int[] lengths, int limit) {
        var perLength = new int[limit + 1];
        for (int length : lengths) {
            perLength[length]++;
        }
        perLength[0] = 0;
        var next = new int[limit + 2];
        for (int length = 1; length <= limit; length++) {
            next[length + 1] = next[length] + perLength[length] << 1;
        }
        var codes = new int[lengths.length];
        for (int symbol = 0; symbol < lengths.length; symbol++) {
            int length = lengths[symbol];
            if (length > 0) {
                codes[symbol] = Integer.reverse(next[length]++) >>> 32 - length;
            }
        }
        return codes;
    }
}
