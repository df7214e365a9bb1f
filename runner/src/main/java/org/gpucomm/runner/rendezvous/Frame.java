package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * One message between two processes.
 *
 * <p>On the wire: kind (1 byte), number (4), length of the text (2), length of the payload (4), text (UTF-8), payload.
 * Numbers are big-endian.
 *
 * @param number of the exchange, 1 first; in {@link Type#HELLO} the version of the protocol, in {@link Type#ABORT} the exit
 *               code
 * @param text   name of the exchange, or why it is over
 */
record Frame(Type kind, int number, String text, byte[] payload) {

    /** Largest payload, bytes. Ids, plans and lists of ranks are far below; more is a broken or hostile peer. */
    static final int MAX_PAYLOAD = 16 << 20;
    /** Longest text, characters, and the most bytes that they take. */
    private static final int MAX_TEXT = 4000;
    private static final int MAX_TEXT_BYTES = 3 * MAX_TEXT;

    enum Type {
        /** Both, first of all: a challenge. */
        HELLO,
        /** Both, the visitor before process 0: I am process n, and I know the secret. */
        PROOF,
        /** Process 0 to a visitor: not you; the text says why. */
        REFUSED,
        /** I am at this exchange. Process 0 answers with what all gave when all are. */
        GATHER,
        /** I waited too long at this exchange. */
        TIMEOUT,
        /** It is over for all; the text says why. */
        ABORT,
        /** I am done. */
        BYE;

        private static final Type[] ALL = values();
    }

    Frame {
        text = text.substring(0, Math.min(MAX_TEXT, text.length()));
        if (payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("an exchange takes at most " + MAX_PAYLOAD + " bytes of data, got "
                    + payload.length + " for " + text);
        }
    }

    Frame(Type kind, int number, String text) {
        this(kind, number, text, new byte[0]);
    }

    void write(DataOutputStream out) throws IOException {
        var encoded = text.getBytes(UTF_8);
        out.writeByte(kind.ordinal());
        out.writeInt(number);
        out.writeShort(encoded.length);
        out.writeInt(payload.length);
        out.write(encoded);
        out.write(payload);
        out.flush();
    }

    /**
     * Reads the next frame.
     *
     * @param maxPayload longest payload that is accepted
     * @throws MalformedFrameException if what comes is none
     */
    static Frame read(DataInputStream in, int maxPayload) throws IOException {
        int kind = in.readUnsignedByte();
        if (kind >= Type.ALL.length) {
            throw new MalformedFrameException("first byte " + kind);
        }
        int number = in.readInt();
        int textLength = in.readUnsignedShort();
        int payloadLength = in.readInt();
        if (textLength > MAX_TEXT_BYTES || payloadLength < 0 || payloadLength > maxPayload) {
            throw new MalformedFrameException(
                    "lengths " + textLength + " and " + Integer.toUnsignedString(payloadLength));
        }
        var text = new byte[textLength];
        in.readFully(text);
        var payload = new byte[payloadLength];
        in.readFully(payload);
        return new Frame(Type.ALL[kind], number, new String(text, UTF_8), payload);
    }

    /** Returns the exchange for messages: {@code “size 8” (step 4)}. */
    @Override
    public String toString() {
        return "“" + text + "” (step " + number + ")";
    }

    /** The peer sent no message of this protocol. */
    static final class MalformedFrameException extends IOException {

        private static final long serialVersionUID = 1L;

        MalformedFrameException(String message) {
            super(message);
        }
    }
}
