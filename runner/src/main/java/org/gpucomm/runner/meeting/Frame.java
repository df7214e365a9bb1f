package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One message between two processes.
 *
 * <p>On the wire: kind (1 byte), sequence (4), length of the name (2), length of the payload (4), name (UTF-8), payload.
 * Numbers are big-endian.
 *
 * @param sequence number of the exchange, 1 first; the version of the protocol in {@link Kind#HELLO}
 * @param what     name of the exchange
 */
record Frame(Kind kind, int sequence, String what, byte[] payload) {

    /** Longest name of an exchange, bytes. */
    private static final int MAX_NAME = 1000;
    /** Largest payload, bytes. Ids, plans and lists of ranks are far below; more is a broken or hostile peer. */
    static final int MAX_PAYLOAD = 16 << 20;

    enum Kind {
        /** Process 0 to who connects: a challenge. */
        HELLO,
        /** A visitor: I am process n, and I know the secret. */
        JOIN,
        /** Process 0: so do I. */
        WELCOME,
        /** Process 0: not you; the payload says why. */
        REFUSED,
        /** I am at this exchange. Process 0 answers with the same kind when all are. */
        GATHER,
        BROADCAST,
        BARRIER,
        /** I waited too long at this exchange. */
        TIMEOUT,
        /** It is over for all; the payload says why. */
        ABORT,
        /** I am done. */
        BYE;

        private static final Kind[] ALL = values();
    }

    Frame {
        if (what.getBytes(UTF_8).length > MAX_NAME || payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("an exchange takes a name of at most " + MAX_NAME + " bytes and "
                    + MAX_PAYLOAD + " bytes of data, got " + what.length() + " and " + payload.length + " for " + what);
        }
    }

    Frame(Kind kind, int sequence, String what) {
        this(kind, sequence, what, new byte[0]);
    }

    /** Returns a frame whose payload is text, cut where that is long. */
    static Frame saying(Kind kind, int sequence, String text) {
        return new Frame(kind, sequence, "", text.substring(0, Math.min(4000, text.length())).getBytes(UTF_8));
    }

    String text() {
        return new String(payload, UTF_8);
    }

    void write(DataOutputStream out) throws IOException {
        var name = what.getBytes(UTF_8);
        out.writeByte(kind.ordinal());
        out.writeInt(sequence);
        out.writeShort(name.length);
        out.writeInt(payload.length);
        out.write(name);
        out.write(payload);
        out.flush();
    }

    /**
     * Reads the next frame.
     *
     * @param maxPayload longest payload that is accepted
     * @throws MalformedFrame if what comes is none
     */
    static Frame read(DataInputStream in, int maxPayload) throws IOException {
        int kind = in.readUnsignedByte();
        if (kind >= Kind.ALL.length) {
            throw new MalformedFrame("first byte " + kind);
        }
        int sequence = in.readInt();
        int nameLength = in.readUnsignedShort();
        int payloadLength = in.readInt();
        if (nameLength > MAX_NAME || payloadLength < 0 || payloadLength > maxPayload) {
            throw new MalformedFrame("lengths " + nameLength + " and " + Integer.toUnsignedString(payloadLength));
        }
        var name = new byte[nameLength];
        in.readFully(name);
        var payload = new byte[payloadLength];
        in.readFully(payload);
        return new Frame(Kind.ALL[kind], sequence, new String(name, UTF_8), payload);
    }

    /** Returns what all processes gave as one payload: for each its length (4 bytes) and its bytes. */
    static byte[] joined(List<byte[]> all) {
        var joined = ByteBuffer.allocate(all.stream().mapToInt(one -> Integer.BYTES + one.length).sum());
        all.forEach(one -> joined.putInt(one.length).put(one));
        return joined.array();
    }

    /** Returns what {@link #joined} was made of. */
    static List<byte[]> split(byte[] joined) {
        var in = ByteBuffer.wrap(joined);
        var all = new ArrayList<byte[]>();
        while (in.hasRemaining()) {
            var one = new byte[in.getInt()];
            in.get(one);
            all.add(one);
        }
        return all;
    }

    /** Returns it for messages: {@code barrier “size 8” (step 4)}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " “" + what + "” (step " + sequence + ")";
    }

    /** The peer sent no message of this protocol. */
    static final class MalformedFrame extends IOException {

        private static final long serialVersionUID = 1L;

        MalformedFrame(String message) {
            super(message);
        }
    }
}
