package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.compress.compressors.CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A decoder created at the first read, so that bytes which it refuses at once count as damaged like all others. Bytes decoded before damage
 * in the same call are returned first; the next call then throws the damage.
 */
final class LazyDecoder extends InputStream {

    private final Layer.Reading<CompressorInputStream> opening;
    private @Nullable CompressorInputStream decoder;
    private @Nullable IOException damage;

    LazyDecoder(Layer.Reading<CompressorInputStream> opening) {
        this.opening = opening;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (damage != null) {
            throw damage;
        }
        if (decoder == null) {
            decoder = opening.run();
        }
        long before = decoder.getBytesRead();
        try {
            return decoder.read(bytes, from, length);
        } catch (IOException | RuntimeException e) {
            damage = e instanceof IOException io ? io : new IOException(e.getMessage(), e);
            int decoded = (int) (decoder.getBytesRead() - before);
            if (decoded == 0) {
                throw damage;
            }
            return decoded;
        }
    }
}
