package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;

import org.gpucomm.runner.meeting.Frame.Kind;

/**
 * How two processes make sure of one another: process 0 says HELLO with a challenge, the other JOINs with its own challenge,
 * who it is, and a signature over all of it, process 0 says WELCOME with a signature over the same from its side. A signature
 * is an HMAC-SHA-256 by the secret; it begins with its direction, so that neither can be played back as the other.
 */
final class Handshake {

    static final String MAGIC = "gpucomm meeting";
    static final int VERSION = 1;
    /** Longest payload before the peer is trusted, bytes. */
    static final int MAX_PAYLOAD = 512;

    private static final int CHALLENGE = 32;
    private static final int SIGNATURE = 32;
    private static final byte[] TO_FIRST = "to process 0".getBytes(UTF_8);
    private static final byte[] FROM_FIRST = "from process 0".getBytes(UTF_8);
    private static final SecureRandom RANDOM = new SecureRandom();

    private Handshake() {}

    static byte[] challenge() {
        var challenge = new byte[CHALLENGE];
        RANDOM.nextBytes(challenge);
        return challenge;
    }

    static Frame hello(byte[] challenge) {
        return new Frame(Kind.HELLO, VERSION, MAGIC, challenge);
    }

    static boolean isHello(Frame frame) {
        return frame.kind() == Kind.HELLO && frame.what().equals(MAGIC);
    }

    static Frame join(Secret secret, byte[] theirs, byte[] mine, Member member, int processes) {
        var claim = claim(member, processes);
        return new Frame(Kind.JOIN, VERSION, MAGIC, ByteBuffer.allocate(CHALLENGE + SIGNATURE + claim.length).put(mine)
                .put(secret.sign(TO_FIRST, theirs, mine, claim)).put(claim).array());
    }

    static Frame welcome(Secret secret, byte[] theirs, byte[] mine, Member first, int processes) {
        var claim = claim(first, processes);
        return new Frame(Kind.WELCOME, VERSION, MAGIC, ByteBuffer.allocate(SIGNATURE + claim.length)
                .put(secret.sign(FROM_FIRST, theirs, mine, claim)).put(claim).array());
    }

    /**
     * Who wants to join.
     *
     * @param genuine whether it proved that it knows the secret
     */
    record Joining(Member member, int processes, byte[] challenge, boolean genuine) {}

    /** Reads a JOIN; empty if it is none. */
    static Optional<Joining> joining(Frame frame, Secret secret, byte[] mine) {
        if (frame.kind() != Kind.JOIN || !frame.what().equals(MAGIC)) {
            return Optional.empty();
        }
        try {
            var in = ByteBuffer.wrap(frame.payload());
            var theirs = take(in, CHALLENGE);
            var signature = take(in, SIGNATURE);
            var claim = take(in, in.remaining());
            boolean genuine = MessageDigest.isEqual(signature, secret.sign(TO_FIRST, mine, theirs, claim));
            var claimed = ByteBuffer.wrap(claim);
            int processes = claimed.getInt();
            return Optional.of(new Joining(member(claimed), processes, theirs, genuine));
        } catch (BufferUnderflowException tooShort) {
            return Optional.empty();
        }
    }

    /** Returns who process 0 is; empty if the frame is no WELCOME or does not prove that it knows the secret. */
    static Optional<Member> welcoming(Frame frame, Secret secret, byte[] theirs, byte[] mine) {
        if (frame.kind() != Kind.WELCOME) {
            return Optional.empty();
        }
        try {
            var in = ByteBuffer.wrap(frame.payload());
            var signature = take(in, SIGNATURE);
            var claim = take(in, in.remaining());
            if (!MessageDigest.isEqual(signature, secret.sign(FROM_FIRST, mine, theirs, claim))) {
                return Optional.empty();
            }
            return Optional.of(member(ByteBuffer.wrap(claim).position(Integer.BYTES)));
        } catch (BufferUnderflowException | IllegalArgumentException tooShort) {
            return Optional.empty();
        }
    }

    private static byte[] claim(Member member, int processes) {
        var host = member.host().getBytes(UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + Integer.BYTES + Long.BYTES + host.length).putInt(processes)
                .putInt(member.process()).putLong(member.pid()).put(host).array();
    }

    private static Member member(ByteBuffer claim) {
        int process = claim.getInt();
        long pid = claim.getLong();
        // A name goes to terminals: nothing in it may steer one.
        var host = new String(take(claim, claim.remaining()), UTF_8).replaceAll("[^\\p{Alnum}._-]", "?");
        return new Member(process, host, pid);
    }

    private static byte[] take(ByteBuffer from, int length) {
        var bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }
}
