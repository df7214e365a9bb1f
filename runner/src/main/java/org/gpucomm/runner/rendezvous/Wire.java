package org.gpucomm.runner.rendezvous;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Frames over one TCP connection. Any thread sends, without waiting for the peer; one thread receives. */
final class Wire {

    /** For what was sent to leave this host. */
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    /** Sends one frame after the other. */
    private final ExecutorService sender = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final CountDownLatch peerEnded = new CountDownLatch(1);
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
    }

    /** Takes large frames from now on, and waits for them as long as it takes. */
    void trust() throws IOException {
        maxPayload = Frame.MAX_PAYLOAD;
        socket.setSoTimeout(0);
    }

    /** Sends a frame behind those before it; nothing once the wire is being closed. */
    void send(Frame frame) {
        try {
            sender.execute(() -> {
                try {
                    frame.write(out);
                } catch (IOException gone) {
                    // The reader sees the end of the connection.
                }
            });
        } catch (RejectedExecutionException closing) {
            // Nobody waits for it any more.
        }
    }

    /** Returns the next frame; throws when the peer ended, or sent nothing for too long. */
    Frame receive() throws IOException {
        return Frame.read(in, maxPayload);
    }

    String peer() {
        return String.valueOf(socket.getRemoteSocketAddress()).replaceFirst("^[^/]*/", "");
    }

    /** Closes when what was sent has left, and the peer has read it and ended, or this much time has passed. */
    void close(Duration forThePeer) {
        sender.shutdown();
        try {
            var _ = sender.awaitTermination(FLUSH.toMillis(), TimeUnit.MILLISECONDS);
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
        sender.shutdown();
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
    }
}
