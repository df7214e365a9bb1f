package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Optional;

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

    private static final int HEADER = 1 + 4 + 2 + 4;
    /** Longest name of an exchange, bytes. */
    static final int MAX_NAME = 1000;
    /** Largest payload, bytes. Ids, plans and lists of ranks are far below; more is a broken or hostile peer. */
    static final int MAX_PAYLOAD = 16 << 20;
    private static final byte[] NOTHING = {};

    enum Kind {
        /** Process 0 to who connects: a challenge. */
        HELLO,
        /** Who connects: I am process n, and I know the secret. */
        JOIN,
        /** Process 0: so do I. */
        WELCOME,
        /** Process 0: not you; {@code what} says why. */
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

    Frame(Kind kind, int sequence, String what) {
        this(kind, sequence, what, NOTHING);
    }

    ByteBuffer encoded() {
        var name = what.getBytes(UTF_8);
        if (name.length > MAX_NAME || payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException(
                    "an exchange takes a name of at most %d bytes and %d bytes of data, got %d and %d for %s"
                            .formatted(MAX_NAME, MAX_PAYLOAD, name.length, payload.length, what));
        }
        return ByteBuffer.allocate(HEADER + name.length + payload.length).put((byte) kind.ordinal()).putInt(sequence)
                .putShort((short) name.length).putInt(payload.length).put(name).put(payload).flip();
    }

    /**
     * The next frame of what was received, taken out of it; empty while it is not there as a whole.
     *
     * @param received   ready to be read from
     * @param maxPayload longest payload that is accepted
     * @throws MalformedFrame if this cannot become a frame
     */
    static Optional<Frame> take(ByteBuffer received, int maxPayload) throws MalformedFrame {
        if (!received.hasRemaining()) {
            return Optional.empty();
        }
        int start = received.position();
        int kind = received.get(start) & 0xFF;
        if (kind >= Kind.ALL.length) {
            throw new MalformedFrame("first byte " + kind);
        }
        if (received.remaining() < HEADER) {
            return Optional.empty();
        }
        int sequence = received.getInt(start + 1);
        int nameLength = received.getShort(start + 5) & 0xFFFF;
        int payloadLength = received.getInt(start + 7);
        if (nameLength > MAX_NAME || payloadLength < 0 || payloadLength > maxPayload) {
            throw new MalformedFrame("lengths " + nameLength + " and " + Integer.toUnsignedString(payloadLength));
        }
        if (received.remaining() < HEADER + nameLength + payloadLength) {
            return Optional.empty();
        }
        var name = new byte[nameLength];
        var payload = new byte[payloadLength];
        received.position(start + HEADER).get(name).get(payload);
        return Optional.of(new Frame(Kind.ALL[kind], sequence, new String(name, UTF_8), payload));
    }

    /** What came is no message of this protocol. */
    static final class MalformedFrame extends Exception {

        private static final long serialVersionUID = 1L;

        MalformedFrame(String message) {
            super(message);
        }
    }
}
