package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;

import org.gpucomm.runner.rendezvous.Frame.Type;
import org.gpucomm.runner.rendezvous.Frame.MalformedFrameException;

/**
 * Handshake of two processes: both send HELLO with a challenge, then the client and after it process 0 send PROOF with their identity and a
 * signature over it and both challenges. A signature is an HMAC-SHA-256 with the secret as key. It includes its direction, so that neither
 * proof can be replayed as the other.
 */
final class Handshake {

    static final int VERSION = 2;
    /** Maximum payload in bytes before the peer is authenticated. */
    static final int MAX_PAYLOAD = 512;
    private static final String MAGIC = "gpucomm meeting";
    private static final int CHALLENGE = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Wire wire;
    private final Secret secret;
    private final byte[] mine = new byte[CHALLENGE];
    private final Frame hello;

    /**
     * Exchanges HELLO with the peer.
     *
     * @throws MalformedFrameException if the peer does not use this protocol
     */
    Handshake(Wire wire, Secret secret) throws IOException {
        this.wire = wire;
        this.secret = secret;
        RANDOM.nextBytes(mine);
        wire.send(new Frame(Type.HELLO, VERSION, MAGIC, mine));
        hello = wire.receive();
        if (hello.kind() != Type.HELLO || !hello.text().equals(MAGIC)) {
            throw new MalformedFrameException("no greeting");
        }
    }

    /** Returns the protocol version of the peer. */
    int version() {
        return hello.number();
    }

    void prove(Member me) {
        var claim = me.toBytes();
        var signature = signature(me.process() == 0, hello.payload(), mine, claim);
        wire.send(new Frame(Type.PROOF, 0, "", ByteArrays.joined(List.of(signature, claim))));
    }

    /**
     * Identity claimed by the peer.
     *
     * @param genuine whether the peer has proved that it knows the secret
     */
    record PeerProof(Member member, boolean genuine) {}

    /**
     * Checks the proof of a peer.
     *
     * @param ofFirst whether the peer must be process 0
     * @throws MalformedFrameException if the frame is not a proof
     */
    PeerProof claim(Frame proof, boolean ofFirst) throws MalformedFrameException {
        try {
            var parts = ByteArrays.split(proof.payload());
            if (proof.kind() == Type.PROOF && parts.size() == 2) {
                return new PeerProof(Member.of(parts.get(1)), MessageDigest.isEqual(parts.get(0),
                        signature(ofFirst, mine, hello.payload(), parts.get(1))));
            }
        } catch (IllegalArgumentException e) {
            // Thrown below.
        }
        throw new MalformedFrameException("no proof");
    }

    private byte[] signature(boolean fromFirst, byte[] receivers, byte[] senders, byte[] claim) {
        var direction = fromFirst ? "from process 0" : "to process 0";
        return secret.sign(direction.getBytes(UTF_8), receivers, senders, claim);
    }
}
