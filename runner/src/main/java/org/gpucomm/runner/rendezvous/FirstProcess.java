package org.gpucomm.runner.rendezvous;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.gpucomm.runner.host.Processors;
import org.gpucomm.runner.launch.RendezvousAddress;
import org.gpucomm.runner.rendezvous.Frame.Type;
import org.gpucomm.runner.rendezvous.Frame.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Process 0: listens until all others have connected, receives their messages and answers them. Connections must authenticate; scanners,
 * processes of other jobs and silent clients are rejected without disturbing the group.
 */
final class FirstProcess extends ProcessGroup {

    /** Time for a new connection to authenticate. */
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Time for a rejected client to read the reason. */
    private static final Duration TO_READ = PATIENCE.dividedBy(10);
    /** Maximum number of unauthenticated connections beyond the number of processes. */
    private static final int SPARE = 64;
    private static final int REMEMBERED_REJECTIONS = 3;

    private final Secret secret;
    private final @Nullable RendezvousAddress rendezvous;
    private final @Nullable ServerSocket server;
    /** Connected processes by number; null if not connected. */
    private final @Nullable Peer[] guests;
    private final AtomicInteger pending = new AtomicInteger();
    private final List<String> rejections = new ArrayList<>();
    private int rejectionCount;

    /** @param rendezvous address to listen at; null for a single process */
    FirstProcess(Member me, Duration timeout, Secret secret, @Nullable RendezvousAddress rendezvous) {
        super(me, timeout);
        this.secret = secret;
        this.rendezvous = rendezvous;
        this.guests = new Peer[me.processes()];
        this.server = rendezvous == null ? null : listen(rendezvous, me);
        if (server != null) {
            var door = server;
            Thread.startVirtualThread(() -> accept(door));
        }
    }

    /** Opens the socket; throws a {@link ProcessGroupException} if the address is not available. */
    static ServerSocket listen(RendezvousAddress rendezvous, Member me) {
        try {
            var server = new ServerSocket();
            try {
                server.bind(rendezvous.listenAddress(), me.processes() + SPARE);
                return server;
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ProcessGroupException(me + " cannot listen at " + rendezvous + ": " + e.getMessage()
                    + ". Is another run using that port? --rendezvous HOST:PORT names another one", e);
        }
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        if (!await(() -> missing().isEmpty(), deadline)) {
            throw failed(said(missing()) + " within " + seconds(timeout));
        }
        stopListening();
        var all = new ArrayList<byte[]>();
        all.add(mine.payload());
        for (var guest : peers()) {
            var theirs = Objects.requireNonNull(guest.arrived);
            if (theirs.number() != mine.number() || !theirs.text().equals(mine.text())) {
                throw failed(guest.member + " is at " + theirs + " while " + me + " is at " + mine
                        + ": all must be started alike");
            }
            all.add(theirs.payload());
            guest.arrived = null;
        }
        var payload = ByteArrays.joined(all);
        broadcast(new Frame(Type.GATHER, mine.number(), "", payload));
        return payload;
    }

    @Override
    synchronized List<Peer> peers() {
        return Arrays.stream(guests).filter(Objects::nonNull).toList();
    }

    @Override
    boolean reportsFailure() {
        return true;
    }

    @Override
    void lost(Peer guest, String how) {
        end(guest.member + " " + how + (guest.arrived == null ? ", before " : ", at ") + step);
    }

    /** Ends the group with the name of the process for which another waited too long. */
    @Override
    void timedOut(Peer guest, Frame waitedAt) {
        var missing = missing();
        var late = step.number() < waitedAt.number()
                ? me + " did not come to “" + waitedAt.text() + "”"
                : missing.isEmpty() ? "" : said(missing);
        if (!late.isEmpty()) {
            end(late + " within " + seconds(timeout) + ", says " + guest.member);
        }
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
                if (pending.incrementAndGet() > processes() + SPARE) {
                    pending.decrementAndGet();
                    socket.close();
                } else {
                    Thread.startVirtualThread(() -> receive(socket));
                }
            } catch (IOException closedOrGoneAtOnce) {
                // Continue with the next connection, unless the socket is closed.
            }
        }
    }

    /** Authenticates a connection, then receives from it until it ends. */
    private void receive(Socket socket) {
        Peer guest = null;
        try {
            guest = authenticated(new Wire(socket, PATIENCE));
        } catch (IOException gone) {
            // The connection is gone.
        } finally {
            pending.decrementAndGet();
        }
        if (guest != null) {
            receiveFrom(guest);
        }
    }

    /** Returns the authenticated process; null if it was rejected. */
    private @Nullable Peer authenticated(Wire wire) throws IOException {
        Handshake.PeerProof claim;
        try {
            var handshake = new Handshake(wire, secret);
            if (handshake.version() != Handshake.VERSION) {
                return rejected(wire, "speaks version " + handshake.version() + " of the protocol", null);
            }
            claim = handshake.claim(wire.receive(), false);
            if (claim.genuine()) {
                handshake.prove(me);
            }
        } catch (MalformedFrameException e) {
            return rejected(wire, "is not gpucomm", null);
        } catch (IOException silent) {
            return rejected(wire, "said nothing", null);
        }
        if (!claim.genuine()) {
            return rejected(wire, "has another secret and says it is " + claim.member(), "it has another secret than "
                    + "process 0 (" + me + "): give GPUCOMM_SECRET the same value for all processes");
        }
        wire.trust();
        var guest = new Peer(claim.member(), wire);
        if (isSeated(guest)) {
            return guest;
        }
        wire.send(new Frame(Type.ABORT, thrown().exitCode(), String.valueOf(thrown().getMessage())));
        wire.close(TO_READ);
        return null;
    }

    /** Adds a process to the group, or ends the group if the process contradicts it. Returns whether it was added. */
    private synchronized boolean isSeated(Peer guest) {
        var member = guest.member;
        int process = member.process();
        if (isOver()) {
            return false;
        }
        if (member.processes() != processes()) {
            end(member + " counts " + member.processes() + " processes, " + me + " counts " + processes()
                    + ": start all of them with the same number");
        } else if (process < 1 || process >= processes()) {
            end(member + " is none of processes 1 to " + (processes() - 1));
        } else if (guests[process] != null) {
            end("two say that they are process " + process + ": " + guests[process].member + " and " + member);
        } else {
            guests[process] = guest;
            notifyAll();
            return true;
        }
        return false;
    }

    /** Rejects a client and sends it a reason unless that is null. Always returns null. */
    private @Nullable Peer rejected(Wire wire, String why, @Nullable String told) {
        synchronized (this) {
            rejectionCount++;
            if (rejections.size() < REMEMBERED_REJECTIONS) {
                rejections.add(wire.peer() + " " + why);
            }
        }
        if (told != null) {
            wire.send(new Frame(Type.REFUSED, 0, told));
        }
        wire.close(told == null ? Duration.ZERO : TO_READ);
        return null;
    }

    private List<Integer> missing() {
        return IntStream.range(1, guests.length).filter(process -> {
            var guest = guests[process];
            return guest == null || !hasCome(guest);
        }).boxed().toList();
    }

    private String said(List<Integer> missing) {
        var absent = missing.stream().filter(process -> guests[process] == null).toList();
        if (!absent.isEmpty()) {
            return (absent.size() == 1 ? "process " : "processes ") + Processors.text(absent).replace(",", ", ")
                    + " of " + processes()
                    + " did not come to " + rendezvous + (rejectionCount == 0
                            ? ""
                            : "; " + rejectionCount + " connections there did not count: "
                                    + String.join(", ", rejections)
                                    + (rejectionCount > rejections.size() ? " …" : ""));
        }
        var named = missing.stream().limit(4)
                .map(process -> String.valueOf(Objects.requireNonNull(guests[process]).member))
                .toList();
        return String.join(", ", named) + (missing.size() > 4 ? " and " + (missing.size() - 4) + " others" : "")
                + " did not come to " + step;
    }
}
