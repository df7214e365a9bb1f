package org.gpucomm.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The compressed bytes of uploads, each under the SHA-256 of what it holds. A file appears under its name only when it is whole,
 * so one that is there is right. Several servers may share one.
 */
public interface Store extends AutoCloseable {

    /**
     * Opens one; a bucket is not asked for anything yet.
     *
     * @param address {@code s3://BUCKET/PREFIX}; null = the folder {@code uploads} of the data directory
     * @throws IllegalArgumentException when the address, or what the machine says of AWS, cannot be used; the message says why
     */
    static Store at(@Nullable String address, Path dataDir) {
        return address == null ? new Folder(dataDir.resolve("uploads")) : Bucket.of(address);
    }

    /** Returns where a file lies below that folder or prefix. */
    static String name(String sha256) {
        return sha256.substring(0, 2) + "/" + sha256 + ".gz";
    }

    /** Keeps a file that was written on this machine. It may be gone from there afterwards. */
    void keep(String sha256, Path compressed) throws IOException;

    /** Returns the bytes as they lie here. */
    InputStream open(String sha256) throws IOException;

    boolean has(String sha256) throws IOException;

    /** Takes a file away, if it is there. */
    void erase(String sha256) throws IOException;

    /** Returns how many bytes lie here. */
    long bytes() throws IOException;

    /** @throws IOException unless files can be stored now */
    void check() throws IOException;

    @Override
    void close();
}
