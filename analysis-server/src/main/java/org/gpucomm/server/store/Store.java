package org.gpucomm.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.figures.parquet.MeasurementTable;
import org.jspecify.annotations.Nullable;

/**
 * Store of compressed uploads, named by the SHA-256 of their bytes, and of their measurements as Parquet tables. Only complete files have
 * a name. Several servers may share one store.
 */
public interface Store extends AutoCloseable {

    /**
     * Opens a store, without a request to a bucket.
     *
     * @param address {@code s3://BUCKET/PREFIX}; null = folders of the data directory
     * @throws IllegalArgumentException if the address or the machine's AWS configuration is invalid; the message gives the reason
     */
    static Store at(@Nullable String address, Path dataDir) {
        return address == null ? new Folder(dataDir) : Bucket.of(address);
    }

    /** Returns the name of an upload. */
    static String upload(String sha256) {
        return sha256.substring(0, 2) + "/" + sha256 + ".gz";
    }

    /** Returns whether a name is that of a table. */
    static boolean isTable(String name) {
        return name.startsWith(MeasurementTable.FOLDER + "/");
    }

    /** Stores a file from this machine, which may be moved. */
    void keep(String name, Path file) throws IOException;

    /** Returns the bytes of a file. */
    InputStream open(String name) throws IOException;

    boolean has(String name) throws IOException;

    /** Deletes a file, if it exists. */
    void erase(String name) throws IOException;

    /** Returns the names of all tables, such as {@code measurements/month=2026-01/0123456789abcdef-1.parquet}. */
    Set<String> tables() throws IOException;

    /** Returns the folder of the tables, which exists; empty if they are objects of a bucket. */
    Optional<Path> tableFolder() throws IOException;

    /** Returns the total size of the uploads in bytes. */
    long bytes() throws IOException;

    /** Checks that files can be stored. @throws IOException if they cannot */
    void check() throws IOException;

    @Override
    void close();
}
