package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Message between two processes.
 *
 * <p>Encoding: kind (1 byte), number (4), length of the text (2), length of the payload (4), text (UTF-8), payload. Numbers are big-endian.
 *
 * @param number number of the exchange, from 1; protocol version in {@link Type#HELLO}, exit code in {@link Type#ABORT}
 * @param text   name of the exchange, or reason for its end
 */
record Frame(Type kind, int number, String text, byte[] payload) {

    /** Maximum payload in bytes. Real messages are far smaller; a larger one comes from a broken or hostile peer. */
    static final int MAX_PAYLOAD = 16 << 20;
    /** Maximum length of a text in characters, and in bytes of UTF-8. */
    private static final int MAX_TEXT = 4000;
    private static final int MAX_TEXT_BYTES = 3 * MAX_TEXT;

    enum Type {
        /** First message of both sides: a challenge. */
        HELLO,
        /** Proof of identity and secret, by the client first, then by process 0. */
        PROOF,
        /** Rejection of a client by process 0; the text is the reason. */
        REFUSED,
        /** Data for an exchange. Process 0 answers with the data of all processes after all have sent theirs. */
        GATHER,
        /** The sender timed out in this exchange. */
        TIMEOUT,
        /** The group ends for all processes; the text is the reason. */
        ABORT,
        /** The sender leaves. */
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
     * @param maxPayload maximum accepted payload in bytes
     * @throws MalformedFrameException if the data is not a frame
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

    /** Returns the exchange for messages, for example {@code “size 8” (step 4)}. */
    @Override
    public String toString() {
        return "“" + text + "” (step " + number + ")";
    }

    /** Error of a peer that sent something other than a frame. */
    static final class MalformedFrameException extends IOException {

        private static final long serialVersionUID = 1L;

        MalformedFrameException(String message) {
            super(message);
        }
    }
}
