package org.gpucomm.server.backup;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;

import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/** Count of rows, and sum of their SHA-256 hashes, which does not depend on the order of rows. */
final class Sum {

    private final MessageDigest digest = DigestUtils.getSha256Digest();
    private long rows;
    private long sum;

    void add(List<@Nullable String> row) {
        for (var value : row) {
            DigestUtils.updateDigest(digest, Objects.requireNonNullElse(value, ""));
            digest.update((byte) (value == null ? 1 : 0));
        }
        rows++;
        sum += ByteBuffer.wrap(digest.digest()).getLong();
    }

    Counted counted() {
        return new Counted(rows, String.format("%016x", sum));
    }

    /** Checksum of a table. @param sum sum of the first 64 bits of each row's SHA-256, modulo 2^64, in hexadecimal */
    record Counted(long rows, String sum) {}
}
