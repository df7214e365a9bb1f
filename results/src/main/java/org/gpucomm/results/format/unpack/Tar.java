package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.input.ProxyInputStream;
import org.jspecify.annotations.Nullable;

/** A tar, entry by entry. */
final class Tar implements Archive {

    private static final int MAX_HEADER = 1 << 20;

    private final HeaderLimit limit;
    private final TarArchiveInputStream in;

    Tar(InputStream in) {
        this.limit = new HeaderLimit(in);
        this.in = new TarArchiveInputStream(limit, "UTF-8");
    }

    @Override
    public String kind() {
        return "tar";
    }

    @Override
    public @Nullable ArchiveEntry next() throws IOException {
        limit.left = MAX_HEADER;
        TarArchiveEntry entry = in.getNextEntry();
        limit.left = Long.MAX_VALUE;
        return entry == null ? null : new ArchiveEntry(entry.getName(), entry.isDirectory(), in, refusal(entry));
    }

    private @Nullable String refusal(TarArchiveEntry entry) {
        if (entry.isLink() || entry.isSymbolicLink()) {
            return "it is a link to another file, which is never followed; put the file itself into the archive";
        }
        if (entry.isBlockDevice() || entry.isCharacterDevice() || entry.isFIFO()) {
            return "it is a device or a pipe, not a file; it was not read";
        }
        return in.canReadEntryData(entry)
                ? null
                : "it is a sparse file of a kind that is not read; make the tar without --sparse";
    }

    /** Limit for long names and attributes, which are read into memory. */
    private static final class HeaderLimit extends ProxyInputStream {

        private long left = Long.MAX_VALUE;

        HeaderLimit(InputStream in) {
            super(in);
        }

        @Override
        protected void afterRead(int count) throws IOException {
            left -= Math.max(0, count);
            if (left < 0) {
                throw new IOException("an entry's header is longer than " + (MAX_HEADER >> 20) + " MiB");
            }
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(count);
            afterRead((int) Math.min(Integer.MAX_VALUE, skipped));
            return skipped;
        }
    }
}
