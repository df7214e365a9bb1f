package org.gpucomm.results.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;

/** Stream that compresses another by gzip (RFC 1952) while it is read, so that no compressed copy is held in memory or on disk. */
final class GzipBytes {

    private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};

    private GzipBytes() {}

    static InputStream of(InputStream plain) {
        var deflater = new Deflater(Deflater.BEST_SPEED, true);
        var length = new AtomicLong();
        var checked = new CheckedInputStream(plain, new CRC32());
        var deflated = new DeflaterInputStream(checked, deflater) {
            @Override
            public void close() throws IOException {
                super.close();
                length.set(deflater.getBytesRead());
                deflater.end();
            }
        };
        var trailer = new InputStream() {
            private final ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            private boolean made;

            @Override
            public int read() {
                if (!made) {
                    made = true;
                    bytes.putInt((int) checked.getChecksum().getValue()).putInt((int) length.get()).flip();
                }
                return bytes.hasRemaining() ? bytes.get() & 0xFF : -1;
            }
        };
        return new SequenceInputStream(Collections
                .enumeration(List.<InputStream>of(new ByteArrayInputStream(HEADER), deflated, trailer)));
    }
}
