package org.gpucomm.server.backup;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;

import org.gpucomm.server.ingest.files.StoredFiles;
import org.jspecify.annotations.Nullable;

/** Count of rows, and sum of their SHA-256 hashes, which does not depend on the order of rows. */
final class Sum {

    private final MessageDigest digest = StoredFiles.sha256();
    private long rows;
    private long sum;

    void add(List<@Nullable String> row) {
        for (var value : row) {
            digest.update(Objects.requireNonNullElse(value, "").getBytes(StandardCharsets.UTF_8));
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
