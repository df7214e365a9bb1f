package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.input.ProxyInputStream;
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
}
