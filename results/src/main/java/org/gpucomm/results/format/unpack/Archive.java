package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** A zip or a tar, read from its beginning to its end. */
interface Archive {

    /** Returns the common name of the kind. */
    String kind();

    /** Returns the next entry, after the one before was read to its end; null after the last. */
    @Nullable
    ArchiveEntry next() throws IOException;

    /**
     * One entry.
     *
     * @param name    name in the archive
     * @param folder  whether the entry is a folder, which has no bytes
     * @param refusal why the bytes cannot be read; null if they can
     */
    record ArchiveEntry(String name, boolean folder, InputStream in, @Nullable String refusal) {}
}
