package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

import org.apache.commons.io.input.BrokenInputStream;
import org.gpucomm.results.format.unpack.DamagedData;
import org.gpucomm.results.format.unpack.LimitReached;
import org.jspecify.annotations.Nullable;

/** The first bytes of a file, looked at before the file is read. An error within these bytes is thrown again at the same position. */
final class Head {

    private static final int LENGTH = 1 << 16;

    private final byte[] bytes;
    private final InputStream rest;

    private Head(byte[] bytes, InputStream rest) {
        this.bytes = bytes;
        this.rest = rest;
    }

    static Head of(InputStream in) throws IOException {
        var bytes = new byte[LENGTH];
        int count = 0;
        @Nullable
        IOException failure = null;
        try {
            for (int n = 0; n >= 0 && count < LENGTH; n = in.read(bytes, count, LENGTH - count)) {
                count += n;
            }
        } catch (DamagedData | LimitReached e) {
            failure = e;
        }
        var reason = failure;
        return new Head(Arrays.copyOf(bytes, count), reason == null ? in : new BrokenInputStream(() -> reason));
    }

    /** Returns whether the file may continue after these bytes, so that their last line may be cut. */
    boolean isFull() {
        return bytes.length == LENGTH;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns all of the file, from its beginning. */
    InputStream whole() {
        return new SequenceInputStream(new ByteArrayInputStream(bytes), rest);
    }
}
