package org.gpucomm.results.format.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.compress.compressors.CompressorInputStream;
import org.apache.commons.io.function.IOSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Output of one layer of packing, counted. Exceptions of a decoder for damaged bytes become {@link DamagedData}. Closing a layer closes
 * nothing: layers end with their upload.
 */
final class Layer extends InputStream {

    private final InputStream decoder;
    private final String kind;
    private final Budget budget;

    Layer(InputStream decoder, String kind, Budget budget) {
        this.decoder = decoder;
        this.kind = kind;
        this.budget = budget;
    }

    /** Returns the output of a decoder, which is made at the first read. */
    static Layer decoded(IOSupplier<CompressorInputStream> opening, String kind, Budget budget) {
        return new Layer(new LazyDecoder(opening), kind, budget);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int n = guard(kind, () -> decoder.read(bytes, from, length));
        budget.unpack(Math.max(0, n));
        return n;
    }

    /** Runs a step that may meet damaged bytes. A {@link LinkageError} means that the library for a method of packing is missing. */
    static <T> T guard(String kind, IOSupplier<T> step) throws IOException {
        try {
            return step.get();
        } catch (IOException | RuntimeException | LinkageError e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof SourceFailed || cause instanceof LimitReached || cause instanceof DamagedData) {
                    throw (IOException) cause;
                }
            }
            var reason = e instanceof EOFException ? "the end is missing" : e.getMessage();
            throw new DamagedData("the " + kind + " data are damaged or cut off here (" + reason + ")", e);
        }
    }

    /**
     * A decoder created at the first read, so that bytes which it refuses at once count as damaged like all others. Bytes decoded before damage
     * in the same call are returned first; the next call then throws the damage.
     */
    private static final class LazyDecoder extends InputStream {

        private final IOSupplier<CompressorInputStream> opening;
        private @Nullable CompressorInputStream decoder;
        private @Nullable IOException damage;

        LazyDecoder(IOSupplier<CompressorInputStream> opening) {
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
                decoder = opening.get();
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
}
