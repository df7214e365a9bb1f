package org.gpucomm.results.format.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

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
    static <T> T guard(String kind, Reading<T> step) throws IOException {
        try {
            return step.run();
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

    /** A step that reads. */
    interface Reading<T> {

        T run() throws IOException;
    }
}
