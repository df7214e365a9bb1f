package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/** A process other than 0: it knocks until process 0 lets it in, and has one connection, to process 0. */
final class OtherProcess extends TcpMeeting {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    /** For one connection, so that a host that swallows packets does not use up the whole time. */
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** After its own time-out it gives process 0 this long to say who is missing. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String STRANGER = "what answers there is not gpucomm";

    private final ProcessPlace place;
    private final Rendezvous rendezvous;
    private final Secret secret;
    private final boolean tellsOfFirst;
    private final Wire wire;
    private Member first = new Member(0, "", 0);
    private String lastTry = "nothing tried";
    private @Nullable Frame answer;
    private boolean firstLeft;
    private boolean firstLost;

    /** @throws MeetingException if process 0 does not let it in within the time-out */
    OtherProcess(ProcessPlace place, Member me, Rendezvous rendezvous, Secret secret, Duration timeout)
            throws IOException {
        super(me, place.processes(), timeout);
        this.place = place;
        this.rendezvous = rendezvous;
        this.secret = secret;
        this.tellsOfFirst = place.process() == 1 || place.localProcess() == 0;
        this.wire = entered(deadline(timeout));
        wire.trust();
        Thread.startVirtualThread(this::receive);
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        answer = null;
        wire.send(mine);
        if (!await(() -> answered(mine), deadline)) {
            wire.send(new Frame(Kind.TIMEOUT, mine.sequence(), mine.what()));
            if (!await(() -> answered(mine), deadline(GRACE))) {
                firstLost = true;
                throw failed(first + " did not answer within " + seconds(timeout) + " at " + mine);
            }
        }
        var got = answer;
        if (got == null || got.kind() != mine.kind() || got.sequence() != mine.sequence()) {
            throw failed(first + " answers " + mine + " by " + got);
        }
        return got.payload();
    }

    @Override
    void tellOthers(Frame frame) {
        wire.send(frame);
    }

    @Override
    boolean tellsUser() {
        return firstLost && tellsOfFirst;
    }

    @Override
    List<Wire> wires() {
        return List.of(wire);
    }

    @Override
    void stopListening() {
        // It does not listen.
    }

    private boolean answered(Frame mine) {
        if (answer == null && firstLeft) {
            throw failed(first + " left the meeting before " + mine);
        }
        return answer != null;
    }

    private void receive() {
        try {
            while (true) {
                var frame = wire.receive();
                synchronized (this) {
                    switch (frame.kind()) {
                        case ABORT -> note(frame.text());
                        case BYE -> firstLeft = true;
                        default -> answer = frame;
                    }
                    notifyAll();
                }
            }
        } catch (MalformedFrame e) {
            lost(first + " sent what is no message: " + e.getMessage());
        } catch (IOException over) {
            lost(first + " died or the connection to it broke");
        }
        wire.ended();
    }

    private synchronized void lost(String message) {
        if (!firstLeft && !isOver()) {
            firstLost = true;
            end(message);
        }
    }

    private Wire entered(long deadline) {
        var pause = FIRST_PAUSE;
        while (true) {
            for (var address : addresses()) {
                var entered = knocked(address, deadline);
                if (entered != null) {
                    return entered;
                }
            }
            if (deadline - System.nanoTime() <= 0) {
                // Every process has the same to say; the first of each host says it.
                throw new MeetingException(me + " could not reach process 0 at " + rendezvous + " within "
                        + seconds(timeout) + ": " + lastTry, tellsOfFirst);
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MeetingException("interrupted while waiting for process 0", e);
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private List<InetAddress> addresses() {
        try {
            return List.of(InetAddress.getAllByName(rendezvous.host()));
        } catch (IOException unknown) {
            // A pod's name comes into the name service a while after the pod.
            lastTry = "no address for the name " + rendezvous.host();
            return List.of();
        }
    }

    private @Nullable Wire knocked(InetAddress address, long deadline) {
        var socket = new Socket();
        try {
            var left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
            socket.connect(new InetSocketAddress(address, rendezvous.port()),
                    (int) Math.min(left.toMillis(), CONNECT.toMillis()));
            var opened = new Wire(socket, left.compareTo(FirstProcess.PATIENCE) < 0 ? left : FirstProcess.PATIENCE);
            boolean entered = false;
            try {
                entered = introduced(opened);
                return entered ? opened : null;
            } finally {
                if (!entered) {
                    opened.close(Duration.ZERO);
                }
            }
        } catch (MalformedFrame e) {
            lastTry = STRANGER;
        } catch (IOException e) {
            // That somebody hung up without a word says less than what he said before.
            if (e.getMessage() != null) {
                lastTry = e.getMessage();
            } else if (!lastTry.equals(STRANGER)) {
                lastTry = "process 0 closed the connection";
            }
        }
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
        return null;
    }

    private boolean introduced(Wire to) throws IOException {
        if (to.isToItself()) {
            lastTry = "nobody listens there";
            return false;
        }
        var hello = to.receive();
        if (!Handshake.isHello(hello)) {
            throw new MalformedFrame("no greeting");
        }
        if (hello.sequence() != Handshake.VERSION) {
            throw new MeetingException("process 0 speaks version " + hello.sequence() + " of the protocol, " + me
                    + " version " + Handshake.VERSION + ": run the same gpucomm everywhere");
        }
        var mine = Handshake.challenge();
        to.send(Handshake.join(secret, hello.payload(), mine, me, place.processes()));
        var reply = to.receive();
        if (reply.kind() == Kind.REFUSED) {
            throw new MeetingException(me + " was not let in at " + rendezvous + ": " + reply.text());
        }
        if (reply.kind() == Kind.ABORT) {
            throw new MeetingException(reply.text(), false);
        }
        first = Handshake.welcoming(reply, secret, hello.payload(), mine).orElseThrow(() -> new MeetingException(
                "who answers at " + rendezvous + " does not know the secret of this run; " + me
                        + " does not talk to it"));
        return true;
    }
}
