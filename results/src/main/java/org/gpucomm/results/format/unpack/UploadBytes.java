package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.io.input.ProxyInputStream;

/** The bytes of the upload, counted; failures to read them are distinguished from failures to unpack them. */
final class UploadBytes extends ProxyInputStream {

    private final Budget budget;

    UploadBytes(InputStream in, Budget budget) {
        super(in);
        this.budget = budget;
    }

    @Override
    protected void afterRead(int count) {
        budget.read(Math.max(0, count));
    }

    @Override
    protected void handleIOException(IOException failure) throws IOException {
        throw new SourceFailed(failure);
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        budget.read(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
