package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** A decoder created at the first read, so that bytes which it refuses at once count as damaged like all others. */
final class LazyDecoder extends InputStream {

    private final Layer.Reading<InputStream> opening;
    private @Nullable InputStream decoder;

    LazyDecoder(Layer.Reading<InputStream> opening) {
        this.opening = opening;
    }

    @Override
    public int read() throws IOException {
        return opened().read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return opened().read(bytes, from, length);
    }

    private InputStream opened() throws IOException {
        if (decoder == null) {
            decoder = opening.run();
        }
        return decoder;
    }
}
