package org.gpucomm.server.access;

import java.net.InetAddress;
import java.util.HexFormat;

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
            if (!parts[0].matches("[0-9.]{1,45}|(?=[^:]*:)[0-9a-fA-F:.]{1,45}")) {
                throw new NumberFormatException();
            }
            var start = InetAddress.ofLiteral(parts[0]);
            int all = 8 * start.getAddress().length;
            int bits = parts.length == 1 ? all : Integer.parseInt(parts[1]);
            if (bits < 0 || bits > all) {
                throw new NumberFormatException();
            }
            return new Network(start, bits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a network is written as 10.0.0.0/8, or is one address, was '" + text + "'", e);
        }
    }

    /**
     * Returns what limits take for one client: an address, or of IPv6 the network of 64 bits that one machine has all addresses of.
     *
     * @param address returned as it is when it is none
     */
    static String ofOneClient(String address) {
        try {
            var bytes = of(address).start().getAddress();
            return bytes.length == Integer.BYTES ? address : HexFormat.ofDelimiter(":").formatHex(bytes, 0, Long.BYTES);
        } catch (IllegalArgumentException e) {
            return address;
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
