package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Encoding of several byte arrays as one: for each its length (4 bytes, big-endian) and its bytes. */
public final class ByteArrays {

    private ByteArrays() {}

    public static byte[] joined(List<byte[]> parts) {
        var joined = ByteBuffer.allocate(parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum());
        parts.forEach(part -> joined.putInt(part.length).put(part));
        return joined.array();
    }

    /**
     * Returns the arrays that {@link #joined} encoded.
     *
     * @throws IllegalArgumentException if the bytes are not such an encoding
     */
    public static List<byte[]> split(byte[] joined) {
        var in = ByteBuffer.wrap(joined);
        var parts = new ArrayList<byte[]>();
        while (in.hasRemaining()) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new IllegalArgumentException("another process speaks another version of gpucomm");
            }
            var part = new byte[length];
            in.get(part);
            parts.add(part);
        }
        return parts;
    }

    /** Encodes the texts of values. */
    public static byte[] ofTexts(Object... values) {
        return joined(Stream.of(values).map(value -> value.toString().getBytes(UTF_8)).toList());
    }

    /** Returns the texts that {@link #ofTexts} encoded. */
    public static List<String> texts(byte[] joined) {
        return split(joined).stream().map(part -> new String(part, UTF_8)).toList();
    }
}
