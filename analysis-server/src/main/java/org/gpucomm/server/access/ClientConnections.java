package org.gpucomm.server.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;

import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** HTTP protocol with limits that Tomcat lacks: for a client's share of connections, and for the time of a request's head. */
public final class ClientConnections extends Http11NioProtocol {

    /** Heap for one connection while the head of its request arrives: buffers for head and response, and objects. */
    private static final long HEAP_OF_ONE = 512L << 10;
    private static final int FEWEST = 256;
    private static final int MOST = 8192;
    private static final int SHARE_OF_ONE = 4;
    /** Timeout for the body of the request and for the response. */
    private static final int SILENCE_MILLIS = 60_000;

    private final Endpoint endpoint;
    private long headNanos = Long.MAX_VALUE;

    /** Creates the protocol; Tomcat instantiates the class by its name. */
    public ClientConnections() {
        this(new Endpoint());
    }

    private ClientConnections(Endpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        setDisableUploadTimeout(false);
        setConnectionUploadTimeout(SILENCE_MILLIS);
        setKeepAliveTimeout(SILENCE_MILLIS);
    }

    /** Sets the limits. @param unlimited addresses that count towards the total only, not as one client */
    void limit(int all, int ofOne, Duration head, Predicate<InetAddress> unlimited) {
        setMaxConnections(all);
        setConnectionTimeout((int) head.toMillis());
        headNanos = head.toNanos();
        endpoint.ofOne = ofOne;
        endpoint.unlimited = unlimited;
    }

    /** Returns the number of connections that fit into a heap. */
    static int most(long heap) {
        return Math.clamp(heap / HEAP_OF_ONE, FEWEST, MOST);
    }

    static int mostOfOne(int all) {
        return all / SHARE_OF_ONE;
    }

    @Override
    protected Processor createProcessor() {
        return new Http11Processor(this, getAdapter()) {

            /** Ends a connection whose head takes too long. Tomcat calls this whenever more bytes have arrived. */
            @Override
            public SocketState service(SocketWrapperBase<?> socket) throws IOException {
                long begun = request.getStartTimeNanos();
                if (begun != -1 && System.nanoTime() - begun > headNanos) {
                    return SocketState.CLOSED;
                }
                socket.setWriteTimeout(SILENCE_MILLIS);
                return super.service(socket);
            }
        };
    }

    private static final class Endpoint extends NioEndpoint {

        private int ofOne = Integer.MAX_VALUE;
        private Predicate<InetAddress> unlimited = address -> true;

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            if (isOneTooMany(socket)) {
                destroySocket(socket);
                return true;
            }
            return super.setSocketOptions(socket);
        }

        private boolean isOneTooMany(SocketChannel socket) {
            if (getConnectionCount() <= ofOne) {
                return false;
            }
            try {
                var address = address(socket);
                if (unlimited.test(address)) {
                    return false;
                }
                long client = client(address);
                return connections.keySet().stream().filter(other -> isOf(client, other)).limit(ofOne).count() >= ofOne;
            } catch (IOException closed) {
                return true;
            }
        }

        private static boolean isOf(long client, SocketChannel socket) {
            try {
                return client(address(socket)) == client;
            } catch (IOException closed) {
                return false;
            }
        }

        private static InetAddress address(SocketChannel socket) throws IOException {
            return ((InetSocketAddress) socket.getRemoteAddress()).getAddress();
        }

        /** Returns the key of a client, the same for all addresses of one {@link ProxyFilter#network}. */
        private static long client(InetAddress address) {
            return ByteBuffer.wrap(Arrays.copyOf(address.getAddress(), Long.BYTES)).getLong();
        }
    }
}
