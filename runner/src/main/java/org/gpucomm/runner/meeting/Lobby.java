package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/**
 * Where process 0 listens until all have come. Whoever connects is asked who he is; scanners, other jobs and those who say
 * nothing are shown out and do not disturb the others.
 */
final class Lobby {

    /** How long a visitor may take to say who it is. */
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Visitors who may be in the lobby at once beyond the processes that are expected. */
    private static final int SPARE = 64;
    private static final int REMEMBERED_STRANGERS = 3;

    private final ServerSocketChannel server;
    private final String address;
    private final Secret secret;
    private final Member me;
    private final int processes;
    private final Set<SelectionKey> visitors = new LinkedHashSet<>();
    private final List<String> strangers = new ArrayList<>();
    private int strangerCount;
    private @Nullable Selector selector;

    private Lobby(ServerSocketChannel server, String address, Secret secret, Member me, int processes) {
        this.server = server;
        this.address = address;
        this.secret = secret;
        this.me = me;
        this.processes = processes;
    }

    /** Someone who has connected and not yet proved who he is. */
    private record Visitor(Connection connection, byte[] challenge, long deadline) {}

    /** Someone who has. */
    record Guest(Member member, int processes, Connection connection, SelectionKey key) {}

    /**
     * Listens.
     *
     * @throws MeetingException if the address cannot be had
     */
    static Lobby at(Rendezvous rendezvous, Secret secret, Member me, int processes) {
        try {
            var address = rendezvous.listenAddress();
            var server = ServerSocketChannel.open();
            try {
                server.bind(address, processes + SPARE);
                server.configureBlocking(false);
            } catch (IOException e) {
                server.close();
                throw e;
            }
            return new Lobby(server, rendezvous.toString(), secret, me, processes);
        } catch (IOException e) {
            throw new MeetingException(me + " cannot listen at " + rendezvous + ": " + e.getMessage()
                    + ". Is another run using that port? --rendezvous HOST:PORT names another one", e);
        }
    }

    void open(Selector with) throws IOException {
        selector = with;
        server.register(with, SelectionKey.OP_ACCEPT);
    }

    boolean isOpen() {
        return server.isOpen();
    }

    String address() {
        return address;
    }

    /** What is known of connections that did not count, for messages; empty if there were none. */
    String strangers() {
        return strangerCount == 0
                ? ""
                : "; " + strangerCount + " connections there did not count: " + String.join(", ", strangers)
                        + (strangerCount > strangers.size() ? " …" : "");
    }

    /** Goes on with a connection that has something to say; the guest, once it is one. */
    Optional<Guest> handle(SelectionKey key) {
        if (!key.isValid()) {
            return Optional.empty();
        }
        if (key.attachment() instanceof Visitor visitor) {
            return hear(visitor, key);
        }
        accept();
        return Optional.empty();
    }

    /** Those who took too long. */
    void showOut() {
        for (var key : List.copyOf(visitors)) {
            if (key.attachment() instanceof Visitor visitor && TcpMeeting.passed(visitor.deadline())) {
                dismiss(visitor, key, "said nothing");
            }
        }
    }

    void close() {
        try {
            server.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
        for (var key : List.copyOf(visitors)) {
            if (key.attachment() instanceof Visitor visitor) {
                visitor.connection().close();
            }
        }
        visitors.clear();
    }

    private void accept() {
        try {
            for (var channel = server.accept(); channel != null; channel = server.accept()) {
                if (visitors.size() >= processes + SPARE || selector == null) {
                    channel.close();
                    continue;
                }
                var connection = new Connection(channel, Handshake.MAX_PAYLOAD);
                var visitor = new Visitor(connection, Handshake.challenge(), TcpMeeting.deadline(PATIENCE));
                connection.send(Handshake.hello(visitor.challenge()), visitor.deadline());
                visitors.add(connection.register(selector, visitor));
            }
        } catch (IOException leftAtOnce) {
            strangerCount++;
        }
    }

    private Optional<Guest> hear(Visitor visitor, SelectionKey key) {
        try {
            visitor.connection().receive();
        } catch (IOException e) {
            dismiss(visitor, key, "broke off");
            return Optional.empty();
        } catch (MalformedFrame e) {
            dismiss(visitor, key, "is not gpucomm");
            return Optional.empty();
        }
        var frame = visitor.connection().poll();
        if (frame == null) {
            if (visitor.connection().ended()) {
                dismiss(visitor, key, "left without a word");
            }
            return Optional.empty();
        }
        return welcome(visitor, key, frame);
    }

    private Optional<Guest> welcome(Visitor visitor, SelectionKey key, Frame frame) {
        var joining = Handshake.joining(frame, secret, visitor.challenge());
        if (joining.isEmpty()) {
            dismiss(visitor, key, "is not gpucomm");
            return Optional.empty();
        }
        var guest = joining.get();
        if (frame.sequence() != Handshake.VERSION) {
            refuse(visitor, "process 0 speaks version " + Handshake.VERSION + " of the protocol, this process version "
                    + frame.sequence() + ": run the same gpucomm everywhere");
            dismiss(visitor, key, "speaks version " + frame.sequence() + " of the protocol");
            return Optional.empty();
        }
        if (!guest.genuine()) {
            refuse(visitor, "it has another secret than process 0 (" + me
                    + "): give GPUCOMM_SECRET the same value for all processes");
            dismiss(visitor, key, "has another secret and says it is " + guest.member());
            return Optional.empty();
        }
        try {
            visitor.connection().send(Handshake.welcome(secret, guest.challenge(), visitor.challenge(), me, processes),
                    visitor.deadline());
        } catch (IOException e) {
            dismiss(visitor, key, "broke off");
            return Optional.empty();
        }
        visitors.remove(key);
        visitor.connection().trust();
        return Optional.of(new Guest(guest.member(), guest.processes(), visitor.connection(), key));
    }

    private static void refuse(Visitor visitor, String why) {
        try {
            visitor.connection().send(new Frame(Kind.REFUSED, Handshake.VERSION, "", why.getBytes(UTF_8)),
                    visitor.deadline());
        } catch (IOException gone) {
            // It left first.
        }
    }

    private void dismiss(Visitor visitor, SelectionKey key, String why) {
        strangerCount++;
        if (strangers.size() < REMEMBERED_STRANGERS) {
            strangers.add(visitor.connection().peerAddress() + " " + why);
        }
        visitors.remove(key);
        visitor.connection().closeGently(TcpMeeting.deadline(Duration.ZERO));
    }

    /** The address that it listens at; for tests. */
    InetSocketAddress boundAddress() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }
}
