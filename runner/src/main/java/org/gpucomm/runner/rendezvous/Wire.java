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

/** TCP connection that carries frames. Any thread may send, without waiting for the peer; one thread receives. */
final class Wire {

    /** Time for sent data to leave this host. */
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    /** Thread that sends frames one after the other. */
    private final ExecutorService sender = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final CountDownLatch peerEnded = new CountDownLatch(1);
    private int maxPayload = Handshake.MAX_PAYLOAD;

    /** @param patience time limit for each frame of a peer that is not yet authenticated */
    Wire(Socket socket, Duration patience) throws IOException {
        this.socket = socket;
        // A barrier is one small packet in each direction, which Nagle's algorithm would delay.
        socket.setTcpNoDelay(true);
        // Detects a host that lost power, which sends no FIN.
        socket.setKeepAlive(true);
        socket.setSoTimeout((int) Math.max(1, patience.toMillis()));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** Accepts large frames from now on, without a time limit. Called when the peer is authenticated. */
    void trust() throws IOException {
        maxPayload = Frame.MAX_PAYLOAD;
        socket.setSoTimeout(0);
    }

    /** Queues a frame for sending; does nothing after close. */
    void send(Frame frame) {
        try {
            sender.execute(() -> {
                try {
                    frame.write(out);
                } catch (IOException gone) {
                    // The receiving thread notices the end of the connection.
                }
            });
        } catch (RejectedExecutionException closing) {
            // Nobody waits for the frame any more.
        }
    }

    /** Waits for the next frame; throws if the peer closed the connection, or exceeded the time limit. */
    Frame receive() throws IOException {
        return Frame.read(in, maxPayload);
    }

    String peer() {
        return String.valueOf(socket.getRemoteSocketAddress()).replaceFirst("^[^/]*/", "");
    }

    /** Closes the connection after all data was sent and the peer has closed its end, or after a time limit. */
    void close(Duration forThePeer) {
        sender.shutdown();
        try {
            var _ = sender.awaitTermination(FLUSH.toMillis(), TimeUnit.MILLISECONDS);
            socket.shutdownOutput();
            peerEnded.await(forThePeer.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException alreadyGone) {
            // The connection is already closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeNow();
    }

    /** Records that the peer has closed its end. */
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
