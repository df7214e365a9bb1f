package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/** Frames over one TCP connection. One thread at a time receives; any thread may send. */
final class Connection {

    private static final int FIRST_BUFFER = 4096;

    private final SocketChannel channel;
    private final Deque<Frame> received = new ArrayDeque<>();
    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BUFFER);
    private int maxPayload;
    private boolean ended;

    /** @param maxPayload longest payload to accept for now, bytes */
    Connection(SocketChannel channel, int maxPayload) throws IOException {
        this.channel = channel;
        this.maxPayload = maxPayload;
        channel.configureBlocking(false);
        // A barrier is one small packet each way; Nagle's algorithm would hold it back.
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // A host that loses power sends no FIN.
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    }

    void trust() {
        maxPayload = Frame.MAX_PAYLOAD;
    }

    SelectionKey register(Selector selector, Object attachment) throws IOException {
        return channel.register(selector, SelectionKey.OP_READ, attachment);
    }

    /** Sends all of it. Waits while the peer does not take it, until {@code deadline} ({@link System#nanoTime()}). */
    synchronized void send(Frame frame, long deadline) throws IOException {
        var bytes = frame.encoded();
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                waitForRoom(deadline);
            }
        }
    }

    private static void waitForRoom(long deadline) throws IOException {
        if (deadline - System.nanoTime() <= 0) {
            throw new IOException("takes no data");
        }
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Takes what has come, without waiting. */
    void receive() throws IOException, MalformedFrame {
        boolean more = true;
        while (more) {
            int count = channel.read(buffer);
            // A buffer that was not filled has taken everything; asking again would be a system call for nothing.
            more = count > 0 && !buffer.hasRemaining();
            ended |= count < 0;
            takeFrames();
        }
    }

    private void takeFrames() throws MalformedFrame {
        buffer.flip();
        for (var frame = Frame.take(buffer, maxPayload); frame.isPresent(); frame = Frame.take(buffer, maxPayload)) {
            received.add(frame.get());
        }
        buffer.compact();
        if (!buffer.hasRemaining()) {
            buffer = ByteBuffer.allocate(buffer.capacity() * 2).put(buffer.flip());
        }
    }

    /** The oldest frame that was received and not yet taken; null if there is none. */
    @Nullable
    Frame poll() {
        return received.poll();
    }

    /** Whether the peer has closed its side and every frame was taken. */
    boolean ended() {
        return ended && received.isEmpty();
    }

    /** Waits for a frame; null when none came until {@code deadline} or the peer ended. */
    @Nullable
    Frame await(Selector selector, long deadline) throws IOException, MalformedFrame {
        while (received.isEmpty() && !ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            selector.selectedKeys().clear();
            receive();
        }
        return received.poll();
    }

    String peerAddress() {
        try {
            return String.valueOf(channel.getRemoteAddress()).replaceFirst("^[^/]*/", "");
        } catch (IOException closed) {
            return "unknown";
        }
    }

    boolean isToItself() throws IOException {
        return channel.getLocalAddress().equals(channel.getRemoteAddress());
    }

    /**
     * Closes so that the peer still gets what was sent last: data that arrives at a closed socket makes the kernel reset the
     * connection, and a reset throws away what the peer has not read yet.
     */
    void closeGently(long deadline) {
        try {
            channel.shutdownOutput();
            var scrap = ByteBuffer.allocate(FIRST_BUFFER);
            while (channel.read(scrap.clear()) >= 0 && deadline - System.nanoTime() > 0) {
                Thread.sleep(1);
            }
        } catch (IOException alreadyGone) {
            // Nothing left to be gentle to.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        }
    }
}
