package org.gpucomm.results.format.container.zstd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** XXH64 with seed 0, the checksum of zstd's frames. Constants and steps: the xxHash specification, section "XXH64". */
final class XxHash64 {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE = 32;

    private final byte[] rest = new byte[STRIPE];
    private long a;
    private long b;
    private long c;
    private long d;
    private long length;

    void begin() {
        a = P1 + P2;
        b = P2;
        c = 0;
        d = -P1;
        length = 0;
    }

    void update(byte[] bytes, int from, int count) {
        int held = (int) (length % STRIPE);
        int at = from;
        int end = from + count;
        length += count;
        if (held > 0) {
            int n = Math.min(STRIPE - held, count);
            System.arraycopy(bytes, at, rest, held, n);
            at += n;
            if (held + n < STRIPE) {
                return;
            }
            stripe(rest, 0);
        }
        for (; at + STRIPE <= end; at += STRIPE) {
            stripe(bytes, at);
        }
        System.arraycopy(bytes, at, rest, 0, end - at);
    }

    long value() {
        long h = length < STRIPE
                ? P5
                : merge(merge(merge(merge(Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12)
                        + Long.rotateLeft(d, 18), a), b), c), d);
        h += length;
        int left = (int) (length % STRIPE);
        int at = 0;
        for (; at + 8 <= left; at += 8) {
            h = Long.rotateLeft(h ^ round(0, (long) LONG.get(rest, at)), 27) * P1 + P4;
        }
        if (at + 4 <= left) {
            long word = (rest[at] & 0xFFL) | (rest[at + 1] & 0xFFL) << 8 | (rest[at + 2] & 0xFFL) << 16
                    | (rest[at + 3] & 0xFFL) << 24;
            h = Long.rotateLeft(h ^ word * P1, 23) * P2 + P3;
            at += 4;
        }
        for (; at < left; at++) {
            h = Long.rotateLeft(h ^ (rest[at] & 0xFF) * P5, 11) * P1;
        }
        h = (h ^ h >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
    }

    private void stripe(byte[] bytes, int at) {
        a = round(a, (long) LONG.get(bytes, at));
        b = round(b, (long) LONG.get(bytes, at + 8));
        c = round(c, (long) LONG.get(bytes, at + 16));
        d = round(d, (long) LONG.get(bytes, at + 24));
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * P2, 31) * P1;
    }

    private static long merge(long h, long lane) {
        return (h ^ round(0, lane)) * P1 + P4;
    }
}
