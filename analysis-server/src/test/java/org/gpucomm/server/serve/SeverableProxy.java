package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * TCP proxy on loopback. While it is severed, bytes are held back and connections stay open, as in a network that drops packets. It may
 * delay bytes, as a service that is slow.
 */
final class SeverableProxy implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean severed;
    private volatile Duration delay = Duration.ZERO;

    private SeverableProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** @param target port on this machine */
    static SeverableProxy to(int target) throws IOException {
        var proxy = new SeverableProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    int port() {
        return server.getLocalPort();
    }

    synchronized void sever() {
        severed = true;
    }

    synchronized void restore() {
        severed = false;
        notifyAll();
    }

    /** Delays whatever is read at once, at most 64 KiB, by that long from now on. */
    void delay(Duration each) {
        delay = each;
    }

    /** Closes all connections, as a firewall that has forgotten them. */
    void reset() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        server.close();
        reset();
    }

    private void accept() {
        try {
            while (true) {
                var client = server.accept();
                var far = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(far);
                Thread.ofVirtual().start(() -> copy(client, far));
                Thread.ofVirtual().start(() -> copy(far, client));
            }
        } catch (IOException e) {
            // The proxy is closed.
        }
    }

    private void copy(Socket from, Socket to) {
        try (from; to) {
            var bytes = new byte[1 << 16];
            for (int read = from.getInputStream().read(bytes); read >= 0; read = from.getInputStream().read(bytes)) {
                awaitNetwork();
                Thread.sleep(delay);
                to.getOutputStream().write(bytes, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // One of the ends is closed.
        }
    }

    private synchronized void awaitNetwork() throws IOException {
        while (severed) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
