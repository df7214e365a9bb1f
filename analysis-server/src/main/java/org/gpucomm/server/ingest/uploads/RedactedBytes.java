package org.gpucomm.server.ingest.uploads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.anonymize.RewrittenLog;

/** Bytes of an upload for display: {@code *} replaces each byte of anything that looks like a secret, except in archives. */
final class RedactedBytes extends RewrittenLog {

    /** Length beyond which a line is examined in pieces, which bounds memory. */
    private static final int LONGEST = 1 << 16;
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
        return isPacked(head) ? buffered : new RedactedBytes(buffered);
    }

    @Override
    protected String next() throws IOException {
        var line = line();
        var bare = line.stripTrailing();
        return Secrets.hide(bare) + line.substring(bare.length());
    }

    /** Returns whether a file is compressed: gzip, zip, xz, bzip2, zstd or 7z. */
    private static boolean isPacked(byte[] head) {
        return head.length >= 4 && (starts(head, 0x1F, 0x8B) || starts(head, 'P', 'K') || starts(head, 0xFD, '7', 'z')
                || starts(head, 'B', 'Z', 'h') || starts(head, 0x28, 0xB5, 0x2F, 0xFD) || starts(head, '7', 'z', 0xBC));
    }

    private static boolean starts(byte[] head, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if ((head[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
