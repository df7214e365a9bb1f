package org.gpucomm.results.format.container;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of the upload as they come, counted; their own failures are told apart from those of unpacking. */
final class UploadBytes extends FilterInputStream {

    private final Budget budget;

    UploadBytes(InputStream in, Budget budget) {
        super(in);
        this.budget = budget;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        try {
            int n = in.read(bytes, from, length);
            budget.read(Math.max(0, n));
            return n;
        } catch (IOException e) {
            throw new SourceFailed(e);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(count);
        budget.read(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
