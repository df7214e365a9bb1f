package org.gpucomm.runner.fabric;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.gpucomm.runner.ffi.shim.Rails.RegionKey;

/**
 * What a rank tells the others, so that they can reach it.
 *
 * @param host      that it is on, for messages
 * @param addresses of its rails, one behind the other
 * @param keys      of its memory, a rail each
 * @param bases     of its memory, a rail each
 * @param receiveAt where in its memory the others write
 * @param wordsAt   where in its memory the words of the others are
 */
record Card(String host, byte[] addresses, long[] keys, long[] bases, long receiveAt, long wordsAt) {

    static Card of(String host, byte[] addresses, List<RegionKey> registrations, Buffers buffers) {
        return new Card(host, addresses, registrations.stream().mapToLong(RegionKey::key).toArray(),
                registrations.stream().mapToLong(RegionKey::base).toArray(), buffers.receiveAt(),
                buffers.wordsAt());
    }

    byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(host);
            out.writeInt(keys.length);
            out.write(addresses);
            for (int rail = 0; rail < keys.length; rail++) {
                out.writeLong(keys[rail]);
                out.writeLong(bases[rail]);
            }
            out.writeLong(receiveAt);
            out.writeLong(wordsAt);
        } catch (IOException neverInMemory) {
            throw new UncheckedIOException(neverInMemory);
        }
        return bytes.toByteArray();
    }

    static Card of(byte[] bytes, int addressBytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            var host = in.readUTF();
            int rails = in.readInt();
            var addresses = in.readNBytes(rails * addressBytes);
            var keys = new long[rails];
            var bases = new long[rails];
            for (int rail = 0; rail < rails; rail++) {
                keys[rail] = in.readLong();
                bases[rail] = in.readLong();
            }
            return new Card(host, addresses, keys, bases, in.readLong(), in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException("another process speaks another version of gpucomm", e);
        }
    }
}
