package org.gpucomm.server.ingest.uploads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.anonymize.RewrittenLog;

/** Bytes of an upload for display: {@code *} replaces each byte of anything that looks like a secret, except in archives. */
final class RedactedBytes extends RewrittenLog {

    /** Length beyond which a line is examined in pieces, which bounds memory. */
    private static final int LONGEST = 1 << 16;
    /** First bytes of compressed files: gzip, zip, xz, bzip2, zstd and 7z. */
    private static final List<String> PACKED = List.of("1f8b", "504b", "fd377a", "425a68", "28b52ffd", "377abc");
    private static final int MAGIC = 6;

    private RedactedBytes(InputStream from) {
        super(from, LONGEST);
    }

    /** @param bytes closed together with the result */
    static InputStream of(InputStream bytes) throws IOException {
        var buffered = new BufferedInputStream(bytes, LONGEST);
        buffered.mark(MAGIC);
        var head = buffered.readNBytes(MAGIC);
        buffered.reset();
        return head.length >= 4 && PACKED.stream().anyMatch(HexFormat.of().formatHex(head)::startsWith)
                ? buffered
                : new RedactedBytes(buffered);
    }

    @Override
    protected String next() throws IOException {
        var line = line();
        var bare = line.stripTrailing();
        return Secrets.hide(bare) + line.substring(bare.length());
    }
}
