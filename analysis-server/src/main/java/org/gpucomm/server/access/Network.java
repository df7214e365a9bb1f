package org.gpucomm.server.access;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A network of addresses, as {@code 10.0.0.0/8} or one address.
 *
 * @param bits how many leading bits an address of it shares with {@code start}
 */
record Network(InetAddress start, int bits) {

    /** @throws IllegalArgumentException when it is none; the message says how one is written */
    static Network of(String text) {
        var parts = text.strip().split("/", 2);
        try {
            if (!parts[0].matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
                throw new UnknownHostException(parts[0]);
            }
            var start = InetAddress.getByName(parts[0]);
            int all = 8 * start.getAddress().length;
            int bits = parts.length == 1 ? all : Integer.parseInt(parts[1]);
            if (bits < 0 || bits > all) {
                throw new NumberFormatException();
            }
            return new Network(start, bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a network is written as 10.0.0.0/8, or is one address, was '" + text + "'", e);
        }
    }

    boolean contains(InetAddress address) {
        var mine = start.getAddress();
        var other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            if (((mine[bit / 8] ^ other[bit / 8]) >> (7 - bit % 8) & 1) != 0) {
                return false;
            }
        }
        return true;
    }
}
