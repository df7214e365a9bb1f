package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are opened and say little. */
@Timeout(60)
class ClientConnectionsTest {

    private static final Predicate<InetAddress> NOBODY = address -> false;
    private static final String BEGUN = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ";

    @TempDir
    Path folder;
    private final Tomcat tomcat = new Tomcat();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws LifecycleException, IOException {
        for (var socket : sockets) {
            socket.close();
        }
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void oneClientHasItsShareAndNoMore() throws Exception {
        start(100, 3, Duration.ofMinutes(1), NOBODY);
        for (int i = 0; i < 3; i++) {
            assertThat(answer(open())).as("connection " + i).startsWith("HTTP/1.1 404");
        }
        assertThat(answer(open())).as("one too many").isEmpty();
        sockets.removeFirst().close();
        while (answer(open()).isEmpty()) {
            // The server has not seen yet that one was closed.
        }
    }

    @Test
    void thoseOfAProxyAreNotCountedAsOneClient() throws Exception {
        start(100, 3, Duration.ofMinutes(1), InetAddress::isLoopbackAddress);
        for (int i = 0; i < 10; i++) {
            assertThat(answer(open())).as("connection " + i).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void aHeadThatTricklesInIsCutOff() throws Exception {
        start(100, 100, Duration.ofMillis(300), NOBODY);
        var socket = open();
        socket.getOutputStream().write(BEGUN.getBytes(StandardCharsets.US_ASCII));
        socket.setSoTimeout(50);
        boolean open = true;
        while (open) {
            try {
                socket.getOutputStream().write('a');
                open = socket.getInputStream().read() >= 0;
            } catch (java.net.SocketTimeoutException silent) {
                // It waits for more.
            } catch (SocketException cut) {
                open = false;
            }
        }
        assertThat(answer(open())).startsWith("HTTP/1.1 404");
    }

    @Test
    void thereAreAsManyAsTheHeapHasRoomFor() {
        assertThat(ClientConnections.most(512L << 20)).isEqualTo(1024);
        assertThat(ClientConnections.most(64L << 20)).isEqualTo(256);
        assertThat(ClientConnections.most(64L << 30)).isEqualTo(8192);
        assertThat(ClientConnections.mostOfOne(1024)).isEqualTo(256);
    }

    private void start(int all, int ofOne, Duration head, Predicate<InetAddress> unlimited) throws LifecycleException {
        var connector = new Connector(ClientConnections.class.getName());
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        ((ClientConnections) connector.getProtocolHandler()).limit(all, ofOne, head, unlimited);
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        tomcat.addContext("", folder.toString());
        tomcat.start();
    }

    private Socket open() throws IOException {
        var socket = new Socket("127.0.0.1", tomcat.getConnector().getLocalPort());
        sockets.add(socket);
        return socket;
    }

    /** The first bytes of an answer, after which the connection stays open; empty where there is none. */
    private static String answer(Socket socket) throws IOException {
        try {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        } catch (SocketException closed) {
            return "";
        }
    }
}
