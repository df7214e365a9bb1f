package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** A zip, read entry by entry in the order of the file; the directory at its end is ignored. */
final class Zip implements Archive {

    private final ZipArchiveInputStream in;

    Zip(InputStream in) {
        // Entries whose size follows them would be held in memory; the last parameter refuses them.
        this.in = new ZipArchiveInputStream(in, "UTF-8", true, false);
    }

    @Override
    public String kind() {
        return "zip";
    }

    @Override
    public @Nullable ArchiveEntry next() throws IOException {
        ZipArchiveEntry entry = in.getNextEntry();
        return entry == null ? null : new ArchiveEntry(entry.getName(), entry.isDirectory(), in, refusal(entry));
    }

    private @Nullable String refusal(ZipArchiveEntry entry) {
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            return "it is encrypted; put it into the archive without a password";
        }
        return in.canReadEntryData(entry)
                ? null
                : "the way in which it is packed is not read; make the archive with plain zip";
    }
}
