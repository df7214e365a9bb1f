package org.gpucomm.results.format.unpack;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** Reader of a decoder byte by byte, because after damage the decoder loses all bytes decoded in the same call. */
final class BytewiseDecoder extends InputStream {

    private final InputStream decoder;
    private @Nullable IOException damage;

    BytewiseDecoder(InputStream decoder) {
        this.decoder = decoder;
    }

    @Override
    public int read() throws IOException {
        return decoder.read();
    }

    /** Reads the bytes before damage; the next call then throws the damage. */
    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (damage != null) {
            throw damage;
        }
        int n = 0;
        try {
            for (int b = 0; n < length && (b = decoder.read()) >= 0; n++) {
                bytes[from + n] = (byte) b;
            }
        } catch (IOException e) {
            damage = e;
        } catch (RuntimeException e) {
            damage = new IOException(e);
        }
        if (n == 0 && damage != null) {
            throw damage;
        }
        return n == 0 && length > 0 ? -1 : n;
    }
}
