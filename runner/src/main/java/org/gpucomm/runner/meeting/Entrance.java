package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;

/** How a process other than 0 gets in: it knocks until process 0 is there. */
final class Entrance {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    /** For one connection, so that a host that swallows packets does not use up the whole time. */
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final ProcessPlace place;
    private final Rendezvous rendezvous;
    private final Secret secret;
    private final Member me;
    private String lastTry = "nothing tried";

    Entrance(ProcessPlace place, Rendezvous rendezvous, Secret secret, Member me) {
        this.place = place;
        this.rendezvous = rendezvous;
        this.secret = secret;
        this.me = me;
    }

    /**
     * Knocks until it is let in.
     *
     * @param timeout for the calls of the meeting, and for getting in
     * @throws MeetingException if process 0 does not let it in until the deadline
     */
    OtherProcess enter(Duration timeout, long deadline) {
        var pause = FIRST_PAUSE;
        while (true) {
            for (var address : addresses()) {
                var entered = knock(address, timeout, deadline);
                if (entered.isPresent()) {
                    return entered.get();
                }
            }
            if (TcpMeeting.passed(deadline)) {
                // Every process has the same to say; the first of each host says it.
                throw new MeetingException(me + " could not reach process 0 at " + rendezvous + " within "
                        + OtherProcess.seconds(timeout) + ": " + lastTry,
                        place.process() == 1 || place.localProcess() == 0);
            }
            sleep(pause);
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

    private Optional<OtherProcess> knock(InetAddress address, Duration timeout, long deadline) {
        try {
            var channel = SocketChannel.open();
            Optional<OtherProcess> entered = Optional.empty();
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                channel.socket().connect(new InetSocketAddress(address, rendezvous.port()),
                        (int) Math.max(1, Math.min(left, CONNECT.toMillis())));
                entered = introduce(new Connection(channel, Handshake.MAX_PAYLOAD), timeout, deadline);
            } finally {
                if (entered.isEmpty()) {
                    channel.close();
                }
            }
            return entered;
        } catch (IOException e) {
            lastTry = String.valueOf(e.getMessage());
        } catch (MalformedFrame e) {
            lastTry = "what answers there is not gpucomm";
        }
        return Optional.empty();
    }

    private Optional<OtherProcess> introduce(Connection connection, Duration timeout, long deadline)
            throws IOException, MalformedFrame {
        // Where nobody listens at a port of the ephemeral range, TCP may connect a socket to itself.
        if (connection.isToItself()) {
            lastTry = "nobody listens there";
            return Optional.empty();
        }
        long patience = Math.min(deadline, TcpMeeting.deadline(Lobby.PATIENCE));
        var mine = Handshake.challenge();
        try (var selector = Selector.open()) {
            connection.register(selector, this);
            var hello = connection.await(selector, patience);
            if (hello == null || !Handshake.isHello(hello)) {
                lastTry = "what answers there is not gpucomm";
                return Optional.empty();
            }
            if (hello.sequence() != Handshake.VERSION) {
                throw new MeetingException("process 0 speaks version " + hello.sequence() + " of the protocol, " + me
                        + " version " + Handshake.VERSION + ": run the same gpucomm everywhere");
            }
            connection.send(Handshake.join(secret, hello.payload(), mine, me, place.processes()), patience);
            var reply = connection.await(selector, patience);
            if (reply == null) {
                lastTry = "process 0 closed the connection";
                return Optional.empty();
            }
            if (reply.kind() == Kind.REFUSED) {
                throw new MeetingException(me + " was not let in at " + rendezvous + ": "
                        + new String(reply.payload(), UTF_8));
            }
            if (reply.kind() == Kind.ABORT) {
                throw new MeetingException(new String(reply.payload(), UTF_8), false);
            }
            var first = Handshake.welcoming(reply, secret, hello.payload(), mine);
            if (first.isEmpty()) {
                throw new MeetingException("who answers at " + rendezvous + " does not know the secret of this run; "
                        + me + " does not talk to it");
            }
            return Optional.of(new OtherProcess(place, me, connection, first.get(), timeout));
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeetingException("interrupted while waiting for process 0", e);
        }
    }
}
