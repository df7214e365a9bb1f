package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** A zip or a tar, read from its beginning to its end. */
interface Archive {

    /** Returns what people call it. */
    String kind();

    /** The next entry, once the one before was read to its end; null after the last. */
    @Nullable
    ArchiveEntry next() throws IOException;

    /**
     * @param name    as the archive has it
     * @param folder  which has no bytes
     * @param refusal why its bytes cannot be read; null if they can
     */
    record ArchiveEntry(String name, boolean folder, InputStream in, @Nullable String refusal) {}
}
