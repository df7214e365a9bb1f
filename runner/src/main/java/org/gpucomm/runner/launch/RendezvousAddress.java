package org.gpucomm.runner.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;

/**
 * Address at which process 0 listens for the others.
 *
 * @param host host name or IP address of process 0
 * @param port port, 1 to 65535
 */
public record RendezvousAddress(String host, int port) {

    public RendezvousAddress {
        if (host.isBlank() || !host.matches("[\\p{Alnum}._:%-]+")) {
            throw new IllegalArgumentException("no host name: " + host);
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not within 1 and 65535");
        }
    }

    /**
     * Parses {@code HOST:PORT}, with an IPv6 address in brackets, for example {@code [fe80::1]:29500}.
     *
     * @throws IllegalArgumentException if the text is invalid; the message explains why
     */
    public static RendezvousAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        var host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IllegalArgumentException("'" + text + "': write an IPv6 address in brackets, [" + host + "]:"
                    + text.substring(colon + 1));
        }
        return new RendezvousAddress(host, Integer.parseInt(text.substring(colon + 1)));
    }

    /** Returns whether only this host can reach the address, judging by the text alone, without a name service. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]{1,3}){3}");
    }

    /**
     * Returns the address where process 0 listens: the given one if this host has it, else (for a name of a proxy or service) all addresses
     * of this host.
     */
    public InetSocketAddress listenAddress() throws IOException {
        var address = InetAddress.getByName(host);
        boolean here = address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        return here ? new InetSocketAddress(address, port) : new InetSocketAddress(port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
