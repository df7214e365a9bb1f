package org.gpucomm.runner.rendezvous;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.launch.RendezvousAddress;
import org.gpucomm.runner.rendezvous.Frame.Type;
import org.gpucomm.runner.rendezvous.Frame.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Process other than 0: retries until process 0 accepts it, and has a single connection, to process 0. */
final class OtherProcess extends ProcessGroup {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    /** Timeout of one connection attempt, so that a host that drops packets does not use up the whole time. */
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** Time after a timeout for process 0 to report which process is missing. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String STRANGER = "what answers there is not gpucomm";

    private final RendezvousAddress rendezvous;
    private final Secret secret;
    private final boolean reportsFirst;
    private final Peer first;
    private String lastTry = "nothing tried";
    private boolean firstLost;

    /**
     * @param localProcess number of this process on its host, from 0
     * @throws ProcessGroupException if process 0 does not accept this process within the timeout
     */
    OtherProcess(Member me, int localProcess, RendezvousAddress rendezvous, Secret secret, Duration timeout)
            throws IOException {
        super(me, timeout);
        this.rendezvous = rendezvous;
        this.secret = secret;
        this.reportsFirst = me.process() == 1 || localProcess == 0;
        this.first = entered(deadline(timeout));
        first.wire.trust();
        Thread.startVirtualThread(() -> receiveFrom(first));
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        first.arrived = null;
        first.wire.send(mine);
        if (!await(() -> hasCome(first), deadline)) {
            first.wire.send(new Frame(Type.TIMEOUT, mine.number(), mine.text()));
            if (!await(() -> hasCome(first), deadline(GRACE))) {
                firstLost = true;
                throw failed(first.member + " did not answer within " + seconds(timeout) + " at " + mine);
            }
        }
        var answer = Objects.requireNonNull(first.arrived);
        first.arrived = null;
        if (answer.number() != mine.number()) {
            throw failed(first.member + " answers " + mine + " by " + answer);
        }
        return answer.payload();
    }

    @Override
    List<Peer> peers() {
        return List.of(first);
    }

    @Override
    boolean reportsFailure() {
        return firstLost && reportsFirst;
    }

    @Override
    void lost(Peer peer, String how) {
        firstLost = true;
        end(peer.member + " " + how);
    }

    @Override
    void timedOut(Peer peer, Frame waitedAt) {
        end(peer.member + " says that it waits for itself at " + waitedAt);
    }

    @Override
    void stopListening() {
        // Only process 0 listens.
    }

    private Peer entered(long deadline) {
        var pause = FIRST_PAUSE;
        while (true) {
            for (var address : addresses()) {
                var entered = connection(address, deadline);
                if (entered != null) {
                    return entered;
                }
            }
            if (deadline - System.nanoTime() <= 0) {
                // All processes have the same message; only the first of each host prints it.
                throw new ProcessGroupException(me + " could not reach process 0 at " + rendezvous + " within "
                        + seconds(timeout) + ": " + lastTry, ProcessGroupException.LOST, reportsFirst);
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProcessGroupException("interrupted while waiting for process 0", e);
            }
            pause = Collections.min(List.of(pause.multipliedBy(2), LONGEST_PAUSE));
        }
    }

    private List<InetAddress> addresses() {
        try {
            return List.of(InetAddress.getAllByName(rendezvous.host()));
        } catch (IOException unknown) {
            // The name of a pod becomes resolvable some time after its start.
            lastTry = "no address for the name " + rendezvous.host();
            return List.of();
        }
    }

    private @Nullable Peer connection(InetAddress address, long deadline) {
        try {
            var wire = connected(address, deadline);
            Peer entered = null;
            try {
                entered = new Peer(introduced(wire), wire);
                return entered;
            } finally {
                if (entered == null) {
                    wire.close(Duration.ZERO);
                }
            }
        } catch (MalformedFrameException e) {
            lastTry = STRANGER;
        } catch (IOException e) {
            // A closed connection or a timeout is less informative than an earlier answer.
            boolean isSilent = e.getMessage() == null || e instanceof SocketTimeoutException;
            if (!isSilent || !lastTry.equals(STRANGER)) {
                lastTry = Objects.requireNonNullElse(e.getMessage(), "process 0 closed the connection");
            }
        }
        return null;
    }

    private Wire connected(InetAddress address, long deadline) throws IOException {
        var left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, rendezvous.port()),
                    (int) Math.min(left.toMillis(), CONNECT.toMillis()));
            // TCP may connect a socket to itself if nobody listens on a port of the ephemeral range.
            if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
                throw new ConnectException("no process listens there");
            }
            return new Wire(socket, left.compareTo(FirstProcess.PATIENCE) < 0 ? left : FirstProcess.PATIENCE);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Authenticates both sides and returns the identity of process 0. */
    private Member introduced(Wire wire) throws IOException {
        var handshake = new Handshake(wire, secret);
        if (handshake.version() != Handshake.VERSION) {
            throw new ProcessGroupException(
                    "process 0 speaks version " + handshake.version() + " of the protocol, " + me
                            + " version " + Handshake.VERSION + ": run the same gpucomm everywhere");
        }
        handshake.prove(me);
        var reply = wire.receive();
        switch (reply.kind()) {
            case REFUSED ->
                throw new ProcessGroupException(me + " was not let in at " + rendezvous + ": " + reply.text());
            case ABORT -> throw new ProcessGroupException(reply.text(), reply.number(), false);
            default -> {
                var claim = handshake.claim(reply, true);
                if (!claim.genuine()) {
                    throw new ProcessGroupException(
                            "who answers at " + rendezvous + " does not know the secret of this run; "
                                    + me + " does not talk to it");
                }
                return claim.member();
            }
        }
    }
}
