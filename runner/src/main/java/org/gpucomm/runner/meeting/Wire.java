package org.gpucomm.runner.meeting;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Frames over one TCP connection. Any thread sends, without waiting for the peer; one thread receives. */
final class Wire {

    /** For what was sent to leave this host. */
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    /** Empty = that was all. */
    private final BlockingQueue<Optional<Frame>> outgoing = new LinkedBlockingQueue<>();
    private final CountDownLatch peerEnded = new CountDownLatch(1);
    private final Thread writer;
    private int maxPayload = Handshake.MAX_PAYLOAD;

    /** @param patience for each frame of a peer that is not trusted yet */
    Wire(Socket socket, Duration patience) throws IOException {
        this.socket = socket;
        // A barrier is one small packet each way; Nagle's algorithm would hold it back.
        socket.setTcpNoDelay(true);
        // A host that loses power sends no FIN.
        socket.setKeepAlive(true);
        socket.setSoTimeout((int) Math.max(1, patience.toMillis()));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        writer = Thread.startVirtualThread(this::write);
    }

    /** Takes large frames from now on, and waits for them as long as it takes. */
    void trust() throws IOException {
        maxPayload = Frame.MAX_PAYLOAD;
        socket.setSoTimeout(0);
    }

    void send(Frame frame) {
        outgoing.add(Optional.of(frame));
    }

    /** Returns the next frame; throws when the peer ended, or sent nothing for too long. */
    Frame receive() throws IOException {
        return Frame.read(in, maxPayload);
    }

    String peer() {
        return String.valueOf(socket.getRemoteSocketAddress()).replaceFirst("^[^/]*/", "");
    }

    /** Whether TCP connected a socket to itself, as it may where nobody listens at a port of the ephemeral range. */
    boolean isToItself() {
        return socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress());
    }

    /** Closes when what was sent has left, and the peer has read it and ended, or this much time has passed. */
    void close(Duration forThePeer) {
        outgoing.add(Optional.empty());
        try {
            writer.join(FLUSH);
            socket.shutdownOutput();
            peerEnded.await(forThePeer.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException alreadyGone) {
            // Nothing left to be gentle to.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeNow();
    }

    /** Notes that nothing more will come. */
    void ended() {
        peerEnded.countDown();
    }

    void closeNow() {
        try {
            outgoing.add(Optional.empty());
            socket.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
    }

    private void write() {
        try {
            for (var next = outgoing.take(); next.isPresent(); next = outgoing.take()) {
                next.get().write(out);
            }
        } catch (IOException gone) {
            // The reader sees the end of the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
