package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/**
 * Process 0: listens until all have come, hears all others and answers them. Whoever connects is asked who he is; scanners,
 * other jobs and those who say nothing are shown out and do not disturb the others.
 */
final class FirstProcess extends TcpMeeting {

    /** The time that a visitor may take to say who it is. */
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Visitors who may be at the door at once beyond the processes that are expected. */
    private static final int SPARE = 64;
    private static final int REMEMBERED_STRANGERS = 3;

    private final Secret secret;
    private final @Nullable Rendezvous rendezvous;
    private final @Nullable ServerSocket server;
    private final @Nullable Guest[] guests;
    private final AtomicInteger visitors = new AtomicInteger();
    private final List<String> strangers = new ArrayList<>();
    private int strangerCount;
    private Frame step = new Frame(Kind.BARRIER, 0, "");

    /** @param rendezvous null where this process is alone */
    FirstProcess(Member me, int processes, Duration timeout, Secret secret, @Nullable Rendezvous rendezvous) {
        super(me, processes, timeout);
        this.secret = secret;
        this.rendezvous = rendezvous;
        this.guests = new Guest[processes];
        this.server = rendezvous == null ? null : listen(rendezvous, me, processes);
        if (server != null) {
            var door = server;
            Thread.startVirtualThread(() -> accept(door));
        }
    }

    /** A process that has joined. */
    private static final class Guest {

        private final Member member;
        private final Wire wire;
        private @Nullable Frame arrived;
        private boolean left;

        Guest(Member member, Wire wire) {
            this.member = member;
            this.wire = wire;
        }
    }

    /** @throws MeetingException if the address cannot be had */
    static ServerSocket listen(Rendezvous rendezvous, Member me, int processes) {
        try {
            var server = new ServerSocket();
            try {
                server.bind(rendezvous.listenAddress(), processes + SPARE);
                return server;
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new MeetingException(me + " cannot listen at " + rendezvous + ": " + e.getMessage()
                    + ". Is another run using that port? --rendezvous HOST:PORT names another one", e);
        }
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        step = mine;
        if (!await(() -> missing().isEmpty(), deadline)) {
            throw failed(said(missing()) + " within " + seconds(timeout));
        }
        stopListening();
        var all = new ArrayList<byte[]>();
        all.add(mine.payload());
        for (int process = 1; process < guests.length; process++) {
            var guest = Objects.requireNonNull(guests[process]);
            var theirs = Objects.requireNonNull(guest.arrived);
            if (theirs.kind() != mine.kind() || theirs.sequence() != mine.sequence()
                    || !theirs.what().equals(mine.what())) {
                throw failed(guest.member + " is at " + theirs + " while " + me + " is at " + mine
                        + ": all must be started alike");
            }
            all.add(theirs.payload());
            guest.arrived = null;
        }
        var payload = mine.kind() == Kind.GATHER ? Frame.joined(all) : mine.payload();
        tellOthers(new Frame(mine.kind(), mine.sequence(), "", payload));
        return payload;
    }

    @Override
    void tellOthers(Frame frame) {
        wires().forEach(wire -> wire.send(frame));
    }

    @Override
    boolean tellsUser() {
        return true;
    }

    @Override
    synchronized List<Wire> wires() {
        return Arrays.stream(guests).filter(Objects::nonNull).map(guest -> guest.wire).toList();
    }

    @Override
    void stopListening() {
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
    }

    private void accept(ServerSocket door) {
        while (!door.isClosed()) {
            try {
                var socket = door.accept();
                if (visitors.incrementAndGet() > processes() + SPARE) {
                    visitors.decrementAndGet();
                    socket.close();
                } else {
                    Thread.startVirtualThread(() -> receive(socket));
                }
            } catch (IOException closedOrGoneAtOnce) {
                // The next, unless the door is closed.
            }
        }
    }

    /** Asks who somebody is, and hears a guest until it ends. */
    private void receive(Socket socket) {
        Guest guest = null;
        try {
            var wire = new Wire(socket, PATIENCE);
            try {
                guest = welcomed(wire);
            } finally {
                visitors.decrementAndGet();
            }
            while (guest != null) {
                hear(guest, guest.wire.receive());
            }
        } catch (MalformedFrame e) {
            if (guest != null) {
                end(guest.member + " sent what is no message: " + e.getMessage());
            }
        } catch (IOException over) {
            if (guest != null) {
                lost(guest);
            }
        }
        if (guest != null) {
            guest.wire.ended();
        }
    }

    /** Returns who came; null if it was nobody who counts, who is then shown out. */
    private @Nullable Guest welcomed(Wire wire) throws IOException {
        var challenge = Handshake.challenge();
        wire.send(Handshake.hello(challenge));
        Frame frame;
        try {
            frame = wire.receive();
        } catch (MalformedFrame e) {
            return shownOut(wire, "is not gpucomm", null);
        } catch (IOException silent) {
            return shownOut(wire, "said nothing", null);
        }
        var joining = Handshake.joining(frame, secret, challenge);
        if (joining.isEmpty()) {
            return shownOut(wire, "is not gpucomm", null);
        }
        var claim = joining.get();
        if (frame.sequence() != Handshake.VERSION) {
            return shownOut(wire, "speaks version " + frame.sequence() + " of the protocol", "process 0 speaks version "
                    + Handshake.VERSION + " of the protocol, this process version " + frame.sequence()
                    + ": run the same gpucomm everywhere");
        }
        if (!claim.genuine()) {
            return shownOut(wire, "has another secret and says it is " + claim.member(), "it has another secret than "
                    + "process 0 (" + me + "): give GPUCOMM_SECRET the same value for all processes");
        }
        wire.send(Handshake.welcome(secret, claim.challenge(), challenge, me, processes()));
        wire.trust();
        return seated(wire, claim);
    }

    private @Nullable Guest seated(Wire wire, Handshake.Joining claim) {
        var member = claim.member();
        int process = member.process();
        synchronized (this) {
            if (isOver()) {
                // It is told below.
            } else if (claim.processes() != processes()) {
                end(member + " counts " + claim.processes() + " processes, " + me + " counts " + processes()
                        + ": start all of them with the same number");
            } else if (process < 1 || process >= processes()) {
                end(member + " is none of processes 1 to " + (processes() - 1));
            } else if (guests[process] != null) {
                end("two say that they are process " + process + ": " + guests[process].member + " and " + member);
            } else {
                var guest = new Guest(member, wire);
                guests[process] = guest;
                notifyAll();
                return guest;
            }
            wire.send(Frame.saying(Kind.ABORT, 0, reason()));
        }
        wire.close(PATIENCE.dividedBy(10));
        return null;
    }

    /** @param told what the visitor is told; null = nothing */
    private @Nullable Guest shownOut(Wire wire, String why, @Nullable String told) {
        synchronized (this) {
            strangerCount++;
            if (strangers.size() < REMEMBERED_STRANGERS) {
                strangers.add(wire.peer() + " " + why);
            }
        }
        if (told != null) {
            wire.send(Frame.saying(Kind.REFUSED, Handshake.VERSION, told));
        }
        wire.close(told == null ? Duration.ZERO : PATIENCE.dividedBy(10));
        return null;
    }

    private synchronized void hear(Guest guest, Frame frame) {
        switch (frame.kind()) {
            case GATHER, BROADCAST, BARRIER -> {
                if (guest.arrived != null) {
                    end(guest.member + " came to " + frame + " before it was let go from " + guest.arrived);
                }
                guest.arrived = frame;
            }
            case TIMEOUT -> complaint(guest, frame);
            case ABORT -> end(frame.text());
            case BYE -> guest.left = true;
            case HELLO, JOIN, WELCOME, REFUSED -> end(guest.member + " says " + frame.kind() + " at " + step);
        }
        notifyAll();
    }

    private synchronized void lost(Guest guest) {
        if (!guest.left) {
            end(guest.member + " died or the connection to it broke, " + (guest.arrived == null ? "before " : "at ")
                    + step);
        }
    }

    /** One of the others waited too long; who made it wait? */
    private void complaint(Guest guest, Frame frame) {
        var missing = missing();
        var late = step.sequence() < frame.sequence()
                ? me + " did not come to “" + frame.what() + "”"
                : missing.isEmpty() ? "" : said(missing);
        if (!late.isEmpty()) {
            end(late + " within " + seconds(timeout) + ", says " + guest.member);
        }
    }

    private List<Integer> missing() {
        var missing = new ArrayList<Integer>();
        for (int process = 1; process < guests.length; process++) {
            var guest = guests[process];
            if (guest == null || guest.arrived == null) {
                if (guest != null && guest.left) {
                    throw failed(guest.member + " left the meeting before " + step);
                }
                missing.add(process);
            }
        }
        return missing;
    }

    private String said(List<Integer> missing) {
        var absent = missing.stream().filter(process -> guests[process] == null).toList();
        if (!absent.isEmpty()) {
            return (absent.size() == 1 ? "process " : "processes ") + Numbers.listed(absent) + " of " + processes()
                    + " did not come to " + rendezvous + (strangerCount == 0
                            ? ""
                            : "; " + strangerCount + " connections there did not count: " + String.join(", ", strangers)
                                    + (strangerCount > strangers.size() ? " …" : ""));
        }
        var named = missing.stream().limit(4)
                .map(process -> String.valueOf(Objects.requireNonNull(guests[process]).member))
                .toList();
        return String.join(", ", named) + (missing.size() > 4 ? " and " + (missing.size() - 4) + " others" : "")
                + " did not come to " + step;
    }
}
